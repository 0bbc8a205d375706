import StorageSimulation
import Testing

@testable import WCDBEngine

@Suite struct `Integers that were met last` {
    @Test func `have the groups that were noted, or none`() {
        var recent = RecentIntegers()
        var groups: [Int64: Int] = [:]
        var random = SeededRandom(seed: 3)
        var hits = 0
        for round in 0..<50_000 {
            // A few that come again and again, and many of all sizes.
            let draw = Int64(bitPattern: random.next())
            let integer = round % 2 == 0 ? draw % 40 : draw >> (round % 64)
            let known = groups[integer]
            if let found = recent.group(of: integer) {
                #expect(found == known)
                hits += 1
                continue
            }
            let group = known ?? groups.count
            groups[integer] = group
            recent.note(integer, group: group, of: groups.count)
        }
        #expect(hits > 20_000)
    }
}
