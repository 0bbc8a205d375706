print("wcdb-demo")
