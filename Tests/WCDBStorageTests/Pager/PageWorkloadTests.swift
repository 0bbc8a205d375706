import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Random transactions on pages` {
    @Test(arguments: UInt64(1)...24)
    func `agree with their model through every checkpoint and reopening`(seed: UInt64) throws {
        let disk = SimulatedFileSystem(seed: seed)
        let workload = try PageWorkload(
            seed: seed, path: "/db/test", options: CrashCheck.smallOptions(seed: seed),
            fileSystem: disk)
        try workload.run(steps: 150)
        let reader = try workload.store.beginRead()
        try workload.model.verify(reader)
        reader.end()
        try workload.finish()
        #expect(Set(disk.image.files.keys) == ["/db/test"])
    }

    @Test(arguments: UInt64(1)...12)
    func `survive a crash at their I/O calls`(seed: UInt64) throws {
        let check = CrashCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: 40)
        let outcome = try check.run(limit: 400)
        #expect(outcome.cycles > 200)
    }

    /// The last seed found that recovery wrote the mirror of a damaged page 1 first, which was all
    /// there was of the header: torn as well, neither of them was left.
    @Test(arguments: [UInt64(1), 2, 3, 0x6100_010A])
    func `survive crashes of their recovery, too`(seed: UInt64) throws {
        let check = CrashCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: 40)
        #expect(try check.runNested(limit: 200, depth: 4) == 800)
    }
}
