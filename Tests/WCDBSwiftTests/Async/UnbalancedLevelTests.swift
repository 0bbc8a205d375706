import Foundation
import Testing
import WCDBSwift

/// Closures that leave levels of a transaction open, or end what they did not begin.
@Suite(.timeLimit(.minutes(20))) struct `Levels that do not balance` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    struct Refusal: Error {}

    /// Inserts a row, in a form that closures can hold.
    private static func insert(_ number: Int, _ handle: Handle) throws {
        try handle.exec(sql: "INSERT INTO t VALUES(\(number), 'x')")
    }

    private func numbers() throws -> [Int] { try temporary.rows().compactMap { Int($0[0]) } }

    /// Closes the database on a thread of its own: that would wait for a transaction left open.
    private func isClosable() async -> Bool {
        let isClosed = Collected<Bool>()
        let database = database
        let thread = Thread {
            database.close()
            isClosed.add(true)
        }
        thread.start()
        return await isClosed.arrives { $0 }
    }

    @Test func `a write that throws leaves no transaction behind`() async throws {
        try temporary.createTable()
        await #expect(throws: Refusal.self) {
            try await database.write { handle in
                try handle.begin()
                try Self.insert(1, handle)
                throw Refusal()
            }
        }
        // With the level left open this one would end in a savepoint of the lost transaction.
        try await database.write { try Self.insert(2, $0) }
        try #require(try numbers() == [2])
        try #require(await isClosable())
        #expect(try numbers() == [2])
    }

    @Test func `a write that forgets to end a level is refused and undone`() async throws {
        try temporary.createTable()
        let error = await #expect(throws: WCDBError.self) {
            try await database.write { handle in
                try Self.insert(1, handle)
                try handle.begin()
            }
        }
        #expect(error?.code == .Misuse)
        try await database.write { try Self.insert(2, $0) }
        #expect(try numbers() == [2])
    }

    @Test func `a write that ends the transaction itself is refused`() async throws {
        try temporary.createTable()
        let error = await #expect(throws: WCDBError.self) {
            try await database.write { handle in
                try Self.insert(1, handle)
                try handle.commit()
            }
        }
        #expect(error?.code == .Misuse)
        #expect(try numbers() == [1])
    }

    @Test func `a read gives back what it began`() async throws {
        try temporary.createTable()
        try await database.read { try $0.begin() }
        await #expect(throws: Refusal.self) {
            try await database.read { handle in
                try handle.begin()
                try handle.begin()
                throw Refusal()
            }
        }
        try #require(await isClosable())
    }

    @Test func `controllable transactions undo the levels within them only`() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            try Self.insert(1, handle)
            #expect(throws: Refusal.self) {
                try handle.run(controllableTransaction: { inner in
                    try inner.begin()
                    try Self.insert(2, inner)
                    throw Refusal()
                })
            }
            let error = #expect(throws: WCDBError.self) {
                try handle.run(controllableTransaction: { inner in
                    try Self.insert(3, inner)
                    try inner.begin()
                    return true
                })
            }
            #expect(error?.code == .Misuse)
            try handle.run(controllableTransaction: { inner in
                try Self.insert(4, inner)
                try inner.begin()
                return false
            })
            try Self.insert(5, handle)
        })
        #expect(!database.isInTransaction)
        #expect(try numbers() == [1, 5])
    }

    @Test func `pausable transactions undo the levels within them`() throws {
        try temporary.createTable()
        let error = #expect(throws: WCDBError.self) {
            try database.run(pausableTransaction: { handle, isDone, _ in
                try handle.begin()
                try Self.insert(1, handle)
                isDone = true
            })
        }
        #expect(error?.code == .Misuse)
        #expect(!database.isInTransaction)
        #expect(try numbers().isEmpty)
    }

    @Test func `a transaction that the engine undid has no levels any more`() async throws {
        try temporary.createTable()
        try Self.insert(1, try database.getHandle())
        let error = await #expect(throws: WCDBError.self) {
            try await database.write { handle in
                try handle.begin()
                try Self.insert(2, handle)
                try? handle.exec(sql: "INSERT OR ROLLBACK INTO t VALUES(1, 'again')")
            }
        }
        #expect(error?.code == .Misuse)
        // These take the connection with the stale count of levels.
        for _ in 0..<9 { try await database.read { #expect($0.isInTransaction) } }
        try #require(await isClosable())
        #expect(try numbers() == [1])
    }

    @Test func `a transaction that a statement ended has no levels any more`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        try handle.begin()
        try handle.begin()
        try handle.exec(sql: "ROLLBACK")
        try handle.exec(sql: "BEGIN")
        try Self.insert(1, handle)
        try handle.commit()
        #expect(!handle.isInTransaction)
        #expect(try numbers() == [1])
    }
}
