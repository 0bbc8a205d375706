import WCDBEngine

/// Where ALTER differs.
extension ListedDifference {
    private var isAlter: Bool { sql.hasPrefix("ALTER") }

    /// What a step of a trigger fills would no longer be there, or is not there now.
    var isAboutTrigger: Bool {
        let message = ours.message
        return isAlter
            && (message.hasPrefix("error in trigger ") && message.contains("after drop column")
                || message.hasSuffix("values were supplied")
                || message.contains(" has no column named ")
                || message.hasPrefix("cannot INSERT into generated column"))
    }

    /// A trigger or view has a mistake, which SQLite refuses to leave as it is. Where both refuse,
    /// they may find another one first.
    var isAboutOthers: Bool {
        guard isAlter else { return false }
        if !ours.failed { return theirs.message.hasPrefix("error in trigger ") }
        return theirs.message.hasPrefix("error in ")
            && (ours.message.hasPrefix("error in ") || ours.message.hasPrefix("cannot drop "))
    }

    /// A temporary trigger or table is in the way, and SQLite does not say how.
    var isUnsaid: Bool {
        isAlter && !ours.failed && theirs.message.hasPrefix("error in ")
            && theirs.message.hasSuffix(" after rename: ")
    }

    /// Its ALTER looks in vain for columns within the parentheses of a join. Its queries find them.
    var isBlindForView: Bool {
        let fault =
            /error in view (\w+)(?: after \w+)?: (?:no such column:|cannot join using column)/
        guard isAlter, !ours.failed,
            let view = theirs.message.prefixMatch(of: fault)?.1
        else { return false }
        return !before("SELECT * FROM \(view) LIMIT 0").failed
    }

    /// It gives a column of a table WITHOUT ROWID the new name in some of its places only. Its
    /// queries read the table.
    var isBlindForTable: Bool {
        let fault = /error in table (\w+) after rename: no such column:/
        guard isAlter, !ours.failed,
            let table = theirs.message.prefixMatch(of: fault)?.1
        else { return false }
        let definition = before(
            """
            SELECT 1 FROM (SELECT * FROM sqlite_schema UNION ALL SELECT * FROM sqlite_temp_schema)
            WHERE name = '\(table)' COLLATE NOCASE AND sql LIKE '%WITHOUT ROWID%'
            """)
        return !definition.rows.isEmpty && !before("SELECT * FROM \(table) LIMIT 0").failed
    }

    /// It looks for the columns of an index in the temporary table that hides the index's own.
    var isBlindForIndex: Bool {
        let fault = /error in index (\w+)(?: after \w+)?: no such column:/
        guard isAlter, !ours.failed,
            let index = theirs.message.prefixMatch(of: fault)?.1
        else { return false }
        let hidden = before(
            """
            SELECT 1 FROM main.sqlite_schema AS i JOIN temp.sqlite_schema AS t
            ON t.name = i.tbl_name COLLATE NOCASE AND t.type IN ('table', 'view')
            WHERE i.type = 'index' AND i.name = '\(index)' COLLATE NOCASE
            """)
        return !hidden.rows.isEmpty
    }

    /// The texts are the same once `rowid` has the new name of the column that it is.
    var isRowidRenamed: Bool {
        guard isAlter, let name = sql.split(separator: " ").last else { return false }
        let rowid = /_rowid_|rowid|oid/.ignoresCase()
        let renamed = shown.ours.replacing(rowid, with: name)
        let theirs = shown.theirs.replacing(rowid, with: name)
        return renamed == theirs && shown.ours != shown.theirs
    }

    /// A temporary table that hides another one is renamed, and temporary triggers of the other
    /// one name the new name from then on. Nothing else differs.
    var isHidingRenamed: Bool {
        let rename = /ALTER TABLE (?:temp ?\. ?)?(\w+) RENAME TO (\w+)/
        let temporaryTrigger =
            /^CREATE (?:TEMP(?:ORARY)? TRIGGER|TRIGGER (?:IF NOT EXISTS )?temp ?\.)/
        guard let names = sql.wholeMatch(of: rename)?.output, shown.ours != shown.theirs,
            script.contains(where: { $0.contains(temporaryTrigger) }),
            script.contains(where: { Self.isTemporary(names.1, in: $0) }),
            !shown.ours.contains(/'(?:table|index|view)\\?'\|/)
        else { return false }
        let quotes: Set<Character> = ["\"", "\\"]
        let (ours, theirs) = (shown.ours, shown.theirs.filter { !quotes.contains($0) })
        return ours.replacing(names.1, with: names.2).filter { !quotes.contains($0) } == theirs
    }

    /// Whether a statement makes a temporary table of that name.
    private static func isTemporary(_ name: Substring, in sql: String) -> Bool {
        let made = /CREATE (TEMP(?:ORARY)? )?TABLE (?:IF NOT EXISTS )?(temp ?\. ?)?(\w+)/
        guard let match = sql.prefixMatch(of: made) else { return false }
        return match.3 == name && (match.1 != nil || match.2 != nil)
    }

    /// A column left of `IN ()` that SQLite does not look at keeps its old name. Nothing else
    /// differs.
    var isLeftOfNothing: Bool {
        let rename = /ALTER TABLE .+ RENAME (?:COLUMN )?(\w+) TO (\w+)/
        guard let names = sql.wholeMatch(of: rename)?.output, shown.ours != shown.theirs,
            shown.theirs.contains(/IN ?\( ?\)/),
            let new = try? Regex("\\b\(names.2)\\b")
        else { return false }
        return shown.ours.replacing(new, with: names.1)
            == shown.theirs.replacing(new, with: names.1)
    }
}
