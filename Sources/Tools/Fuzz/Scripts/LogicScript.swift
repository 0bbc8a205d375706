import Foundation

/// A script of statements and queries with the results they must have.
struct LogicScript {
    struct Record {
        enum Kind {
            case statement(mustFail: Bool)
            case query(types: String, sort: String, label: String?)
        }
        var kind: Kind
        var sql: String
        var expected: [String]
        var line: Int
        /// Hash results of more values than this; 0 = never.
        var threshold: Int
    }

    private(set) var records: [Record] = []
    private(set) var skipped = 0

    init(contentsOf path: String) throws {
        // As bytes: to Swift a carriage return and a line feed are one character.
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        parse(
            bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
                String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            })
    }

    private mutating func parse(_ lines: [String]) {
        var threshold = 8
        var block: [String] = []
        var start = 0
        for (number, line) in (lines + [""]).enumerated() {
            if line.hasPrefix("#") { continue }
            if !line.allSatisfy(\.isWhitespace) {
                if block.isEmpty { start = number + 1 }
                block.append(line)
                continue
            }
            guard !block.isEmpty else { continue }
            let isHalted = add(block, line: start, &threshold)
            block = []
            if isHalted { return }
        }
    }

    /// Adds one record; true if the script ends here.
    private mutating func add(_ block: [String], line: Int, _ threshold: inout Int) -> Bool {
        var rest = block[...]
        var isSkipped = false
        while let words = rest.first?.split(separator: " "), let word = words.first,
            word == "skipif" || word == "onlyif"
        {
            let isOurs = words.count > 1 && words[1].lowercased() == "sqlite"
            if (word == "skipif") == isOurs { isSkipped = true }
            rest.removeFirst()
        }
        guard let head = rest.popFirst() else { return false }
        let words = head.split(separator: " ").map(String.init)
        if isSkipped {
            if words.first == "statement" || words.first == "query" { skipped += 1 }
            return false
        }
        switch words.first {
        case "halt": return true
        case "hash-threshold": threshold = words.count > 1 ? Int(words[1]) ?? 8 : 8
        case "statement":
            records.append(
                Record(
                    kind: .statement(mustFail: words.count > 1 && words[1] == "error"),
                    sql: rest.joined(separator: "\n"), expected: [], line: line,
                    threshold: threshold))
        case "query":
            let split = rest.firstIndex(of: "----") ?? rest.endIndex
            let expected = split < rest.endIndex ? Array(rest[(split + 1)...]) : []
            records.append(
                Record(
                    kind: .query(
                        types: words.count > 1 ? words[1] : "",
                        sort: words.count > 2 ? words[2] : "nosort",
                        label: words.count > 3 ? String(words[3].prefix(20)) : nil),
                    sql: rest[..<split].joined(separator: "\n"), expected: expected,
                    line: line, threshold: threshold))
        default: break
        }
        return false
    }
}
