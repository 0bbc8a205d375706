import WCDBSQL
import WCDBStorage

extension Compiler {
    /// UNION, UNION ALL, INTERSECT and EXCEPT, from left to right.
    mutating func compileCompound(
        _ select: BoundSelect, _ destination: Destination, _ limit: Limit,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        let count = select.columns.count
        // Everything goes through a store, unless rows can be passed on as they come.
        if select.order.isEmpty, select.operators.allSatisfy({ $0 == .unionAll }) {
            for core in select.cores {
                program.note("UNION ALL")
                try compilePart(core) { (compiler, first) throws(EngineError) in
                    try compiler.output(first, count, destination, limit, end: end)
                }
            }
            return
        }
        let store = try compileParts(select, count)
        if select.order.isEmpty {
            try emitStored(store, count) { (compiler, first) throws(EngineError) in
                try compiler.output(first, count, destination, limit, end: end)
            }
            return
        }
        let sorter = program.cursor()
        let shape = program.sorter(
            .init(keys: select.order.map(\.sortKey), payloadCount: count))
        program.emit(
            .openSorter, sorter, shape, limit.count ?? -1, flag: limit.offset == nil ? 0 : 1)
        let order = select.order
        try emitStored(store, count) { (compiler, first) throws(EngineError) in
            let keys = compiler.program.registers(order.count)
            for (index, term) in order.enumerated() {
                compiler.program.emit(.alias, first + (term.result ?? 0), keys + index)
            }
            compiler.program.emit(.sorterAdd, sorter, keys, first)
        }
        program.note("USE TEMP B-TREE FOR ORDER BY")
        try drain(sorter, count, destination, limit, end: end)
    }

    private typealias RowBody = (inout Compiler, Int) throws(EngineError) -> Void

    /// One core of a compound, row by row.
    private mutating func compilePart(
        _ core: BoundCore, _ body: @escaping RowBody
    ) throws(EngineError) {
        let part = BoundSelect(cores: [core])
        part.columns = core.results.indices.map {
            .init(name: "", affinity: core.results[$0].affinity)
        }
        try compile(
            part,
            to: .code { (compiler, first, _) throws(EngineError) in try body(&compiler, first) })
    }

    private mutating func emitStored(
        _ store: Int, _ count: Int, _ body: RowBody
    ) throws(EngineError) {
        let loop = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.rowsFirst, store, to: done)
        program.place(loop)
        let first = program.registers(count)
        for index in 0..<count { program.emit(.rowsColumn, store, index, first + index) }
        try body(&self, first)
        program.jump(.rowsNext, store, to: loop)
        program.place(done)
    }

    /// The result of all parts in one store of rows, in the order of the values where parts were
    /// compared.
    private mutating func compileParts(
        _ select: BoundSelect, _ count: Int
    ) throws(EngineError) -> Int {
        let collations = select.columns.map { KeyColumn(collation: $0.collation ?? .binary) }
        var store = openRows(count)
        try compilePart(select.cores[0]) { (compiler, first) throws(EngineError) in
            compiler.program.emit(.rowsAppend, store, first, small: count)
        }
        for (core, operation) in zip(select.cores.dropFirst(), select.operators) {
            let left = store
            program.note("\(operation)".uppercased())
            if operation == .unionAll {
                try compilePart(core) { (compiler, first) throws(EngineError) in
                    compiler.program.emit(.rowsAppend, left, first, small: count)
                }
                continue
            }
            let result = openRows(count)
            let set = openSet(collations)
            let seen = openSet(collations)
            switch operation {
            case .union:
                let add: RowBody = { (compiler, first) throws(EngineError) in
                    let next = compiler.program.makeLabel()
                    compiler.program.jump(.setInsert, set, first, to: next, small: count)
                    compiler.program.emit(.rowsAppend, result, first, small: count)
                    compiler.program.place(next)
                }
                try emitStored(left, count, add)
                try compilePart(core, add)
            case .intersect, .except, .unionAll:
                try compilePart(core) { (compiler, first) throws(EngineError) in
                    let next = compiler.program.makeLabel()
                    compiler.program.jump(.setInsert, set, first, to: next, small: count)
                    compiler.program.place(next)
                }
                let isIntersection = operation == .intersect
                try emitStored(left, count) { (compiler, first) throws(EngineError) in
                    let next = compiler.program.makeLabel()
                    let found = compiler.program.makeLabel()
                    compiler.program.jump(
                        .setFind, set, first, to: isIntersection ? found : next, small: count)
                    if isIntersection { compiler.program.jump(.goto, to: next) }
                    compiler.program.place(found)
                    compiler.program.jump(.setInsert, seen, first, to: next, small: count)
                    compiler.program.emit(.rowsAppend, result, first, small: count)
                    compiler.program.place(next)
                }
            }
            store = try sortStored(result, count, collations)
        }
        return store
    }

    private mutating func openRows(_ count: Int) -> Int {
        let cursor = program.cursor()
        program.emit(.openRows, cursor, count)
        return cursor
    }

    private mutating func openSet(_ keys: [KeyColumn]) -> Int {
        let cursor = program.cursor()
        program.emit(.openSet, cursor, program.set(.init(keys: keys)))
        return cursor
    }

    /// Compared rows come in their order, as from a tree of them.
    private mutating func sortStored(
        _ store: Int, _ count: Int, _ keys: [KeyColumn]
    ) throws(EngineError) -> Int {
        let sorter = program.cursor()
        let shape = program.sorter(
            .init(keys: keys.map { SortKey($0) }, payloadCount: count))
        program.emit(.openSorter, sorter, shape, -1)
        try emitStored(store, count) { (compiler, first) throws(EngineError) in
            compiler.program.emit(.sorterAdd, sorter, first, first)
        }
        let sorted = openRows(count)
        let end = program.makeLabel()
        try drain(sorter, count, .rows(cursor: sorted), Limit(), end: end)
        program.place(end)
        return sorted
    }
}
