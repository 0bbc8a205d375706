import StorageSimulation
import Testing
import WCDBSQL

/// What is nested `count` times in one of the ways that SQL has.
enum Nest: String, CaseIterable, Sendable {
    case parentheses, leftChain, rightChain, logic, minus, not, call, caseOperand, caseResult
    case list, membership, row, cast, subquery, exists, from, group, collate, like, between
    case window, common, postfix, table

    /// What must be possible. The reference stops at 18 queries, 31 calls, 94 operators.
    var levels: Int {
        switch self {
        case .parentheses, .leftChain, .logic: 999
        case .subquery, .exists, .from, .window, .common: 24
        case .call, .caseOperand, .caseResult, .list, .cast, .group, .table: 49
        case .rightChain, .minus, .not, .membership, .row, .collate, .like, .between, .postfix: 98
        }
    }

    func text(_ count: Int, around core: String = "a") -> String {
        func around(_ before: String, _ inner: String, _ after: String) -> String {
            let inner = inner == "a" ? core : inner
            return String(repeating: before, count: count) + inner
                + String(repeating: after, count: count)
        }
        switch self {
        case .parentheses: return "SELECT " + around("(", "a", ")")
        case .leftChain: return "SELECT " + around("", "a", " + a")
        case .rightChain: return "SELECT " + around("a + (", "a", ")")
        case .logic: return "SELECT " + around("", "a", " AND a")
        case .minus: return "SELECT " + around("- ", "a", "")
        case .not: return "SELECT " + around("NOT ", "a", "")
        case .call: return "SELECT " + around("f(", "a", ")")
        case .caseOperand: return "SELECT " + around("CASE ", "a", " WHEN 1 THEN 2 END")
        case .caseResult: return "SELECT " + around("CASE WHEN 1 THEN ", "a", " END")
        case .list: return "SELECT " + around("a IN (", "a", ")")
        case .membership: return "SELECT " + around("", "a", " IN (1)")
        case .row: return "SELECT " + around("(1, ", "a", ")")
        case .cast: return "SELECT " + around("CAST(", "a", " AS INT)")
        case .subquery: return "SELECT " + around("(SELECT ", "a", ")")
        case .exists: return "SELECT " + around("EXISTS (SELECT ", "a", ")")
        case .from: return "SELECT a FROM " + around("(SELECT a FROM ", "t", ")")
        case .group: return "SELECT a FROM " + around("(", "t", ")")
        case .collate: return "SELECT " + around("", "a", " COLLATE x")
        case .like: return "SELECT " + around("", "a", " LIKE a")
        case .between: return "SELECT " + around("a BETWEEN ", "a", " AND a")
        case .window: return "SELECT " + around("f() OVER (ORDER BY ", "a", ")")
        case .common: return around("WITH t AS (", "SELECT 1", ") SELECT 1")
        case .postfix: return "SELECT " + around("", "a", " ISNULL")
        case .table: return "SELECT " + around("a IN f(", "a", ")")
        }
    }
}

@Suite struct `Deep trees` {
    /// Parses, renders, compares, hashes and destroys; says how far it came.
    static func exercise(_ text: String) -> String {
        do {
            let statement = try Parser.statement(text)
            let again = try Parser.statement(statement.sql)
            guard statement == again else { return "differs" }
            return statement.hashValue == again.hashValue ? "fine" : "hash"
        } catch {
            return error.message
        }
    }

    @Test(arguments: Nest.allCases)
    func `go as deep as in SQLite, and deeper`(nest: Nest) async {
        let outcome = await SmallStack.run { Self.exercise(nest.text(nest.levels)) }
        #expect(outcome == "fine")
    }

    @Test(arguments: Nest.allCases, [49, 99, 100, 101, 998, 999, 1000, 3000, 100_000])
    func `are refused before they overflow the stack`(nest: Nest, count: Int) async {
        let outcome = await SmallStack.run { Self.exercise(nest.text(count)) }
        let refusals = [
            "fine", "parser stack overflow",
            TreeExtent.refusal,
        ]
        #expect(refusals.contains(outcome))
    }

    /// Wraps at random until the parser refuses, so that every mixture meets the bound.
    @Test(arguments: 1...12)
    func `of any mixture are refused in time`(seed: UInt64) async {
        let outcome = await SmallStack.run {
            var random = SeededRandom(seed: seed)
            let kinds = Nest.allCases.filter { $0 != .common && $0 != .from && $0 != .group }
            var text = "SELECT a"
            for _ in 0..<400 {
                let inner = String(text.dropFirst("SELECT ".count))
                let kind = kinds[random.below(kinds.count)]
                let next = kind.text(1 + random.below(4), around: "(\(inner))")
                switch Self.exercise(next) {
                case "fine": text = next
                case "differs", "hash": return "wrong: \(next)"
                default: continue
                }
            }
            return Self.exercise(text)
        }
        #expect(outcome == "fine")
    }

    @Test func `of a builder are bounded too`() {
        var left = Expression.column("a")
        var right = left
        var query = SelectStatement(.select([left]))
        for _ in 0..<5000 {
            left = .binary(.and, left, .integer(1))
            right = .binary(.and, .integer(1), right)
            query = SelectStatement(.select([.subquery(Subquery(query))]))
        }
        #expect(left.extent.isExceeded && right.extent.isExceeded)
        #expect(query.extent.isExceeded)
        #expect(left.sql.contains("<expression too large>"))
        #expect(Int(left.extent.depth) <= TreeExtent.maximumDepth)
    }
}
