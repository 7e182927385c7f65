ALLOWED = {"teal", "plum"}
