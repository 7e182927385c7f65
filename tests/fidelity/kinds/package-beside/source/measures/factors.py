NAME = "mile.txt"
