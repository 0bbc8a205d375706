import Foundation
import StorageSimulation
import Synchronization
import WCDBSwift

/// What a thread of a crowd does through chain calls and tasks.
extension CrowdMember {
    /// Changes rows while a loop goes through them: the loop shows those of the moment when it
    /// began.
    func changeWithinLoop() throws {
        let select = try database.prepareSelect(of: Entry.self, fromTable: Entry.table)
            .where(Entry.Properties.author == number)
            .order(by: Entry.Properties.number.order(.ascending))
        var count = 0
        while let entry: Entry = try select.nextObject() {
            count += 1
            guard entry.number == count else {
                throw Contradiction("entry \(count) in a loop is \(entry)")
            }
            guard count % 16 == 0 else { continue }
            try database.update(
                table: Entry.table, on: Entry.Properties.text,
                with: Entry(author: number, number: count, text: "changed"),
                where: Entry.Properties.author == number && Entry.Properties.number == count)
        }
        guard count == deeds.entries else {
            throw Contradiction("\(count) of \(deeds.entries) entries in a loop")
        }
    }

    // MARK: Tasks

    /// Runs a task and waits for its end: this thread is none of those that tasks run on.
    private func wait<Answer: Sendable>(
        cancelling: Bool = false, _ body: @escaping @Sendable () async throws -> Answer
    ) throws -> Answer {
        let answer = Handover<Answer>()
        let task = Task {
            do {
                answer.give(.success(try await body()))
            } catch {
                answer.give(.failure(error))
            }
        }
        if cancelling { task.cancel() }
        return try answer.take()
    }

    /// A task that is called off has done all or nothing, and says which.
    mutating func transferFromTask() throws {
        let (from, to) = (account(), account())
        guard from != to else { return }
        let amount = random.below(100)
        let database = database
        do {
            try wait(cancelling: random.oneIn(3)) {
                try await database.write { handle in
                    try CrowdMember.add(-amount, to: from, handle)
                    try CrowdMember.add(amount, to: to, handle)
                }
            }
            didTransfer(amount, from, to)
        } catch is CancellationError {}
    }

    /// Two looks of one moment.
    func lookFromTask() throws {
        let database = database
        let (sum, counts) = try wait {
            try await database.read { handle in
                let sum = try handle.getValue(
                    on: Account.Properties.balance.sum(), fromTable: Account.table)
                var counts: [Int] = []
                for _ in 0..<2 {
                    let count = try handle.getValue(
                        on: Column.all().count(), fromTable: Entry.table)
                    counts.append(count.intValue)
                }
                return (sum.intValue, counts)
            }
        }
        guard sum == 0, counts[0] == counts[1], counts[0] >= deeds.entries else {
            throw Contradiction("a task saw \(sum) in all accounts and \(counts) entries")
        }
    }

    // MARK: Settings

    func configure() throws {
        let name = "crowd\(number % 4)"
        if number % 3 == 0 { return database.removeConfig(named: name) }
        database.setConfig(
            named: name,
            withInvocation: { handle in
                try handle.exec(StatementPragma().pragma(.caseSensitiveLike).to(false))
            })
    }

    func listen() {
        if number % 2 == 0 {
            database.traceSQL { (_, _, _, _, _) in }
        } else {
            database.traceSQL(nil)
        }
    }
}

/// What a task hands, once, to a thread that waits for it.
private final class Handover<Answer: Sendable>: Sendable {
    private final class Parcel: Sendable {
        let result: Result<Answer, any Error>
        init(_ result: Result<Answer, any Error>) { self.result = result }
    }

    private let semaphore = DispatchSemaphore(value: 0)
    private let parcel = AtomicLazyReference<Parcel>()

    func give(_ result: Result<Answer, any Error>) {
        _ = parcel.storeIfNil(Parcel(result))
        semaphore.signal()
    }

    func take() throws -> Answer {
        semaphore.wait()
        guard let parcel = parcel.load() else {
            throw Contradiction("a task ended without a result")
        }
        return try parcel.result.get()
    }
}
