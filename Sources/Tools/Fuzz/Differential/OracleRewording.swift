import WCDBSQL

/// The same statement, and the same script before it, in words that keep SQLite from one of the
/// oddities that `Spec/sqlite-differences.md` lists. If SQLite then answers exactly what is
/// answered here, the oddity is all that there is to a difference.
struct OracleRewording: Sendable {
    typealias Wording = (script: [String], sql: String)

    /// Why the outcomes differ, if this wording makes them equal.
    let reason: String
    /// Nil where there is nothing to put in other words.
    let wording: @Sendable (_ finding: Finding) -> Wording?

    static let all = [
        OracleRewording(reason: "IN () taken for a word by SQLite", wording: withoutEmptyLists),
        OracleRewording(reason: "DISTINCT forgotten by SQLite", wording: withKeptDistinct),
        OracleRewording(reason: "errors that SQLite skips", wording: withoutOffset),
        OracleRewording(reason: "refused by SQLite", wording: withRowids),
        OracleRewording(reason: "read off a condition by SQLite", wording: withOpaqueConditions),
        OracleRewording(reason: "no UTF-8 for SQLite", wording: withRepairedBlobs),
        OracleRewording(reason: "looked for among the rest by SQLite", wording: withOwnLists),
        OracleRewording(reason: "another order of an UPDATE by SQLite", wording: inOrderOfKeys),
        OracleRewording(reason: "another order of an UPDATE by SQLite", wording: inOrderOfRows),
    ]

    /// `x IN ()` becomes the word FALSE, and `IS FALSE` is another question than `IS 0`. A query
    /// without rows is not looked at so early.
    private static func withoutEmptyLists(_ finding: Finding) -> Wording? {
        let list = /\bIN ?\( ?\)/
        func reworded(_ text: String) -> String {
            text.replacing(list, with: "IN (SELECT 1 WHERE 0)")
        }
        let script = finding.script.map { text in
            let holdsQueries = text.contains(/^CREATE (?:TEMP |TEMPORARY )?(?:VIEW|TRIGGER)/)
            return holdsQueries ? reworded(text) : text
        }
        let sql = reworded(finding.sql)
        return script == finding.script && sql == finding.sql ? nil : (script, sql)
    }

    /// A core of a UNION loses its DISTINCT, although what is the same by a collation may not be
    /// so for the UNION. A query in FROM keeps it.
    private static func withKeptDistinct(_ finding: Finding) -> Wording? {
        var parser = Parser(finding.sql)
        guard let parsed = try? parser.nextStatement(),
            case .select(var select) = parsed.statement, !select.compounds.isEmpty
        else { return nil }
        select.first = apart(select.first)
        for index in select.compounds.indices {
            select.compounds[index].core = apart(select.compounds[index].core)
        }
        let sql = Statement.select(select).sql
        return sql == parsed.statement.sql ? nil : (finding.script, sql)
    }

    private static func apart(_ core: SelectCore) -> SelectCore {
        guard case .select(let body) = core, body.isDistinct else { return core }
        var inner = SelectStatement(core)
        inner.limit = LimitClause(.unary(.minus, .literal(.integer(1))))
        let source = TableSource.select(Subquery(inner), alias: nil)
        return .select(SelectBody([ResultColumn(.column(.all))], from: JoinClause(source)))
    }

    /// What stands in rows that OFFSET skips is not computed by SQLite, and fails here.
    private static func withoutOffset(_ finding: Finding) -> Wording? {
        guard finding.ours.failed, !finding.theirs.failed else { return nil }
        var parser = Parser(finding.sql)
        guard let parsed = try? parser.nextStatement(),
            case .select(var select) = parsed.statement, select.limit?.offset != nil
        else { return nil }
        select.limit = nil
        return (finding.script, Statement.select(select).sql)
    }

    /// An UPDATE that may have to replace a row of a table WITHOUT ROWID makes SQLite look at keys
    /// that refer to it whatever it changes. Of other tables it does not.
    private static func withRowids(_ finding: Finding) -> Wording? {
        guard finding.theirs.message.hasPrefix("foreign key mismatch"),
            finding.sql.hasPrefix("UPDATE")
        else { return nil }
        let script = finding.script.map { $0.replacing(/WITHOUT ROWID(, )?/, with: "") }
        return script == finding.script ? nil : (script, finding.sql)
    }

    /// An UPDATE may meet its rows in the order of an index, where here they come in that of the
    /// table.
    private static func inOrderOfKeys(_ finding: Finding) -> Wording? {
        var parser = Parser(finding.sql)
        guard let parsed = try? parser.nextStatement(),
            case .update(var update) = parsed.statement, update.table.indexing == .free
        else { return nil }
        update.table.indexing = .notIndexed
        return (finding.script, Statement.update(update).sql)
    }

    /// Or in the order in which those of a table WITHOUT ROWID were added.
    private static func inOrderOfRows(_ finding: Finding) -> Wording? {
        guard let (before, sql) = inOrderOfKeys(finding) else { return nil }
        let script = before.map { $0.replacing(/WITHOUT ROWID(, )?/, with: "") }
        return script == before ? nil : (script, sql)
    }

    /// What a condition says is taken for more than it says: a text that is equal to a number is
    /// one of many, and has to be sorted.
    private static func withOpaqueConditions(_ finding: Finding) -> Wording? {
        guard OutcomeComparison(of: finding.sql).isQuery else { return nil }
        let script = finding.script.map { text in
            text.contains(/^CREATE (?:TEMP |TEMPORARY )?VIEW/)
                ? OpaqueConditions.hidden(text) : text
        }
        return (script, OpaqueConditions.hidden(finding.sql))
    }

    /// A change looks for its rows in an index that it has removed rows from. A list of its own is
    /// made where the query has DISTINCT, which means nothing there.
    private static func withOwnLists(_ finding: Finding) -> Wording? {
        guard let table = ListedDifference.changedTable(of: finding.sql),
            finding.sql.dropFirst("DELETE FROM".count).contains("FROM \(table) ")
        else { return nil }
        let sql = finding.sql.replacing(
            /\bIN ?\( ?SELECT\b(?! DISTINCT)/, with: "IN (SELECT DISTINCT")
        return sql == finding.sql ? nil : (finding.script, sql)
    }

    /// Blobs that are put together as texts: each byte that is no UTF-8 is a replacement then.
    private static func withRepairedBlobs(_ finding: Finding) -> Wording? {
        guard finding.sql.contains("||") else { return nil }
        let sql = finding.sql.replacing(/[xX]'([0-9a-fA-F]*)'/) { match in
            let digits = Array(match.output.1)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            let repaired = String(decoding: bytes, as: UTF8.self).utf8
            func hex(_ byte: UInt8) -> String {
                String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
            return "x'" + repaired.map(hex).joined() + "'"
        }
        return sql.lowercased() == finding.sql.lowercased() ? nil : (finding.script, sql)
    }
}
