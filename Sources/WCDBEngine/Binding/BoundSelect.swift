import WCDBSQL
import WCDBStorage

/// A query whose names are resolved.
final class BoundSelect {
    struct Column {
        var name: String
        /// As the query wrote it: `ID` of a column that was declared as `id`.
        var writtenName: String?
        /// How the column is declared that stands under COLLATE.
        var collatedName: String?
        var affinity: Affinity
        var collation: Collation?
        /// The column of a source that it is, as it is.
        var source: VisibleColumn?
    }

    struct OrderTerm {
        var scalar: Scalar
        /// The result column it is, if it is one.
        var result: Int?
        var isDescending: Bool
        var nullsFirst: Bool?
    }

    @exclusivity(unchecked) var cores: [BoundCore]
    @exclusivity(unchecked) var operators: [CompoundOperator] = []
    @exclusivity(unchecked) var order: [OrderTerm] = []
    @exclusivity(unchecked) var limit: Scalar?
    @exclusivity(unchecked) var offset: Scalar?
    /// The result, named after the first core.
    @exclusivity(unchecked) var columns: [Column] = []
    /// Of a compound: by what its columns are compared, as the queries in it were written.
    @exclusivity(unchecked) var collations: [Collation] = []
    /// How many rows the planner expects of it, when somebody has asked.
    @exclusivity(unchecked) var estimatedRows: Double?
    /// Columns of queries around this one that it uses, at any depth.
    @exclusivity(unchecked) var outerColumns: [(Source, Int)] = []
    /// It has the result of an aggregate of a query around it.
    @exclusivity(unchecked) var usesOuterAggregates = false
    /// A common table that reads its own rows: the cores are those it begins with.
    @exclusivity(unchecked) var recursion: Recursion?
    /// The rows of its parts are its rows, one part after another.
    var isConcatenation: Bool { operators.allSatisfy { $0 == .unionAll } }
    var isCorrelated: Bool { !outerColumns.isEmpty || usesOuterAggregates }
    /// Nothing in it ever stops it: whoever wants its rows must take them one by one.
    var isEndless: Bool { limit == nil && (recursion?.isEndless ?? false) }

    /// The part of a common table that is run again and again, with one row at a time.
    final class Recursion {
        let initial: BoundSelect
        /// UNION: a row that was there already is not taken again.
        let isDistinct: Bool
        var cores: [BoundCore] = []
        /// For each core the sources that have the current row.
        var sources: [[Source]] = []

        init(initial: BoundSelect, isDistinct: Bool) {
            self.initial = initial
            self.isDistinct = isDistinct
        }

        /// Whether each row is always followed by another one.
        var isEndless: Bool { cores.contains { $0.joins.count == 1 && $0.condition.isEmpty } }
    }

    init(cores: [BoundCore]) { self.cores = cores }

    /// Of a compound: by what a column is compared.
    func collation(of column: Int) -> Collation {
        column < collations.count ? collations[column] : .binary
    }
}

/// One SELECT … FROM … WHERE … or VALUES of a query.
final class BoundCore {
    struct Join {
        var kind: JoinOperator
        var source: Source
        /// The terms of ON, USING and NATURAL.
        var condition: [Scalar] = []
    }

    @exclusivity(unchecked) var isDistinct = false
    @exclusivity(unchecked) var joins: [Join] = []
    @exclusivity(unchecked) var results: [Scalar] = []
    @exclusivity(unchecked) var names: [String] = []
    /// The results that have a name of their own, by AS or from a star: ORDER BY means these first.
    @exclusivity(unchecked) var named = ColumnSet()
    /// The names of columns as the query wrote them, where they are declared otherwise.
    @exclusivity(unchecked) var writtenNames: [Int: String] = [:]
    /// The columns under COLLATE as they are declared: what a view or a table calls the results.
    @exclusivity(unchecked) var collatedNames: [Int: String] = [:]
    @exclusivity(unchecked) var condition: [Scalar] = []
    /// The terms of ORDER BY over it, when its loops are planned; nil if others than this query
    /// may read columns of its sources, too.
    @exclusivity(unchecked) var order: [BoundSelect.OrderTerm]?
    /// Its results are those of the statement.
    @exclusivity(unchecked) var isOutermost = false
    @exclusivity(unchecked) var groups: [Scalar] = []
    /// Groups come in the order of ORDER BY: which of them descend.
    @exclusivity(unchecked) var descendingGroups: Set<Int> = []
    @exclusivity(unchecked) var isArranged = false
    /// How many groups are asked for, if they go out as they come.
    @exclusivity(unchecked) var groupLimit: Double?
    @exclusivity(unchecked) var having: Scalar?
    @exclusivity(unchecked) var aggregates: [Aggregate] = []
    @exclusivity(unchecked) var isAggregate = false
    @exclusivity(unchecked) var windows: [WindowedCall] = []
    /// A query of several columns counts as that many results.
    @exclusivity(unchecked) var takesRows = false
    /// It runs once for each row of what is around it: finding its first rows by a hash pays.
    @exclusivity(unchecked) var isRepeated = false
    /// How often, as far as the planner can tell.
    @exclusivity(unchecked) var expectedRuns = 1.0
    /// VALUES with several rows.
    @exclusivity(unchecked) var rows: [[Scalar]]?

    init() {}

    /// Another one with the same rows, whose parts may be exchanged: all but what a compilation
    /// notes of it.
    init(of core: BoundCore) {
        isDistinct = core.isDistinct
        joins = core.joins
        results = core.results
        names = core.names
        named = core.named
        writtenNames = core.writtenNames
        collatedNames = core.collatedNames
        condition = core.condition
        groups = core.groups
        descendingGroups = core.descendingGroups
        isArranged = core.isArranged
        having = core.having
        aggregates = core.aggregates
        isAggregate = core.isAggregate
        windows = core.windows
        takesRows = core.takesRows
        isRepeated = core.isRepeated
        expectedRuns = core.expectedRuns
        rows = core.rows
    }

    /// Its results as columns that nobody calls by name.
    var unnamedColumns: [BoundSelect.Column] {
        results.map { .init(name: "", affinity: $0.affinity) }
    }

    var sources: [Source] {
        // Not by `map`, which is given a join of its own each time.
        var sources: [Source] = []
        sources.reserveCapacity(joins.count)
        for index in joins.indices { sources.append(joins[index].source) }
        return sources
    }

    func name(of result: Int) -> String {
        result < names.count ? names[result] : "column\(result + 1)"
    }
}

extension Scalar {
    /// The column of a source that the value is, as its declaration describes it.
    var visibleColumn: VisibleColumn? {
        guard case .column(let source, let number) = self else { return nil }
        return number >= 0 ? source.columns[number] : source.table?.visibleRowid
    }
}

extension [BoundCore] {
    /// By what a compound compares the values of its first columns.
    func collations(of count: Int) -> [Collation] {
        (0..<count).map { collation(of: $0) ?? .binary }
    }

    /// By what a compound compares the values of a column: the collation of the first query that
    /// has one there.
    func collation(of column: Int) -> Collation? {
        for core in self where column < core.results.count {
            let scalar = core.results[column]
            if let found = scalar.explicitCollation ?? scalar.columnCollation { return found }
        }
        return nil
    }
}
