import WCDBEngine

/// Where the values of the same rows differ.
extension ListedDifference {
    /// A value of `excluded` that has no affinity when it is the rowid that collides, or that of a
    /// generated column, which SQLite takes for REAL where another column is, and divides as such.
    var isAsGiven: Bool {
        guard sql.contains("DO UPDATE"), sql.contains("excluded") else { return false }
        let divides =
            sql.contains("/") && script.contains { $0.contains("REAL") }
            && script.contains(where: Self.definesGenerated)
        let (ours, theirs) = (Self.fields(shown.ours), Self.fields(shown.theirs))
        guard ours.count == theirs.count else { return false }
        return zip(ours, theirs).allSatisfy { (here, there) in
            guard here != there else { return true }
            if Self.isNumberInFront(here, there) { return true }
            guard let number = Double(here), let other = Double(there) else { return false }
            return number == other || divides && number == other.rounded(.towardZero)
        }
    }

    /// The same where the value becomes a rowid, which it can be as one of the two only.
    var isRefusedAsGiven: Bool {
        guard sql.contains("DO UPDATE"), sql.contains("excluded"), ours.failed != theirs.failed
        else { return false }
        return (ours.failed ? ours : theirs).message == "datatype mismatch"
    }

    /// Whether two texts begin with the same number, written differently, and go on alike.
    private static func isNumberInFront(_ here: String, _ there: String) -> Bool {
        let text = /('?)([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)(.*)/.dotMatchesNewlines()
        guard let own = here.wholeMatch(of: text)?.output,
            let other = there.wholeMatch(of: text)?.output
        else { return false }
        return own.1 == other.1 && own.3 == other.3 && Double(own.2) == Double(other.2)
    }

    /// Numbers next to each other, where a text was put together that has more digits than any
    /// number: SQLite does not always take the nearest.
    var isNeighbour: Bool {
        guard sql.contains("||") || script.contains(where: { $0.contains("||") }) else {
            return false
        }
        let (ours, theirs) = (Self.fields(shown.ours), Self.fields(shown.theirs))
        guard ours.count == theirs.count, ours != theirs else { return false }
        return zip(ours, theirs).allSatisfy { (here, there) in
            guard here != there else { return true }
            guard let number = Double(here), let other = Double(there) else { return false }
            return number == other.nextUp || number == other.nextDown
        }
    }

    private static func definesGenerated(_ sql: String) -> Bool {
        (sql.hasPrefix("CREATE ") || sql.hasPrefix("ALTER ")) && !sql.contains(" VIEW ")
            && sql.contains(/\bAS ?\(/)
    }

    /// The values of shown rows without the quotes of texts.
    private static func fields(_ rows: String) -> [String] {
        rows.split { "|,[]\"".contains($0) }.map { $0.filter { $0 != "'" && $0 != "\\" } }
    }

    /// The same rows; a column out of a join in parentheses got a name like `a:1`.
    var isNumbered: Bool {
        guard !ours.failed, !theirs.failed, ours.names != theirs.names,
            OutcomeComparison.looseRows(ours) == OutcomeComparison.looseRows(theirs)
        else { return false }
        return theirs.names.map { $0.replacing(/:\d+$/, with: "") } == ours.names
    }

    /// A column that CASE or BETWEEN compares, whose affinity its RETURNING does not know.
    var comparesReturned: Bool {
        guard !ours.failed, !theirs.failed, ours.rows.count == theirs.rows.count,
            let returning = sql.firstRange(of: "RETURNING")
        else { return false }
        return sql[returning.upperBound...].contains(/\bCASE (?!WHEN\b)|\bBETWEEN\b/)
    }

    /// The same rows, but that RETURNING gives integers where the column is REAL.
    var isReturnedAsInteger: Bool {
        sql.contains("RETURNING") && !ours.failed && !theirs.failed && ours != theirs
            && OutcomeComparison.looseRows(ours) == OutcomeComparison.looseRows(theirs)
    }

    /// Bytes of a blob became text, and that a blob again.
    var isReplacedText: Bool {
        let replacement = "efbfbd"
        return shown.ours.lowercased().contains(replacement)
            && !shown.theirs.lowercased().contains(replacement)
    }

    /// A query in DO UPDATE, which SQLite runs for the first row only.
    var isOncePerRow: Bool {
        // One row has no second. What was computed for another row may collide with a key.
        guard !ours.failed, ours.changes > 1, !theirs.failed || theirs.isConstraint,
            let update = sql.firstRange(of: "DO UPDATE")
        else { return false }
        return sql[update.upperBound...].contains("SELECT ")
    }

    /// A temporary trigger of another database's table that ignores a row does so before RETURNING,
    /// although the row was changed. Nothing else differs.
    var isUnreturned: Bool {
        let ignoring = /CREATE TEMP TRIGGER .+ AFTER .+RAISE ?\( ?IGNORE ?\)/
        guard sql.contains("RETURNING"), !ours.failed, !theirs.failed,
            theirs.rows.count < ours.rows.count, ours.changes == theirs.changes,
            script.contains(where: { $0.prefixMatch(of: ignoring) != nil })
        else { return false }
        var rest = ours.rows
        for row in theirs.rows {
            guard let place = rest.firstIndex(of: row) else { return false }
            rest.remove(at: place)
        }
        return true
    }
}
