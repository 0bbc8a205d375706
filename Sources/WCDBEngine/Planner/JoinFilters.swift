/// For each source of a FROM clause the terms that can be tested only when it has a row, as plain
/// values, source after source.
///
/// **Users.** One compilation.
struct JoinFilters {
    struct Filter {
        let term: Int
        let mask: UInt64
        let selectivity: Double
    }

    private(set) var all: ContiguousArray<Filter> = []
    /// Where the filters of each source begin, and behind the last one where they end.
    private var starts: ContiguousArray<Int> = []

    /// `outerLevels`: for each source the number of its outer join, if it has one.
    init(_ terms: [Term], outerLevels: [Int?]) {
        all.reserveCapacity(2 * terms.count)
        starts.reserveCapacity(outerLevels.count + 1)
        for source in outerLevels.indices {
            starts.append(all.count)
            let bit: UInt64 = 1 << UInt64(source)
            for number in terms.indices {
                let term = terms[number]
                guard term.mask & bit != 0, !term.isDerived, term.joinLevel == outerLevels[source]
                else { continue }
                all.append(Filter(term: number, mask: term.mask, selectivity: term.selectivity))
            }
        }
        starts.append(all.count)
    }

    /// The filters of a source, as their numbers among all.
    func range(of source: Int) -> Range<Int> { starts[source]..<starts[source + 1] }

    /// The bit that stands for a term among the filters of a source: none if it is not one of them,
    /// or has too many before it.
    func bit(of term: Int, source: Int) -> UInt64 {
        let own = range(of: source)
        for index in own.prefix(64) where all[index].term == term {
            return 1 << UInt64(index - own.lowerBound)
        }
        return 0
    }
}
