import WCDBSwift

/// `wcdb-bench winq.build [COUNT]`: how long the query builder takes for a condition of three
/// comparisons and an order. It has no peer. Run with COUNT and twice COUNT under a tool that
/// counts allocations, the difference tells how many there are for each query.
enum BuilderBenchmark {
    static let name = "winq.build"

    private struct Person: TableCodable {
        var id = 0
        var age = 0
        var name = ""

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Person
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, age, name
        }
    }

    static func run(_ arguments: [String]) -> Int32 {
        let count = arguments.first.flatMap { Int($0) } ?? 1_000_000
        guard count > 0 else { return 2 }
        // The binding and its columns are made once.
        var digest = build(0)
        let stopwatch = Stopwatch()
        for index in 0..<count { digest &+= build(index) }
        let nanoseconds = stopwatch.nanoseconds(per: count)
        print("\(name): \(Int(nanoseconds.rounded())) ns for each of \(count) queries (\(digest))")
        return 0
    }

    /// What a `where:` and an `orderBy:` hand over.
    @inline(never)
    private static func build(_ index: Int) -> Int {
        let keys = Person.CodingKeys.self
        let condition = keys.age > index && keys.age < 65 && keys.name != "nobody"
        let order = keys.id.order(.descending)
        return hand(condition, [order])
    }

    @inline(never)
    private static func hand(_ condition: any Condition, _ order: [any OrderBy]) -> Int {
        order.count
    }
}
