import WCDBSQL
import WCDBStorage

/// A query whose names are resolved.
final class BoundSelect {
    struct Column {
        var name: String
        var affinity: Affinity
        var collation: Collation?
        var declaredType: String?
        var origin: (table: String, column: String)?
    }

    struct OrderTerm {
        var scalar: Scalar
        /// The result column it is, if it is one.
        var result: Int?
        var isDescending: Bool
        var nullsFirst: Bool?
    }

    var cores: [BoundCore]
    var operators: [CompoundOperator] = []
    var order: [OrderTerm] = []
    var limit: Scalar?
    var offset: Scalar?
    /// The result, named after the first core.
    var columns: [Column] = []
    /// Columns of queries around this one that it uses, at any depth.
    var outerColumns: [(Source, Int)] = []
    /// Tables of it and of everything inside, for the lists of what a statement reads.
    var isCorrelated: Bool { !outerColumns.isEmpty }

    init(cores: [BoundCore]) { self.cores = cores }
}

/// One SELECT … FROM … WHERE … or VALUES of a query.
final class BoundCore {
    struct Join {
        var kind: JoinOperator
        var source: Source
        /// The terms of ON, USING and NATURAL.
        var condition: [Scalar] = []
    }

    var isDistinct = false
    var joins: [Join] = []
    var results: [Scalar] = []
    var names: [String] = []
    var condition: [Scalar] = []
    var groups: [Scalar] = []
    /// Groups come in the order of ORDER BY: which of them descend.
    var descendingGroups: Set<Int> = []
    var isArranged = false
    var having: Scalar?
    var aggregates: [Aggregate] = []
    var isAggregate = false
    /// VALUES with several rows.
    var rows: [[Scalar]]?

    var sources: [Source] { joins.map(\.source) }
}
