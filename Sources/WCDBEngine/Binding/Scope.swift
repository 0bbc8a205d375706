import WCDBSQL
import WCDBStorage

/// What names mean at a place of a statement.
final class Scope {
    let parent: Scope?
    var sources: [Source] = []
    /// Result columns by alias; WHERE, GROUP BY, HAVING and ORDER BY see them.
    var aliases: [(name: String, expression: Expression)] = []
    var seesAliases = false
    /// Columns that USING or NATURAL merged: the name stands for the first that is not NULL.
    var merged: [(name: String, columns: [(Source, Int)], isFull: Bool)] = []
    /// Nil where aggregates are not allowed.
    var aggregates: [Aggregate]?
    /// Columns of outer scopes that were found from here.
    var outerColumns: [(Source, Int)] = []
    var isInsideAggregate = false
    /// The calls over windows so far; nil where they are not allowed.
    var windows: [WindowedCall]?
    var namedWindows: [NamedWindow] = []
    /// The query groups its rows, whatever else it says.
    var isAggregateQuery = false
    /// An aggregate of an outer scope was called from here.
    var usesOuterAggregates = false

    init(parent: Scope?) { self.parent = parent }

    enum Found {
        case column(Source, Int)
        case merged([(Source, Int)])
        case alias(Expression)
    }

    /// How many sources the name of a rowid with this table before it, or none, may be about:
    /// tables without rowids are not asked.
    func candidates(of table: String?) -> Int {
        sources.count { $0.isMeant(by: table) && !($0.table?.isWithoutRowid ?? false) }
    }

    /// Looks a column up in this scope alone. Throws if it is ambiguous. A rowid is not a column,
    /// and no name for it where there are several tables, the `others` of inner scopes among them.
    func find(
        _ name: String, table: String?, database: String?, others: Int = 0
    ) throws(EngineError) -> Found? {
        var found: (Source, Int)?
        if table == nil {
            for merge in merged where FoldedName.equal(merge.name, name) {
                return merge.isFull
                    ? .merged(merge.columns)
                    : .column(merge.columns[0].0, merge.columns[0].1)
            }
        }
        func note(_ source: Source, _ column: Int) throws(EngineError) {
            if column < 0, candidates(of: table) + others > 1 { return }
            guard found == nil else {
                let shown = Scope.spell(name, table, database)
                throw .error("ambiguous column name: \(shown)")
            }
            found = (source, column)
        }
        for source in sources {
            guard let own = source.column(named: name, table: table, database: database)
            else { continue }
            try note(source, own.first)
            if let second = own.second { try note(source, second) }
        }
        if let found { return .column(found.0, found.1) }
        return nil
    }

    func alias(_ name: String) -> Expression? {
        guard seesAliases else { return nil }
        return aliases.first { FoldedName.equal($0.name, name) }?.expression
    }

    static func spell(_ name: String, _ table: String?, _ database: String?) -> String {
        [database, table, name].compactMap(\.self).joined(separator: ".")
    }
}
