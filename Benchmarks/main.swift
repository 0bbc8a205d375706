print("wcdb-bench")
