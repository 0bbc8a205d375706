/// What is weighed of one way to find the rows of one source. There are several for each source of
/// a join, so they are plain values, and only of those that win an ``AccessPath`` is made.
///
/// **Users.** One compilation: listed by ``AccessPlanner``, weighed by ``JoinOrder``.
struct PathChoice {
    enum Form {
        case scan, rowid, rowidRange, index, hash, union
        /// All of an index.
        case wholeIndex
    }

    let form: Form
    /// Which index, which use of a rowid, or which union of paths.
    var number = 0
    /// The sources whose values it may use.
    var mask: UInt64 = 0
    /// Those that it does use: they must have a current row.
    var required: UInt64 = 0
    /// What finding the rows costs, in units of a row visited in order.
    let cost: Double
    /// How many rows it finds, as far as one can know.
    let rows: Double
    /// What is paid once, before the first row.
    var setup = 0.0
    /// Of the filters of the source those that need no test any more, one bit each.
    var satisfied: UInt64 = 0
    /// Which of the first columns of the order have one value only, for a row of the sources
    /// before: one bit each.
    var fixed: UInt64 = 0
    /// By how many columns the rows come ordered.
    var orderCount = 0
    /// With so many columns of the order given there is at most one row.
    var uniqueCount = Int.max
    /// Its first column may have any of so many values; nil if it is sought.
    var passedValues: Double?
    /// At most one row.
    var isOneRow = false
    /// The index has all columns that are asked for.
    var isCovering = false
    /// Another way is never dearer, leaves no more rows, and needs no more sources.
    var isBeaten = false
    /// Of the ways through one index: two that look for values by the same uses are the same.
    var key = Key()

    struct Key: Equatable {
        /// The uses that give single values, and those that bound a range, one bit each.
        var equals: UInt64 = 0
        var bounds: UInt64 = 0
        var hasBounds = false
    }

    init(_ form: Form, cost: Double, rows: Double) {
        self.form = form
        self.cost = cost
        self.rows = rows
    }

    /// Whether it can be used whenever the other one can, costs no more, and leaves no more rows.
    func beats(_ other: PathChoice) -> Bool {
        required & ~other.required == 0 && cost <= other.cost && setup <= other.setup
            && rows <= other.rows && satisfied & ~other.satisfied == 0
    }

    /// A column of the order that has one value only.
    func isFixed(_ position: Int) -> Bool { position < 64 && fixed & (1 << UInt64(position)) != 0 }
}
