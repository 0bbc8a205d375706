import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Interleaved threads` {
    @Test(arguments: UInt64(0)..<8)
    func `see their snapshots, lose nothing and never lock each other out`(part: UInt64) throws {
        for number in 0..<UInt64(20 * TestScale.factor) {
            let seed = part << 32 + number
            do {
                let outcome = try InterleavingCheck(seed: seed, steps: 6).run()
                #expect(outcome.longestLog < 512 << 10)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test func `do the same again for the same seed`() throws {
        for seed in UInt64(1)...10 {
            let first = try InterleavingCheck(seed: seed, steps: 5).run(crashes: 0)
            let second = try InterleavingCheck(seed: seed, steps: 5).run(crashes: 0)
            #expect(first.digest == second.digest && first.steps == second.steps)
        }
    }

    @Test(arguments: [
        PlantedBug.writeAfterSuspension, .upgradeOldSnapshot, .publishBeforeVersions,
        .forgetWaiterThatGaveUp,
    ])
    func `find races that were planted`(bug: PlantedBug) {
        let isFound = (0..<UInt64(300)).contains { seed in
            var check = InterleavingCheck(seed: seed, steps: 6)
            check.plantedBugs = [bug]
            do {
                _ = try check.run(crashes: 0)
                return false
            } catch {
                return true
            }
        }
        #expect(isFound)
    }
}
