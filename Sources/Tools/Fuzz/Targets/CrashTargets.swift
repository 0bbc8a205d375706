import StorageSimulation
import WCDBStorage

/// Crashes of a recorded workload at its I/O calls, under every loss model.
struct CrashTarget: FuzzTarget {
    let name = "crash"
    let summary = "a crash at each I/O call of random transactions; recovers and compares"

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let check = CrashCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: effort)
        let outcome = try check.run(limit: .max)
        return FuzzCount(cycles: outcome.cycles, notes: ["commits": outcome.commits])
    }
}

/// Crashes during the recovery from crashes, up to four deep.
struct RecoverTarget: FuzzTarget {
    let name = "recover"
    let summary = "crashes during recovery, up to four deep"

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        let check = CrashCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: effort)
        return FuzzCount(cycles: try check.runNested(limit: 200, depth: 4))
    }
}

/// Deliberate protocol errors, each of which the crash target must find.
struct PlantedTarget: FuzzTarget {
    let name = "planted"
    let summary = "plants protocol errors; the crash targets must find each within 100,000 cycles"
    var defaultEffort: Int { 100_000 }
    var shrinks: Bool { false }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var count = FuzzCount()
        var missed: [String] = []
        for bug in PlantedBug.allCases {
            if try isFound(bug, seed: seed, budget: effort, count: &count) {
                count.notes["found", default: 0] += 1
            } else {
                missed.append(bug.rawValue)
            }
        }
        guard missed.isEmpty else { throw Contradiction("not found: \(missed)") }
        return count
    }

    private func isFound(
        _ bug: PlantedBug, seed: UInt64, budget: Int, count: inout FuzzCount
    ) throws -> Bool {
        var cycles = 0
        var number: UInt64 = 0
        while cycles < budget {
            var options = CrashCheck.smallOptions(seed: seed &+ number)
            options.plantedBugs = [bug]
            let check = CrashCheck(options: options, seed: seed &+ number, steps: 60)
            number += 1
            do {
                let outcome = try check.run(limit: 3000)
                cycles += outcome.cycles
                cycles += try check.runNested(limit: 100, depth: 2)
            } catch {
                print("  \(bug.rawValue): found after \(cycles) cycles")
                count.cycles += cycles
                return true
            }
        }
        print("  \(bug.rawValue): NOT found in \(cycles) cycles")
        count.cycles += cycles
        return false
    }
}
