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
    private let path: String
    private let seed: UInt64
    private let threads: Int

    package init(path: String, seed: UInt64, threads: Int = 16) {
        self.path = path
        self.seed = seed
        self.threads = threads
    }

    /// Runs until each thread has done so many operations; what all of them did.
    package func run(operations: Int) throws -> CrowdDeeds {
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
        let deeds = try board.deeds()
        try verify(database, deeds)
        try database.close {}
        return deeds
    }

    private func prepare(_ database: Database) throws {
        try database.create(table: Account.table, of: Account.self)
        try database.create(table: Entry.table, of: Entry.self)
        let accounts = (1...Account.count).map { Account(id: $0) }
        try database.insertOrReplace(accounts, intoTable: Account.table)
        try database.delete(fromTable: Entry.table)
    }

    /// Nothing that a thread did is lost, and nothing is there that nobody did.
    private func verify(_ database: Database, _ deeds: CrowdDeeds) throws {
        let accounts: [Account] = try database.getObjects(
            fromTable: Account.table, orderBy: [Account.Properties.id.order(.ascending)])
        for account in accounts {
            let index = account.id - 1
            guard account.balance == deeds.moved[index] else {
                throw Contradiction(
                    "account \(account.id) has \(account.balance), not \(deeds.moved[index])")
            }
            guard account.touches == deeds.touched[index] else {
                throw Contradiction(
                    "account \(account.id): \(account.touches) of \(deeds.touched[index]) touches")
            }
        }
        let count = try database.getValue(on: Column.all().count(), fromTable: Entry.table)
        guard count.intValue == deeds.entries else {
            throw Contradiction("\(count.intValue) of \(deeds.entries) entries")
        }
        let check = try database.getRows(sql: "PRAGMA integrity_check")
        guard check.count == 1, check[0][0].stringValue == "ok" else {
            throw Contradiction("integrity_check: \(check)")
        }
    }
}
