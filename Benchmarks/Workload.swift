/// One question about speed, asked of our engine and of SQLite in the same way.
///
/// Each measurement runs in a process of its own: `runOurs` or `runPeer` is called once, with the
/// fixture already on disk. Both compute the same check value from what they read or wrote; a
/// ratio is printed only when all check values agree.
protocol Workload: Sendable {
    /// The name in the table of workloads, such as "W4a".
    var name: String { get }
    var question: String { get }
    /// What is reported; most workloads have one figure, some a second one that includes the
    /// checkpoint, so that work cannot be hidden by moving it.
    var metrics: [Metric] { get }
    /// The database that must exist before the measurement; nil starts empty.
    var fixture: Fixture? { get }
    /// Whether one connection is enough, which is all that exclusive locking allows SQLite.
    var needsOneConnection: Bool { get }

    /// Builds on both sides what the measurement starts from. Called in a process of its own.
    func prepare(_ bench: Workbench, side: Side) throws
    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome
    func runOurs(_ bench: Workbench) throws -> Outcome
}

extension Workload {
    var fixture: Fixture? { nil }
    var needsOneConnection: Bool { true }

    func prepare(_ bench: Workbench, side: Side) throws {
        try fixture?.build(bench, side)
    }
}

/// Who is measured.
enum Side: String, Codable, Sendable {
    case ours, peer
}

/// A figure of a workload, and what is demanded of it.
struct Metric: Sendable {
    let name: String
    /// How many times faster than the best non-exclusive SQLite setting a release must be.
    var gate: Double?
    /// The same against the best setting with exclusive locking, where there is such a gate.
    var exclusiveGate: Double?
}

/// What one measurement found.
struct Outcome: Codable, Sendable {
    /// Nanoseconds per row or operation, by metric.
    var nanoseconds: [String: Double]
    var check: UInt64
    var fileBytes: Int64?
    var logBytes: Int64?
    /// The most memory the process ever had resident.
    var peakMemoryBytes: Int64?

    init(
        _ nanoseconds: [String: Double], check: UInt64, fileBytes: Int64? = nil,
        logBytes: Int64? = nil
    ) {
        self.nanoseconds = nanoseconds
        self.check = check
        self.fileBytes = fileBytes
        self.logBytes = logBytes
    }
}

/// Why a measurement could not be made.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
