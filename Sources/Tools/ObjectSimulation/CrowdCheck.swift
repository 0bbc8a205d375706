import Foundation
import StorageSimulation
import WCDBSwift

/// Many threads that read, write, check and close one database through the public interface, as
/// fast as they can.
///
/// Each thread knows what it did; what all did together must be in the tables at the end, and every
/// look at them in between has to find a state that can be: no sum out of balance, no gap between
/// entries, nothing missing that somebody was told is written.
///
/// The order in which threads come to their turn is the machine's: a seed replays what each of them
/// does, not the failure.
package struct CrowdCheck: Sendable {
    package struct Outcome: Sendable {
        package var operations = 0
        package var entries = 0
        package var transfers = 0
    }

    private let path: String
    private let seed: UInt64
    private let threads: Int

    package init(path: String, seed: UInt64, threads: Int = 16) {
        self.path = path
        self.seed = seed
        self.threads = threads
    }

    /// Runs until each thread has done so many operations.
    package func run(operations: Int) throws -> Outcome {
        let database = Database(at: path)
        try prepare(database)
        let board = CrowdBoard(threads)
        let group = DispatchGroup()
        for number in 0..<threads {
            let database = database
            let seed = seed &+ UInt64(number) &* 0x9E37
            group.enter()
            let thread = Thread {
                var member = CrowdMember(number: number, database, board, seed: seed)
                let result = Result { try member.work(operations) }
                board.finish(member, result)
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        group.wait()
        try board.throwFailure()
        try verify(database, board)
        try database.close {}
        return board.outcome
    }

    private func prepare(_ database: Database) throws {
        try database.create(table: Account.table, of: Account.self)
        try database.create(table: Entry.table, of: Entry.self)
        let accounts = (1...Account.count).map { Account(id: $0) }
        try database.insertOrReplace(accounts, intoTable: Account.table)
        try database.delete(fromTable: Entry.table)
    }

    /// Nothing that a thread did is lost, and nothing is there that nobody did.
    private func verify(_ database: Database, _ board: CrowdBoard) throws {
        let accounts: [Account] = try database.getObjects(
            fromTable: Account.table, orderBy: [Account.Properties.id.order(.ascending)])
        let sums = board.sums
        for account in accounts {
            let index = account.id - 1
            guard account.balance == sums.moved[index] else {
                throw Contradiction(
                    "account \(account.id) has \(account.balance), not \(sums.moved[index])")
            }
            guard account.touches == sums.touched[index] else {
                throw Contradiction(
                    "account \(account.id): \(account.touches) of \(sums.touched[index]) touches")
            }
        }
        let count = try database.getValue(on: Column.all().count(), fromTable: Entry.table)
        guard count.intValue == sums.entries else {
            throw Contradiction("\(count.intValue) of \(sums.entries) entries")
        }
        let check = try database.getRows(sql: "PRAGMA integrity_check")
        guard check.count == 1, check[0][0].stringValue == "ok" else {
            throw Contradiction("integrity_check: \(check)")
        }
    }
}

/// What the members of a crowd tell each other.
///
/// **Users.** All threads of one run.
final class CrowdBoard: Sendable {
    struct Sums: Sendable {
        var moved = [Int](repeating: 0, count: Account.count)
        var touched = [Int](repeating: 0, count: Account.count)
        var entries = 0
    }

    private struct State {
        var entries: [Int]
        var sums = Sums()
        var outcome = CrowdCheck.Outcome()
        var failure: (any Error)?
    }

    let memberCount: Int
    /// A lock that the thread sanitizer knows, which it does not know of those of the language.
    private let lock = NSLock()
    /// Guarded by `lock`.
    nonisolated(unsafe) private var state: State

    init(_ members: Int) {
        memberCount = members
        state = State(entries: [Int](repeating: 0, count: members))
    }

    private func locked<Answer>(_ body: (inout State) -> Answer) -> Answer {
        lock.withLock { body(&state) }
    }

    /// How many entries a member was told are written.
    func entries(of member: Int) -> Int { locked { $0.entries[member] } }
    func setEntries(of member: Int, _ count: Int) { locked { $0.entries[member] = count } }

    var hasFailed: Bool { locked { $0.failure != nil } }
    var sums: Sums { locked { $0.sums } }
    var outcome: CrowdCheck.Outcome { locked { $0.outcome } }

    /// A member is done.
    func finish(_ member: CrowdMember, _ result: Result<Void, any Error>) {
        locked { state in
            member.add(to: &state.sums, &state.outcome)
            if case .failure(let error) = result, state.failure == nil { state.failure = error }
        }
    }

    func throwFailure() throws {
        if let failure = locked({ $0.failure }) { throw failure }
    }
}
