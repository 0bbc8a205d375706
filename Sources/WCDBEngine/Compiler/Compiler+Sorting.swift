import WCDBSQL
import WCDBStorage

/// ORDER BY by a sorter: of all rows, or of those that are equal by the terms that hold already.
extension Compiler {
    /// Opens a sorter for as many rows as may be asked for.
    func openSorter(_ sorter: Int, _ shape: Int, _ limit: Limit) {
        program.fusesScans = true
        program.emit(
            .openSorter, sorter, shape, limit.count ?? -1,
            flag: limit.offset == nil ? 0 : InstructionFlag.hasOffset)
    }

    mutating func compileSorted(
        _ select: BoundSelect, _ core: BoundCore, _ nest: LoopNest?,
        _ destination: Destination, _ limit: Limit, end: ProgramBuilder.Label
    ) throws(EngineError) {
        let count = core.results.count
        let sorter = program.cursor()
        let ordered = nest?.orderedCount ?? 0
        let rest = Array(select.order[ordered...])
        let shape = program.sorter(
            .init(keys: rest.map(\.sortKey), payloadCount: count))
        let prefix = Array(select.order[..<ordered])
        var parts: Neighbours?
        if prefix.isEmpty {
            openSorter(sorter, shape, limit)
        } else {
            parts = makeNeighbours(prefix.map(\.scalar.collation))
        }
        let back = program.register()
        let flush = program.makeLabel()
        let distinct = openDistinct(core, isOrdered: false)
        let isSelective =
            limit.count != nil && prefix.isEmpty && !core.isDistinct
        if isSelective { nest?.admission = admission(of: core, to: sorter, by: rest[0]) }
        try compileCore(core, nest, order: select.order) { (compiler) throws(EngineError) in
            guard !isSelective else { return try compiler.sortAdmitted(core, rest, sorter) }
            let first = try compiler.compileResults(core)
            let skip = compiler.program.makeLabel()
            try compiler.skipDuplicates(distinct, core, first, skip)
            if let parts {
                let same = compiler.program.makeLabel()
                let keys = try compiler.orderKeys(prefix, first)
                try compiler.compareNeighbours(parts, keys, same: same) { compiler in
                    compiler.program.jump(.gosub, back, to: flush)
                }
                compiler.openSorter(sorter, shape, limit)
                compiler.program.place(same)
            }
            let keys = try compiler.orderKeys(rest, first)
            compiler.program.emit(.sorterAdd, sorter, keys, first)
            compiler.program.place(skip)
        }
        guard let parts else {
            program.note("USE TEMP B-TREE FOR ORDER BY")
            return try drain(sorter, count, destination, limit, end: end)
        }
        program.note("USE TEMP B-TREE FOR RIGHT PART OF ORDER BY")
        let done = program.makeLabel()
        program.jump(.jumpIfFalse, parts.hasRow, to: done)
        program.jump(.gosub, back, to: flush)
        program.jump(.goto, to: done)
        program.place(flush)
        try drain(sorter, count, destination, limit, end: end)
        program.emit(.return, back)
        program.place(done)
    }

    /// By what rows are refused before they are rows: windows need all of them.
    private func admission(
        of core: BoundCore, to sorter: Int, by term: BoundSelect.OrderTerm
    ) -> SortAdmission? {
        guard core.windows.isEmpty else { return nil }
        return SortAdmission(
            sorter: sorter, key: term.result.map { core.results[$0] } ?? term.scalar)
    }

    /// Puts a row into a sorter with a limit. One that comes too late is known by its keys, and
    /// nothing else of it is computed.
    private mutating func sortAdmitted(
        _ core: BoundCore, _ order: [BoundSelect.OrderTerm], _ sorter: Int
    ) throws(EngineError) {
        let outer = known
        defer { known = outer }
        let first = program.registers(core.results.count)
        var computed: Set<Int> = []
        let keys: Int
        if order.count == 1, let result = order[0].result {
            // The only key needs no register but that of the result.
            keys = first + result
            try compile(core.results[result], into: keys)
            computed = [result]
        } else {
            keys = program.registers(order.count)
            for (index, term) in order.enumerated() {
                guard let result = term.result else {
                    try compile(term.scalar, into: keys + index)
                    continue
                }
                if computed.insert(result).inserted {
                    try compile(core.results[result], into: first + result)
                }
                program.emit(.alias, first + result, keys + index)
            }
        }
        let late = program.makeLabel()
        program.jump(.sorterAdmit, sorter, keys, to: late)
        try compileFields(of: core.results)
        for (index, result) in core.results.enumerated() where !computed.contains(index) {
            try compile(result, into: first + index)
        }
        program.emit(.sorterAdd, sorter, keys, first, flag: InstructionFlag.admitted)
        program.place(late)
    }

    /// The values of terms of ORDER BY, for a row whose results begin at `first`.
    private mutating func orderKeys(
        _ order: [BoundSelect.OrderTerm], _ first: Int
    ) throws(EngineError) -> Int {
        let keys = program.registers(order.count)
        for (index, term) in order.enumerated() {
            if let result = term.result {
                program.emit(.alias, first + result, keys + index)
            } else {
                try compile(term.scalar, into: keys + index)
            }
        }
        return keys
    }
}
