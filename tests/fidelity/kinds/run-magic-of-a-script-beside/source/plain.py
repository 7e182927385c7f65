made_by_script = 1
if __name__ != "__main__":
    made_by_script = 2
