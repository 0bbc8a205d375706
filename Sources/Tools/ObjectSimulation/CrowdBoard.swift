import StorageSimulation
import Synchronization

/// What threads of a crowd did: each for itself, and added up, all of them.
package struct CrowdDeeds: Sendable {
    package var operations = 0
    package var transfers = 0
    package var entries = 0
    /// What was added to each account.
    var moved = [Int](repeating: 0, count: Account.count)
    var touched = [Int](repeating: 0, count: Account.count)

    mutating func add(_ other: CrowdDeeds) {
        operations += other.operations
        transfers += other.transfers
        entries += other.entries
        for index in 0..<Account.count {
            moved[index] += other.moved[index]
            touched[index] += other.touched[index]
        }
    }
}

/// What the members of a crowd tell each other.
///
/// **Users.** All threads of one run. Each writes at its own seat, and reads those of all.
final class CrowdBoard: Sendable {
    private final class Seat: Sendable {
        let entries = Atomic<Int>(0)
        /// Of a member that is done.
        let report = AtomicLazyReference<Report>()
    }

    private final class Report: Sendable {
        let deeds: CrowdDeeds
        let failure: (any Error)?

        init(_ deeds: CrowdDeeds, _ failure: (any Error)?) {
            self.deeds = deeds
            self.failure = failure
        }
    }

    private let seats: [Seat]
    private let failed = Atomic<Bool>(false)

    init(_ members: Int) { seats = (0..<members).map { _ in Seat() } }

    var memberCount: Int { seats.count }
    var hasFailed: Bool { failed.load(ordering: .relaxed) }

    /// How many entries a member was told are written.
    func entries(of member: Int) -> Int { seats[member].entries.load(ordering: .acquiring) }

    func setEntries(of member: Int, _ count: Int) {
        seats[member].entries.store(count, ordering: .releasing)
    }

    /// A member is done.
    func finish(_ member: CrowdMember, _ result: Result<Void, any Error>) {
        var failure: (any Error)?
        if case .failure(let error) = result { failure = error }
        _ = seats[member.number].report.storeIfNil(Report(member.deeds, failure))
        if failure != nil { failed.store(true, ordering: .relaxed) }
    }

    /// What all members did. Throws what one of them failed with. Requires: all are done.
    func deeds() throws -> CrowdDeeds {
        var sum = CrowdDeeds()
        for seat in seats {
            guard let report = seat.report.load() else {
                throw Contradiction("a thread ended without a report")
            }
            if let failure = report.failure { throw failure }
            sum.add(report.deeds)
        }
        return sum
    }
}
