import WCDBEngine
import WCDBSQL

/// Whether two outcomes of one statement say the same.
struct OutcomeComparison {
    /// The columns, counted from 0, in whose sequence rows must come; others come in any order.
    let sortColumns: [Int]
    let isQuery: Bool
    /// What a plan looks like is everybody's own business.
    private let isExplanation: Bool
    /// Other statements have no business with the last rowid; VACUUM of SQLite changes it.
    private let insertsRows: Bool
    /// The columns of a compound with an order have names in SQLite that nobody can predict.
    private let namesColumns: Bool

    init(of sql: String) {
        isExplanation = sql.hasPrefix("EXPLAIN")
        insertsRows = sql.hasPrefix("INSERT") || sql.hasPrefix("REPLACE")
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement(), case .select(let select) = parsed.statement
        else {
            isQuery = false
            namesColumns = false
            sortColumns = []
            return
        }
        isQuery = true
        namesColumns = select.compounds.isEmpty || select.order.isEmpty
        sortColumns = select.order.prefix(while: OutcomeComparison.isNumber).compactMap { term in
            guard case .literal(.integer(let number)) = OutcomeComparison.bare(term) else {
                return nil
            }
            return Int(number) - 1
        }
    }

    private static func isNumber(_ term: OrderingTerm) -> Bool {
        if case .literal(.integer) = bare(term) { return true }
        return false
    }

    private static func bare(_ term: OrderingTerm) -> Expression {
        if case .collate(let node) = term.expression { return node.operand }
        return term.expression
    }

    /// What is different, and the two values of it; nil if nothing is.
    func difference(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> (what: String, ours: String, theirs: String)? {
        answerDifference(ours, theirs) ?? countDifference(ours, theirs)
    }

    /// The same, of what the statement itself says.
    func answerDifference(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> (what: String, ours: String, theirs: String)? {
        // What REPLACE may not remove twice is a matter of what it looked at first.
        let isPinned =
            theirs.isPinned
            && (ours.isConstraint || ours.message == "too many levels of trigger recursion")
        if ours.code != theirs.code, !isPinned {
            return ("another result", describe(ours), describe(theirs))
        }
        if ours.failed, !isPinned, !OutcomeComparison.mean(ours.message, theirs.message) {
            return ("another message", describe(ours), describe(theirs))
        }
        return isExplanation ? nil : rowDifference(ours, theirs)
    }

    /// The same, of what the connection says afterwards.
    private func countDifference(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> (what: String, ours: String, theirs: String)? {
        if isExplanation { return nil }
        if ours.isAutocommit != theirs.isAutocommit {
            return ("another transaction state", "\(ours.isAutocommit)", "\(theirs.isAutocommit)")
        }
        // One that failed may have put in rows that were taken back: here it reads rows before.
        if insertsRows, !ours.failed, ours.lastInsertRowID != theirs.lastInsertRowID {
            return (
                "another last_insert_rowid", "\(ours.lastInsertRowID)",
                "\(theirs.lastInsertRowID)"
            )
        }
        if ours.changes != theirs.changes {
            return ("another changes()", "\(ours.changes)", "\(theirs.changes)")
        }
        // SQLite counts what triggers of a statement did that failed and was undone.
        if !ours.failed, ours.totalChanges != theirs.totalChanges {
            return ("another total_changes()", "\(ours.totalChanges)", "\(theirs.totalChanges)")
        }
        return nil
    }

    /// Which of several names that do not exist is found first is nobody's business.
    private static func mean(_ left: String, _ right: String) -> Bool {
        let names = [
            "no such column", "no such table", "ambiguous column name", "foreign key mismatch",
            "no such index", "cannot INSERT into generated column",
        ]
        if names.contains(where: left.hasPrefix), names.contains(where: right.hasPrefix) {
            return true
        }
        // The same with which of several definitions lacks the name, with which of several
        // databases is out of reach, and with why a column may not go.
        func lack(_ text: String) -> Substring? {
            guard text.hasPrefix("error in ") else { return nil }
            let message = text.split(separator: ": ", maxSplits: 1).last
            return message?.hasPrefix("no such column") == true ? "no such column" : message
        }
        if let missing = lack(left), missing == lack(right) { return true }
        func start(_ text: String) -> Substring? {
            text.firstRange(of: " cannot reference objects in database ").map {
                text[..<$0.lowerBound]
            }
        }
        if let foreign = start(left), foreign == start(right) { return true }
        let join = "cannot join using column"
        if left.contains(join), right.contains(join) { return true }
        if left.hasPrefix("cannot drop "), right.contains("drop column") { return true }
        return left == right
    }

    func rowDifference(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> (what: String, ours: String, theirs: String)? {
        let (left, right) = (ours.rowTexts, theirs.rowTexts)
        if left != right {
            if left.sorted() != right.sorted() {
                return ("other rows", show(left, right), show(right, left))
            }
            if sequence(ours) != sequence(theirs) {
                return ("another order", "\(left.prefix(12))", "\(right.prefix(12))")
            }
        }
        guard namesColumns || !isQuery, ours.names != theirs.names, !ours.failed
        else { return nil }
        return ("other column names", "\(ours.names)", "\(theirs.names)")
    }

    /// The sort columns. Numbers of two kinds may be equal, and then come in any order.
    private func sequence(_ outcome: StatementOutcome) -> [String] {
        outcome.rows.map { row in
            let values = sortColumns.filter(row.indices.contains).map { column -> Value in
                guard case .integer(let integer) = row[column],
                    Int64(exactly: Double(integer)) == integer
                else { return row[column] }
                return .real(Double(integer))
            }
            return StatementOutcome.text(of: values)
        }
    }

    /// The sort columns as the collations and the order of numbers see them.
    func looseSequence(_ outcome: StatementOutcome) -> [String] {
        outcome.rows.map { row in
            sortColumns.filter(row.indices.contains)
                .map { OutcomeComparison.looseText(row[$0]) }.joined(separator: "|")
        }
    }

    /// The rows with all numbers as texts of reals, sorted: what a compound gives whose queries
    /// disagree about types.
    static func looseRows(_ outcome: StatementOutcome) -> [String] {
        outcome.rows.map { row in
            StatementOutcome.text(
                of: row.map { value in
                    switch value {
                    case .integer(let integer): return .text(String(Double(integer)))
                    case .real(let real): return .text(String(real == 0 ? 0 : real))
                    case .text(let bytes):
                        let number = Double(String(decoding: bytes, as: UTF8.self))
                        return number.map { .text(String($0)) } ?? value
                    case .null, .blob: return value
                    }
                })
        }.sorted()
    }

    /// The rows with all numbers as reals and all texts as the loosest collation sees them, sorted:
    /// what is equal may stand for each other.
    static func equalRows(_ outcome: StatementOutcome) -> [String] {
        outcome.rows.map { row in row.map(looseText).joined(separator: "|") }.sorted()
    }

    private static func looseText(_ value: Value) -> String {
        switch value {
        case .integer(let value): return String(Double(value))
        case .real(let value): return value == 0 ? "0.0" : String(value)
        case .text(let bytes):
            var text = String(decoding: bytes, as: UTF8.self).lowercased()
            while text.hasSuffix(" ") { text.removeLast() }
            return "'" + text
        default: return StatementOutcome.text(of: [value])
        }
    }

    /// The number of rows, and those that the other side has not.
    private func show(_ rows: [String], _ others: [String]) -> String {
        var counts: [String: Int] = [:]
        for row in others { counts[row, default: 0] += 1 }
        let extra = rows.filter { row in
            counts[row, default: 0] -= 1
            return counts[row, default: 0] < 0
        }
        return "\(rows.count) rows, of its own: \(extra.prefix(6))"
    }

    private func describe(_ outcome: StatementOutcome) -> String {
        outcome.failed
            ? "error \(outcome.code): \(outcome.message)" : "\(outcome.rows.count) rows"
    }
}
