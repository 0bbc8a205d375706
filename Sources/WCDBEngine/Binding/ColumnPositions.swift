/// Where the columns of a source are in rows that were put aside. Few are: a list is made, and
/// looked through, faster than a table.
///
/// **Users.** One compilation.
struct ColumnPositions {
    private var places: [(column: Int, place: Int)] = []

    init() {}

    /// The columns one after the other.
    init(_ columns: [Int]) {
        places.reserveCapacity(columns.count)
        for place in columns.indices { places.append((columns[place], place)) }
    }

    /// Requires: the column has no place yet.
    mutating func add(_ column: Int, at place: Int) { places.append((column, place)) }

    /// -1 is the rowid; nil for a column that is not in the rows.
    subscript(column: Int) -> Int? {
        for index in places.indices where places[index].column == column {
            return places[index].place
        }
        return nil
    }
}
