import Foundation
import Testing
import WCDBSwift

/// Who keeps a database shut, or waits to, was no part of the graph of those who wait: where such a
/// wait was part of a circle, all waited for ever, and nobody was told.
@Suite struct `Deadlocks with blockades` {
    private let left = TemporaryDatabase()
    private let right = TemporaryDatabase()
    private let errors = Collected<WCDBError?>()

    private func createTables() throws {
        try left.createTable()
        try right.createTable()
    }

    /// Of so many threads one was refused; the others came to their end.
    private func expectOneRefusal(of count: Int) throws {
        try #require(errors.waits(forCount: count))
        let told = errors.all.compactMap(\.self)
        #expect(told.map(\.code) == [.Busy])
        #expect(told.first?.message?.contains("waits, directly or not") == true)
        #expect(told.first?.path != nil)
    }

    /// Starts threads that have a connection of one database, meet the others, and write another.
    private func start(
        _ count: Int, having kept: TemporaryDatabase, toWrite: Bool,
        writing other: TemporaryDatabase, _ meet: @escaping @Sendable () -> Void
    ) {
        for number in 1...count {
            errors.start {
                let handle = try kept.database.getHandle(writeHint: toWrite)
                meet()
                try withExtendedLifetime(handle) {
                    try other.database.exec(TemporaryDatabase.insert(number, "in line"))
                }
            }
        }
    }

    /// Starts a thread that writes a database, meets the others, and wants another database.
    private func startFirst(
        writing own: TemporaryDatabase, _ meet: @escaping @Sendable () -> Void,
        then want: @escaping @Sendable () throws -> Void
    ) {
        errors.start {
            try own.database.run(transaction: { _ in
                try own.database.exec(TemporaryDatabase.insert(0, "first"))
                meet()
                Thread.sleep(forTimeInterval: 0.5)
                try want()
            })
        }
    }

    /// Waits until so many threads are there.
    private static func makeMeeting(of count: Int) -> @Sendable () -> Void {
        let group = DispatchGroup()
        for _ in 0..<count { group.enter() }
        return {
            group.leave()
            group.wait()
        }
    }

    @Test func `one shuts what the other reads, and writes what the other writes`() throws {
        try createTables()
        let meet = Self.makeMeeting(of: 2)
        errors.start { [left, right] in
            left.database.blockade()
            defer { left.database.unblockade() }
            meet()
            try right.database.exec(TemporaryDatabase.insert(1, "of the left"))
        }
        errors.start { [left, right] in
            try right.database.run(transaction: { _ in
                try right.database.exec(TemporaryDatabase.insert(2, "of the right"))
                meet()
                _ = try left.rows()
            })
        }
        try expectOneRefusal(of: 2)
        #expect(try left.rows().isEmpty)
        #expect(try right.rows().count == 1)
    }

    @Test func `both close what the other has`() throws {
        try createTables()
        let meet = Self.makeMeeting(of: 2)
        for (own, other) in [(left, right), (right, left)] {
            errors.start {
                try own.database.run(transaction: { _ in
                    try own.database.exec(TemporaryDatabase.insert(1, "own"))
                    meet()
                    try other.database.close(onClosed: {})
                })
            }
        }
        try expectOneRefusal(of: 2)
        #expect(try left.rows().count + right.rows().count == 1)
        #expect(!left.database.isBlockaded && !right.database.isBlockaded)
    }

    /// The third stands behind somebody who waits to close, and has not shut anything yet: that
    /// one can wait a little longer. Either of the others may be the last that waits.
    @Test(arguments: [true, false])
    func `nobody is refused because somebody would close`(isThirdLast: Bool) throws {
        try createTables()
        let (reads, writes) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        errors.start { [left, right] in
            let handle = try left.database.getHandle()
            reads.signal()
            writes.wait()
            if !isThirdLast { Thread.sleep(forTimeInterval: 0.3) }
            try withExtendedLifetime(handle) {
                try right.database.exec(TemporaryDatabase.insert(1, "waits for the third"))
            }
        }
        reads.wait()
        errors.start { [left] in try left.database.close(onClosed: {}) }
        Thread.sleep(forTimeInterval: 0.3)
        errors.start { [left, right] in
            try right.database.run(transaction: { _ in
                try right.database.exec(TemporaryDatabase.insert(2, "of the third"))
                writes.signal()
                if isThirdLast { Thread.sleep(forTimeInterval: 0.3) }
                _ = try left.rows()
            })
        }
        try #require(errors.waits(forCount: 3))
        #expect(errors.all.compactMap(\.self).isEmpty)
        #expect(try right.rows().count == 2)
    }

    /// Any of them would do, and all waited for the one that waited for one of them.
    @Test func `all who have connections wait for one who wants a connection`() throws {
        try createTables()
        let count = 32
        let meet = Self.makeMeeting(of: count + 1)
        start(count, having: left, toWrite: false, writing: right, meet)
        startFirst(writing: right, meet) { [left] in _ = try left.rows() }
        try expectOneRefusal(of: count + 1)
        #expect(try right.rows().count == count)
    }

    @Test func `nobody is refused because few may write at a time`() throws {
        try createTables()
        let count = 4
        let meet = Self.makeMeeting(of: count + 1)
        start(count, having: right, toWrite: true, writing: left, meet)
        startFirst(writing: left, meet) { [right] in
            try right.database.exec(TemporaryDatabase.insert(0, "first"))
        }
        try #require(errors.waits(forCount: count + 1))
        #expect(errors.all.compactMap(\.self).isEmpty)
        #expect(try left.rows().count == count + 1 && right.rows().count == 1)
    }

    @Test func `a blockade that could not end is told of, and there is none`() throws {
        try createTables()
        let told = Collected<WCDBError>()
        left.database.traceError { told.add($0) }
        defer { left.database.traceError(nil) }
        let isIn = DispatchSemaphore(value: 0)
        errors.start { [left, right] in
            try left.database.run(transaction: { _ in
                isIn.signal()
                try right.database.exec(TemporaryDatabase.insert(1, "late"))
            })
        }
        try right.database.run(transaction: { _ in
            try right.database.exec(TemporaryDatabase.insert(2, "early"))
            isIn.wait()
            Thread.sleep(forTimeInterval: 0.3)
            left.database.blockade()
            #expect(!left.database.isBlockaded)
        })
        try #require(errors.waits(forCount: 1))
        #expect(told.all.map(\.code) == [.Busy])
        #expect(try right.rows().count == 2)
    }

    /// It throws nothing, and so cannot be refused.
    @Test func `whether it is open is answered where it would wait for ever`() throws {
        try createTables()
        let meet = Self.makeMeeting(of: 2)
        errors.start { [left, right] in
            left.database.blockade()
            defer { left.database.unblockade() }
            meet()
            try right.database.exec(TemporaryDatabase.insert(1, "late"))
        }
        let answers = Collected<Bool>()
        errors.start { [left, right] in
            try right.database.run(transaction: { _ in
                try right.database.exec(TemporaryDatabase.insert(2, "early"))
                meet()
                Thread.sleep(forTimeInterval: 0.3)
                answers.add(left.database.isOpened)
            })
        }
        try #require(errors.waits(forCount: 2))
        #expect(errors.all.compactMap(\.self).isEmpty && answers.all == [true])
        #expect(try right.rows().count == 2)
    }
}
