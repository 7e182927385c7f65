assert side == 4
checked = True
