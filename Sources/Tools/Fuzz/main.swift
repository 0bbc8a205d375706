print("wcdb-fuzz")
