import SQLSimulation
import Testing
import WCDBSQL

@Suite struct `Random scripts` {
    @Test func `a shorter script is the beginning of a longer one`() {
        let long = RandomScript.statements(seed: 5, count: 60)
        #expect(long.count == 60)
        #expect(RandomScript.statements(seed: 5, count: 25) == Array(long.prefix(25)))
        #expect(RandomScript.statements(seed: 6, count: 60) != long)
    }

    /// A statement that is no SQL would be refused on both sides, and test nothing.
    @Test(arguments: 1...20) func `every statement is SQL`(seed: UInt64) throws {
        for sql in RandomScript.statements(seed: seed, count: 60) {
            #expect(throws: Never.self, "\(sql)") { _ = try Parser.statement(sql) }
        }
    }

    @Test(arguments: 1...3) func `transactions survive crashes`(seed: UInt64) throws {
        let outcome = try SQLCrashCheck(seed: seed, steps: 8).run(limit: 60)
        #expect(outcome.cycles > 20)
        #expect(outcome.commits > 1)
    }

    /// Other statements go on behind an error of the disk, and what they commit must be right.
    @Test(arguments: 1...2) func `transactions survive faults`(seed: UInt64) throws {
        #expect(try SQLFaultCheck(seed: seed, steps: 8).run(limit: 40) == 40)
    }
}
