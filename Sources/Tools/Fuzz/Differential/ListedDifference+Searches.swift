import WCDBEngine

/// Where SQLite looks for rows in a way that finds others.
extension ListedDifference {
    /// Comparisons of one column by different collations, which OR joins and SQLite takes for a
    /// list with one collation. With another condition between them it does not.
    var mixesCollations: Bool {
        guard sql.contains(" OR "), sql.contains("COLLATE"),
            let select = sql.firstRange(of: /\bSELECT\b/)
        else { return false }
        let query = String(sql[select.lowerBound...])
        let apart = query.replacing(" OR ", with: " OR 1 IS 2 OR ")
        let (listed, single) = (asked(query), asked(apart))
        return !listed.failed && !single.failed && listed.rows.count != single.rows.count
    }

    /// Rows of a table WITHOUT ROWID that LIMIT picks are sought by their key, where SQLite does
    /// not find a text that looks like a number.
    var isLimitedInKey: Bool {
        guard !ours.isStrange, let limit = sql.ranges(of: " LIMIT ").last,
            !sql[limit.upperBound...].contains(")"), let table = Self.changedTable(of: sql)
        else { return false }
        let width = "(SELECT max(pk) FROM pragma_table_info('\(table)'))"
        let query = "SELECT 1 FROM \(Self.list) WHERE name = '\(table)' AND wr AND \(width) > 1"
        return !asked(query).rows.isEmpty
    }

    /// A BEFORE trigger may have changed the key of the row that a statement is about to change.
    var isMovedBefore: Bool {
        guard !ours.isStrange, let table = Self.changedTable(of: sql) else { return false }
        let event = sql.prefix { $0 != " " }
        let pattern = "%BEFORE \(event)%BEGIN%UPDATE%\(table)%"
        let trigger = "type = 'trigger' AND tbl_name = '\(table)' AND sql LIKE '\(pattern)'"
        return !asked(
            """
            SELECT 1 FROM \(Self.list) WHERE name = '\(table)' AND wr AND EXISTS (
                SELECT 1 FROM sqlite_master WHERE \(trigger)
                UNION ALL SELECT 1 FROM sqlite_temp_master WHERE \(trigger))
            """
        ).rows.isEmpty
    }

    private static let list = "pragma_table_list"

    /// The table that an UPDATE or DELETE changes.
    static func changedTable(of sql: String) -> Substring? {
        let change = /(?:UPDATE(?: OR \w+)?|DELETE FROM) (?:\w+ ?\. ?)?(\w+)/
        return sql.prefixMatch(of: change)?.1
    }

    /// LIKE on the right side of a LEFT JOIN, which SQLite turns into a range. Of texts that are
    /// put together it makes none.
    var isSoughtByPattern: Bool {
        guard !ours.failed, sql.contains(" LIKE "), sql.contains("LEFT ") else { return false }
        let unsought = sql.replacing(/( NOT)? LIKE\b/) { match in " || ''\(match.1 ?? "") LIKE" }
        return OutcomeComparison(of: sql).rowDifference(ours, asked(unsought)) == nil
    }
}
