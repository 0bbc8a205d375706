import SQLSimulation
import StorageSimulation
import Testing
import WCDBSQL

@Suite struct `Random trees` {
    @Test(arguments: 1...20)
    func `are equal after rendering and parsing`(seed: UInt64) throws {
        var tree = RandomTree(seed: seed)
        for _ in 0..<100 {
            let statement = tree.statement(size: tree.random.below(30))
            try RoundTrip.check(statement)
        }
    }

    @Test func `leave no case out`() {
        var hits: [String: Int] = [:]
        for seed in 1...4 {
            var tree = RandomTree(seed: UInt64(seed))
            for _ in 0..<500 { _ = tree.statement(size: 20) }
            hits.merge(tree.hits, uniquingKeysWith: +)
        }
        #expect(Coverage.missing(in: hits, minimum: 1) == [])
    }

    @Test(arguments: 1...10)
    func `survive damage to their text without a trap`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let bytes = TokenSoup.text(&random)
            var parser = Parser(bytes: bytes)
            do {
                while let parsed = try parser.nextStatement() {
                    try RoundTrip.check(parsed.statement)
                }
            } catch let error as ParseError {
                #expect((0...bytes.count).contains(error.offset))
            }
        }
    }
}
