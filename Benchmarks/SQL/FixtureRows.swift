/// The rows of the fixtures, inserted by a statement that is bound again and again.
struct FixtureRows {
    private let data = BenchmarkData()
    let count: Int

    init(count: Int) { self.count = count }

    func fillT<Session: SQLSession>(_ session: Session) throws {
        try session.execute("CREATE TABLE t(key INTEGER, value BLOB)")
        try insertT(session)
    }

    func insertT<Session: SQLSession>(_ session: Session) throws {
        let insert = try session.prepare("INSERT INTO t(key,value) VALUES(?,?)")
        for index in 0..<count {
            try insert.bind(Int64(index), at: 1)
            try insert.bindBlob(data.blob(index), at: 2)
            try insert.run()
        }
    }

    func fillP<Session: SQLSession>(_ session: Session) throws {
        try session.execute("CREATE TABLE p(id INTEGER PRIMARY KEY, k TEXT, v BLOB)")
        let insert = try session.prepare("INSERT INTO p(id,k,v) VALUES(?,?,?)")
        for index in 1...count {
            try insert.bind(Int64(index), at: 1)
            try Text16(index).withBytes { text throws in
                try insert.bindText(text, at: 2)
                try insert.bindBlob(data.blob(index), at: 3)
                try insert.run()
            }
        }
    }

    func fillR<Session: SQLSession>(_ session: Session) throws {
        try session.execute("CREATE TABLE r(id INTEGER PRIMARY KEY, n INTEGER, v BLOB)")
        let insert = try session.prepare("INSERT INTO r(id,n,v) VALUES(?,?,?)")
        for index in 0..<count {
            try insert.bind(Int64(index + 1), at: 1)
            try insert.bind(Int64(BenchmarkData.permuted(index, count: count)), at: 2)
            try insert.bindBlob(data.blob(index), at: 3)
            try insert.run()
        }
    }

    func fillG<Session: SQLSession>(_ session: Session) throws {
        try session.execute(
            "CREATE TABLE g(id INTEGER PRIMARY KEY, grp INTEGER, x INTEGER, y REAL, s TEXT)")
        let insert = try session.prepare("INSERT INTO g(id,grp,x,y,s) VALUES(?,?,?,?,?)")
        let draws = BenchmarkData.picks(workload: 9, count: 3 * count)
        for index in 0..<count {
            try insert.bind(Int64(index + 1), at: 1)
            try insert.bind(Int64(draws[3 * index] % 1000), at: 2)
            try insert.bind(Int64(draws[3 * index + 1] % 1_000_000_000), at: 3)
            try insert.bind(Double(draws[3 * index + 2] >> 11) * 0x1p-53, at: 4)
            try Text16(index + 1).withBytes { text throws in
                try insert.bindText(text, at: 5)
                try insert.run()
            }
        }
    }

    func fillJ<Session: SQLSession>(_ session: Session) throws {
        let tables = [("a", "v", 38293), ("b", "w", 61987), ("c", "w", 61987)]
        for (number, (table, column, factor)) in tables.enumerated() {
            try session.execute(
                "CREATE TABLE \(table)(id INTEGER PRIMARY KEY, k INTEGER, \(column) TEXT)")
            let insert = try session.prepare(
                "INSERT INTO \(table)(id,k,\(column)) VALUES(?,?,?)")
            for index in 0..<count {
                let key = 1 + BenchmarkData.permuted(index, factor: factor, count: count)
                try insert.bind(Int64(index + 1), at: 1)
                try insert.bind(Int64(key), at: 2)
                try Text16(index + number * 1_000_000).withBytes { text throws in
                    try insert.bindText(text, at: 3)
                    try insert.run()
                }
            }
        }
    }

    func makeSix<Session: SQLSession>(_ session: Session) throws {
        for number in 0..<6 {
            try session.execute(
                "CREATE TABLE t\(number)(id INTEGER PRIMARY KEY, k INTEGER, name TEXT, "
                    + "value BLOB, created REAL, flag INTEGER)")
            try session.execute("CREATE INDEX t\(number)_k ON t\(number)(k)")
        }
    }
}
