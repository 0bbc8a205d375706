import SQLSimulation
import StorageSimulation
import WCDBSQL

/// Any bytes: no trap, no hang, an error within the text, and what is accepted makes the round
/// trip.
struct ParserTarget: FuzzTarget {
    let name = "parser"
    let summary = "random bytes, tokens and damaged statements as SQL text"
    var defaultEffort: Int { 2_000 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        var count = FuzzCount()
        for _ in 0..<effort {
            let bytes = TokenSoup.text(&random)
            count.cycles += 1
            count.notes[try outcome(bytes), default: 0] += 1
        }
        return count
    }

    private func outcome(_ bytes: [UInt8]) throws -> String {
        var parser = Parser(bytes: bytes)
        var last = 0
        do {
            while let parsed = try parser.nextStatement() {
                guard parsed.rest > last, parsed.rest <= bytes.count else {
                    throw Contradiction("the rest begins at \(parsed.rest) after \(last)")
                }
                last = parsed.rest
                do {
                    try RoundTrip.check(parsed.statement)
                } catch {
                    throw Contradiction("\(error)\nread from: \(text(bytes))")
                }
            }
            return "accepted"
        } catch let error as ParseError {
            guard error.offset >= 0, error.offset <= bytes.count else {
                throw Contradiction("the error lies at \(error.offset): \(error.message)")
            }
            return "refused"
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Random trees, rendered and parsed. A long run must have made every case often.
struct RoundTripTarget: FuzzTarget {
    let name = "roundtrip"
    let summary = "random statements: equal after rendering and parsing"
    var defaultEffort: Int { 1_000 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var tree = RandomTree(seed: seed)
        for _ in 0..<effort {
            try RoundTrip.check(tree.statement(size: tree.random.below(30)))
        }
        return FuzzCount(cycles: effort, notes: tree.hits)
    }

    func objection(to total: FuzzCount) -> String? {
        guard total.cycles >= 200_000 else { return nil }
        let missing = Coverage.missing(in: total.notes, minimum: 100)
        return missing.isEmpty ? nil : "made too rarely: " + missing.joined(separator: ", ")
    }
}
