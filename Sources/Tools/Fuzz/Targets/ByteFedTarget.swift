import StorageSimulation

/// Feeds inputs from a seed to a part of the engine that reads bytes.
struct ByteFedTarget: FuzzTarget {
    let name: String
    let summary: String
    let defaultEffort: Int
    private let fed: any ByteFed
    /// Inputs that are watched together, where one alone takes less time than looking.
    private let batch: Int

    init(_ fed: any ByteFed, batch: Int = 1, effort: Int, _ summary: String) {
        name = fed.name
        self.fed = fed
        self.batch = batch
        defaultEffort = effort
        self.summary = summary
    }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        var count = FuzzCount()
        while count.cycles < effort {
            let inputs = (0..<min(batch, effort - count.cycles)).map { _ in
                fed.makeInput(&random)
            }
            let size = inputs.reduce(0) { $0 + fed.size(ofInput: $1.count) }
            let verdicts = try Watchdog.shared.watching(inputOf: size) {
                try inputs.map { try fed.feed($0) }
            }
            for verdict in verdicts { count.notes[verdict.rawValue, default: 0] += 1 }
            count.cycles += inputs.count
        }
        return count
    }
}

/// The two encodings: values go there and back, and bytes of anybody are refused or mean one thing.
struct EncodingTarget: FuzzTarget {
    let name: String
    let summary: String
    var defaultEffort: Int { 20_000 }
    private let bytes: ByteFedTarget
    private let roundTrip: @Sendable (inout SeededRandom) throws -> Void

    init(
        _ fed: any ByteFed, _ summary: String,
        _ roundTrip: @escaping @Sendable (inout SeededRandom) throws -> Void
    ) {
        name = fed.name
        self.summary = summary
        bytes = ByteFedTarget(fed, batch: 512, effort: 0, summary)
        self.roundTrip = roundTrip
    }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        let half = effort / 2
        for _ in 0..<half { try roundTrip(&random) }
        var count = try bytes.run(seed: seed, effort: effort - half)
        count.cycles += half
        return count
    }
}
