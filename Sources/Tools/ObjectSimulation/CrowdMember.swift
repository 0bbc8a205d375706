import Foundation
import StorageSimulation
import WCDBSwift

/// One thread of a crowd: what it does next, what it must find, and what it did.
///
/// **Users.** One thread.
struct CrowdMember {
    let number: Int
    /// Another object of the same path now and then.
    private(set) var database: Database
    private let board: CrowdBoard
    var random: SeededRandom
    private(set) var deeds = CrowdDeeds()

    init(number: Int, _ database: Database, _ board: CrowdBoard, seed: UInt64) {
        self.number = number
        self.database = database
        self.board = board
        random = SeededRandom(seed: seed)
    }

    /// Does so much, unless another member fails first.
    mutating func work(_ count: Int) throws {
        while deeds.operations < count, !board.hasFailed {
            let choice = random.below(500)
            if random.oneIn(20) { database = Database(at: database.path) }
            do {
                try operate(choice)
            } catch {
                throw Contradiction(
                    "thread \(number), operation \(deeds.operations) of kind \(choice): \(error)")
            }
            deeds.operations += 1
        }
    }

    private mutating func operate(_ choice: Int) throws {
        switch choice {
        case 0..<70: try transfer()
        case 70..<130: try touch()
        case 130..<160: try undo()
        case 160..<220: try write()
        case 220..<270: try lookAtEntries(of: number, atLeast: deeds.entries, atMost: deeds.entries)
        case 270..<320:
            let other = random.below(board.memberCount)
            try lookAtEntries(of: other, atLeast: board.entries(of: other), atMost: nil)
        case 320..<350: try lookAtSum()
        case 350..<375: try stepThroughAccounts()
        case 375..<388: try writeSlowly()
        case 388..<393: try makeTable()
        case 393..<395: try database.passiveCheckpoint()
        case 395: try database.truncateCheckpoint()
        case 396..<399: database.purge()
        case 399: try database.close {}
        case 400..<420: try changeWithinLoop()
        case 420..<450: try transferFromTask()
        case 450..<480: try lookFromTask()
        case 480..<490: try configure()
        default: listen()
        }
    }

    mutating func account() -> Int { 1 + random.below(Account.count) }

    // MARK: Accounts

    /// Reads two balances and writes them back, in one transaction.
    private mutating func transfer() throws {
        let (from, to) = (account(), account())
        guard from != to else { return }
        let amount = random.below(100)
        try database.run(transaction: { handle in
            try CrowdMember.add(-amount, to: from, handle)
            try CrowdMember.add(amount, to: to, handle)
        })
        didTransfer(amount, from, to)
    }

    mutating func didTransfer(_ amount: Int, _ from: Int, _ to: Int) {
        deeds.moved[from - 1] -= amount
        deeds.moved[to - 1] += amount
        deeds.transfers += 1
    }

    static func add(_ amount: Int, to account: Int, _ handle: Handle) throws {
        let here = Account.Properties.id == account
        let found = try handle.getValue(
            on: Account.Properties.balance, fromTable: Account.table, where: here)
        guard found.type != .null else { throw Contradiction("account \(account) is gone") }
        try handle.update(
            table: Account.table, on: Account.Properties.balance,
            with: Account(id: account, balance: found.intValue + amount), where: here)
    }

    /// One statement that is a transaction of its own.
    private mutating func touch() throws {
        let account = account()
        let column = Account.Properties.touches
        try database.exec(
            StatementUpdate().update(table: Account.table).set(column).to(column + 1)
                .where(Account.Properties.id == account))
        deeds.touched[account - 1] += 1
    }

    /// Changes that are taken back, one way or the other.
    private mutating func undo() throws {
        struct Reason: Error {}
        let account = account()
        if random.oneIn(2) {
            return try database.run(controllableTransaction: { handle in
                try CrowdMember.add(1000, to: account, handle)
                return false
            })
        }
        do {
            try database.run(transaction: { handle in
                try handle.delete(
                    fromTable: Account.table, where: Account.Properties.id == account)
                throw Reason()
            })
        } catch is Reason {}
    }

    private func lookAtSum() throws {
        let sum = try database.getValue(
            on: Account.Properties.balance.sum(), fromTable: Account.table)
        guard sum.intValue == 0 else { throw Contradiction("all accounts: \(sum)") }
    }

    /// The same row by row, with a statement that stays open while others write.
    private func stepThroughAccounts() throws {
        let handle = try database.getHandle()
        let statement = try handle.getOrCreatePreparedStatement(
            with: StatementSelect().select(Account.Properties.balance).from(Account.table))
        defer { statement.finalize() }
        var (sum, count) = (0, 0)
        while try statement.step() {
            sum += statement.value(atIndex: 0).intValue
            count += 1
        }
        guard sum == 0, count == Account.count else {
            throw Contradiction("\(count) accounts with \(sum)")
        }
    }

    // MARK: Entries

    private func entry(_ entry: Int) -> Entry {
        let text = String(repeating: "\(entry) ", count: entry % 50)
        return Entry(author: number, number: entry, text: text)
    }

    private mutating func write() throws {
        let new = (1...1 + random.below(4)).map { entry(deeds.entries + $0) }
        try database.insert(new, intoTable: Entry.table)
        didWrite(new.count)
    }

    /// One by one, making way for whoever waits.
    private mutating func writeSlowly() throws {
        let new = (1...1 + random.below(30)).map { entry(deeds.entries + $0) }
        var written = 0
        try database.run(pausableTransaction: { handle, stop, isNew in
            try handle.insert(new[written], intoTable: Entry.table)
            written += 1
            stop = written == new.count
        })
        didWrite(new.count)
    }

    private mutating func didWrite(_ count: Int) {
        deeds.entries += count
        board.setEntries(of: number, deeds.entries)
    }

    private func lookAtEntries(of author: Int, atLeast: Int, atMost: Int?) throws {
        let found: [Entry] = try database.getObjects(
            fromTable: Entry.table, where: Entry.Properties.author == author,
            orderBy: [Entry.Properties.number.order(.ascending)])
        for (index, entry) in found.enumerated() {
            guard entry.number == index + 1, entry.author == author else {
                throw Contradiction("entry \(index + 1) of \(author) is \(entry)")
            }
        }
        guard found.count >= atLeast, found.count <= atMost ?? .max else {
            throw Contradiction("\(found.count) entries of \(author), which wrote \(atLeast)")
        }
    }

    // MARK: The schema

    /// A table that comes and goes, so that all statements have to be compiled again.
    private func makeTable() throws {
        let name = "passing\(number)"
        try database.create(table: name, of: Entry.self)
        try database.insert(entry(1), intoTable: name)
        let count = try database.getValue(on: Column.all().count(), fromTable: name)
        guard count.intValue == 1 else { throw Contradiction("\(name): \(count)") }
        try database.drop(table: name)
    }
}
