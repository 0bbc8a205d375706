import StorageSimulation
import WCDBStorage

/// Deliberate protocol errors, each of which the other targets must find as they are: the tests
/// are tested.
struct PlantedTarget: FuzzTarget {
    let name = "planted"
    let summary = "plants protocol errors; crash, recover, faults or interleave must find each"
    /// Cycles after which an error counts as missed.
    var defaultEffort: Int { 100_000 }
    var shrinks: Bool { false }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var count = FuzzCount()
        var missed: [String] = []
        for bug in PlantedBug.allCases {
            var hunt = PlantedBugHunt(bug, seed: seed, budget: effort)
            if let finder = hunt.run() {
                print("  \(bug.rawValue): \(finder), after \(hunt.cycles) cycles")
                count.notes["found", default: 0] += 1
            } else {
                print("  \(bug.rawValue): NOT found in \(hunt.cycles) cycles")
                missed.append(bug.rawValue)
            }
            count.cycles += hunt.cycles
        }
        guard missed.isEmpty else { throw Contradiction("not found: \(missed)") }
        return count
    }
}

/// The search for one planted error: the targets take turns until one finds it.
private struct PlantedBugHunt {
    private let bug: PlantedBug
    private let budget: Int
    private var seed: UInt64
    private(set) var cycles = 0

    init(_ bug: PlantedBug, seed: UInt64, budget: Int) {
        self.bug = bug
        self.seed = seed
        self.budget = budget
    }

    /// The name of the target that found it.
    mutating func run() -> String? {
        while cycles < budget {
            var options = CrashCheck.smallOptions(seed: seed)
            options.plantedBugs = [bug]
            let check = CrashCheck(options: options, seed: seed, steps: 60)
            let faults = FaultCheck(options: options, seed: seed, steps: 6)
            var interleaving = InterleavingCheck(seed: seed, steps: 6)
            interleaving.plantedBugs = [bug]
            if finds({ try check.run(limit: 2000).cycles }) { return "crash" }
            if finds({ try check.runNested(limit: 100, depth: 2) }) { return "recover" }
            for number in 0..<400 {
                interleaving.seed = seed &* 400 &+ UInt64(number)
                if finds({ try interleaving.run().crashes + 1 }) { return "interleave" }
            }
            if finds({ try faults.run() }) { return "faults" }
            seed &+= 1
        }
        return nil
    }

    private mutating func finds(_ target: () throws -> Int) -> Bool {
        do {
            cycles += try target()
            return false
        } catch {
            return true
        }
    }
}
