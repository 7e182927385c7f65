def check(hours):
    pass
