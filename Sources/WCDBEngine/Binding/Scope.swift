import WCDBSQL
import WCDBStorage

/// What names mean at a place of a statement.
final class Scope {
    let parent: Scope?
    @exclusivity(unchecked) var sources: [Source] = []
    /// Result columns by alias; WHERE, GROUP BY, HAVING and ORDER BY see them.
    @exclusivity(unchecked) var aliases: [(name: String, expression: Expression)] = []
    @exclusivity(unchecked) var seesAliases = false
    /// Columns that USING or NATURAL merged.
    @exclusivity(unchecked) var merged: [Merge] = []
    /// Nil where aggregates are not allowed.
    @exclusivity(unchecked) var aggregates: [Aggregate]?
    /// Columns of outer scopes that were found from here.
    @exclusivity(unchecked) var outerColumns: [(Source, Int)] = []
    @exclusivity(unchecked) var isInsideAggregate = false
    /// The calls over windows so far; nil where they are not allowed.
    @exclusivity(unchecked) var windows: [WindowedCall]?
    @exclusivity(unchecked) var namedWindows: [NamedWindow] = []
    /// The query groups its rows, whatever else it says.
    @exclusivity(unchecked) var isAggregateQuery = false
    /// Aggregates that are called here, or within, are of no outer scope.
    @exclusivity(unchecked) var keepsAggregates = false
    /// An aggregate of an outer scope was called from here.
    @exclusivity(unchecked) var usesOuterAggregates = false

    init(parent: Scope?) { self.parent = parent }

    /// Columns of one name, one of each table that was joined by it.
    struct Merge {
        let name: String
        var columns: [(Source, Int)]
        /// What the name alone means: the first of these that is not NULL. A RIGHT JOIN leaves the
        /// right one only, a FULL JOIN adds it, others leave it out.
        var shown: [(Source, Int)]
        /// A row of a right side may have no partner.
        var isFull = false

        /// Whether one of the tables is among these.
        func joins(any sources: [Source]) -> Bool {
            columns.contains { column in sources.contains { $0 === column.0 } }
        }

        var found: Found {
            shown.count > 1 ? .merged(shown) : .column(shown[0].0, shown[0].1)
        }
    }

    enum Found {
        case none
        case column(Source, Int)
        case merged([(Source, Int)])

        var isNone: Bool {
            if case .none = self { return true }
            return false
        }
    }

    /// How many sources the name of a rowid with this table before it, or none, may be about:
    /// tables without rowids are not asked, nor are joins in parentheses.
    func candidates(of table: String?) -> Int {
        sources.count {
            $0.parts == nil && $0.isMeant(by: table) && !($0.table?.isWithoutRowid ?? false)
        }
    }

    /// Looks a column up in this scope alone. Throws if it is ambiguous. A rowid is not a column,
    /// and no name for it where there are several tables, the `others` of inner scopes among them.
    func find(
        _ name: String, table: String?, database: String?, others: Int = 0
    ) throws(EngineError) -> Found {
        if !merged.isEmpty {
            var found = Found.none
            if let table {
                found = findShared(name, table: table, database: database)
            } else {
                found = try findMerged(name)
            }
            guard found.isNone else { return found }
        }
        guard
            let own = try findOwn(name, table: table, database: database, others: others)
        else { return .none }
        return .column(own.source, own.column)
    }

    /// The same, where no join has merged columns.
    func findOwn(
        _ name: String, table: String?, database: String?, others: Int = 0
    ) throws(EngineError) -> (source: Source, column: Int)? {
        var found: (source: Source, column: Int)?
        let mark = FoldedName.Mark(name)
        let tableMark = table.map(FoldedName.Mark.init)
        // By index: an iterator counts references to the array and to each source.
        for index in sources.indices {
            if let tableMark, !sources[index].mayBeCalled(tableMark) { continue }
            let source = sources[index]
            guard let own = source.column(named: name, mark, table: table, database: database)
            else { continue }
            // A column of that name goes before a rowid.
            if own.first < 0, found != nil || candidates(of: table) + others > 1 { continue }
            if (found?.column ?? 0) < 0 { found = nil }
            if found != nil, isHidden(own.first, of: source) { continue }
            guard found == nil, own.second == nil else {
                let shown = Scope.spell(name, table, database)
                throw .error("ambiguous column name: \(shown)")
            }
            found = (source, own.first)
        }
        return found
    }

    /// Whether a join made a column one with others, of which it shows the first.
    private func isHidden(_ column: Int, of source: Source) -> Bool {
        merged.contains { merge in
            guard merge.shown.count == 1, merge.shown[0].0 !== source else { return false }
            return merge.columns.contains { $0.0 === source && $0.1 == column }
        }
    }

    /// Throws if a table that was not joined by the name has it too.
    private func findMerged(_ name: String) throws(EngineError) -> Found {
        guard let merge = merged.first(where: { FoldedName.equal($0.name, name) }) else {
            return .none
        }
        for source in sources where source.shownColumn(name) != nil {
            guard merge.columns.contains(where: { $0.0 === source }) else {
                throw .error("ambiguous column name: \(name)")
            }
        }
        return merge.found
    }

    /// A column by which tables of one name were joined: before a RIGHT JOIN it is not theirs, and
    /// a FULL JOIN makes one of both.
    private func findShared(_ name: String, table: String, database: String?) -> Found {
        let mark = FoldedName.Mark(name)
        for merge in merged where FoldedName.equal(merge.name, name) {
            // Of a join in parentheses it is not always the column that was joined.
            let meant = merge.columns.compactMap { source, _ in
                source.column(named: name, mark, table: table, database: database).map {
                    (source, $0.first)
                }
            }
            guard meant.count > 1, meant.count == sources.count(where: { $0.isCalled(table) })
            else { continue }
            let shown = meant.filter { meant in merge.shown.contains { $0.0 === meant.0 } }
            if shown.count > 1 { return .merged(shown) }
            let column = shown.first ?? meant[0]
            return .column(column.0, column.1)
        }
        return .none
    }

    func alias(_ name: String) -> Expression? {
        guard seesAliases else { return nil }
        return aliases.first { FoldedName.equal($0.name, name) }?.expression
    }

    static func spell(_ name: String, _ table: String?, _ database: String?) -> String {
        [database, table, name].compactMap(\.self).joined(separator: ".")
    }
}
