import WCDBSQL
import WCDBStorage

/// Compounds: the rows of several queries as those of one.
extension Compiler {
    /// UNION, UNION ALL, INTERSECT and EXCEPT, from left to right.
    mutating func compileCompound(
        _ select: BoundSelect, _ destination: Destination, _ limit: Limit,
        end: ProgramBuilder.Label
    ) throws(EngineError) {
        let count = select.columns.count
        let parts = makeParts(of: select, limit)
        if !select.order.isEmpty {
            return try compileOrdered(parts, select, destination, limit, end: end)
        }
        // Everything goes through a store, unless rows can be passed on as they come.
        if select.isConcatenation {
            for part in parts {
                program.note("UNION ALL")
                try compile(part.select, to: destination, limit, end: end)
            }
            return
        }
        let store = try compileParts(parts, select, count)
        try emitStored(store, count) { (compiler, first) throws(EngineError) in
            try compiler.output(first, count, destination, limit, end: end)
        }
    }

    /// The same with ORDER BY. Its terms are results; those of the parts that lie behind the
    /// columns of the whole are there for it alone.
    private mutating func compileOrdered(
        _ parts: [CompoundPart], _ select: BoundSelect, _ destination: Destination,
        _ limit: Limit, end: ProgramBuilder.Label
    ) throws(EngineError) {
        let count = select.columns.count
        let order = select.order
        let sorter = program.cursor()
        let shape = program.sorter(.init(keys: order.map(\.sortKey), payloadCount: count))
        openSorter(sorter, shape, limit)
        let add: RowBody = { (compiler, first) throws(EngineError) in
            let keys = compiler.program.registers(order.count)
            for (index, term) in order.enumerated() {
                compiler.program.emit(.alias, first + (term.result ?? 0), keys + index)
            }
            compiler.program.emit(.sorterAdd, sorter, keys, first)
        }
        if select.isConcatenation {
            for (index, part) in parts.enumerated() {
                if index > 0 { program.note("UNION ALL") }
                try compilePart(part, add)
            }
        } else {
            try emitStored(try compileParts(parts, select, count), count, add)
        }
        program.note("USE TEMP B-TREE FOR ORDER BY")
        try drain(sorter, count, destination, limit, end: end)
    }

    typealias RowBody = (inout Compiler, Int) throws(EngineError) -> Void

    /// One part of a compound, row by row.
    private mutating func compilePart(
        _ part: CompoundPart, _ body: @escaping RowBody
    ) throws(EngineError) {
        let end = program.makeLabel()
        var limit = Limit()
        if let needed = part.needed {
            let left = program.register()
            program.emit(.copy, needed, left)
            limit.count = left
        }
        try compile(
            part.select,
            to: .code { (compiler, first, _) throws(EngineError) in try body(&compiler, first) },
            limit, end: end)
        program.place(end)
    }

    /// Runs code for each row of a store, whose values it finds in registers.
    mutating func emitStored(
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
    /// compared. Of equal rows the last stands for all; where a sorter puts all in order, the
    /// first, but for a UNION the first of its right side.
    private mutating func compileParts(
        _ parts: [CompoundPart], _ select: BoundSelect, _ count: Int
    ) throws(EngineError) -> Int {
        let isOrdered = !select.order.isEmpty
        let collations = select.columns.indices.map {
            KeyColumn(collation: select.collation(of: $0))
        }
        let keepsFirst = isOrdered || select.equalIsSame
        // Rows that are compared in no order go where they are compared as they come.
        var left = LeftSide.part(parts[0])
        if isOrdered || select.operators.first == .unionAll {
            left = .store(try rowStore(of: left, count))
        }
        for (part, operation) in zip(parts.dropFirst(), select.operators) {
            program.note("\(operation)".uppercased())
            if operation == .unionAll {
                let store = try rowStore(of: left, count)
                try append(part, to: store, count)
                left = .store(store)
                continue
            }
            let groups = program.cursor()
            let shape = program.group(
                .init(keys: collations, aggregates: [], storeCount: count, spillCount: count))
            program.emit(.openGroups, groups, shape)
            let add: RowBody = { (compiler, first) throws(EngineError) in
                compiler.emitFind(groups, first, count, keepsFirst: keepsFirst)
            }
            // Where rows are merged in order, one of the right stands for those it is equal to.
            let isMerged = isOrdered && operation == .union
            if isMerged { try compilePart(part, add) }
            switch left {
            case .part(let part): try compilePart(part, add)
            case .store(let store): try emitStored(store, count, add)
            }
            var others: Int?
            if operation == .union {
                if !isMerged { try compilePart(part, add) }
            } else {
                others = try compileOthers(part, collations, merged: isOrdered ? left : nil)
            }
            left = .store(
                emitGroups(
                    groups, count, others, isIntersection: operation == .intersect,
                    keepsFirst: keepsFirst))
        }
        return try rowStore(of: left, count)
    }

    /// What the next part is put together with.
    private enum LeftSide {
        /// A part that did not run yet.
        case part(CompoundPart)
        case store(Int)
    }

    /// The store with the rows of a left side.
    private mutating func rowStore(of left: LeftSide, _ count: Int) throws(EngineError) -> Int {
        switch left {
        case .store(let store): return store
        case .part(let part):
            let store = openRows(count)
            try append(part, to: store, count)
            return store
        }
    }

    /// Puts the rows of a part into a store.
    private mutating func append(
        _ part: CompoundPart, to store: Int, _ count: Int
    ) throws(EngineError) {
        try compilePart(part) { (compiler, first) throws(EngineError) in
            compiler.program.emit(.rowsAppend, store, first, small: count)
        }
    }

    /// The set of the rows of the right side. Where it is merged in order with a store, nothing is
    /// asked of it if that has no rows.
    private mutating func compileOthers(
        _ part: CompoundPart, _ collations: [KeyColumn], merged left: LeftSide?
    ) throws(EngineError) -> Int {
        let set = openSet(collations)
        let isDone = program.makeLabel()
        if case .store(let store) = left { program.jump(.rowsFirst, store, to: isDone) }
        let outer = known
        try compilePart(part) { (compiler, first) throws(EngineError) in
            let next = compiler.program.makeLabel()
            compiler.program.jump(.setInsert, set, first, to: next, small: collations.count)
            compiler.program.place(next)
        }
        known = outer
        program.place(isDone)
        return set
    }

    /// Adds a row to those that differ. Of equal ones the first is kept, or the last.
    private mutating func emitFind(_ groups: Int, _ first: Int, _ count: Int, keepsFirst: Bool) {
        let isKnown = program.makeLabel()
        let found = keepsFirst ? isKnown : program.placedLabel()
        program.jump(.groupFind, groups, first, to: found, small: count)
        let room = program.makeLabel()
        program.jump(.groupRoom, groups, to: room)
        program.emit(.groupSpill, groups, first)
        program.jump(.goto, to: isKnown)
        program.place(room)
        for index in 0..<count { program.emit(.groupStore, groups, first + index, index) }
        program.place(isKnown)
    }

    /// The different rows, in their order, as from a tree of them; only those that are among
    /// others, or those that are not.
    private mutating func emitGroups(
        _ groups: Int, _ count: Int, _ others: Int?, isIntersection: Bool, keepsFirst: Bool
    ) -> Int {
        let store = openRows(count)
        let loop = program.makeLabel()
        let next = program.makeLabel()
        let done = program.makeLabel()
        program.jump(.groupFirst, groups, to: done)
        program.place(loop)
        let first = program.registers(count)
        emitRowReplay(groups, first, count, keepsFirst: keepsFirst)
        for index in 0..<count { program.emit(.groupColumn, groups, index, first + index) }
        if let others {
            let found = program.makeLabel()
            let label = isIntersection ? found : next
            program.jump(.setFind, others, first, to: label, small: count)
            if isIntersection { program.jump(.goto, to: next) }
            program.place(found)
        }
        program.emit(.rowsAppend, store, first, small: count)
        program.place(next)
        program.jump(.groupNext, groups, to: loop)
        program.place(done)
        return store
    }

    /// Gives the row that comes next those that waited for it, being equal to each other.
    private mutating func emitRowReplay(
        _ groups: Int, _ first: Int, _ count: Int, keepsFirst: Bool
    ) {
        let replay = program.makeLabel()
        program.place(replay)
        let ready = program.makeLabel()
        program.jump(.groupReplay, groups, first, to: ready, small: count)
        if keepsFirst { program.jump(.groupKey, groups, to: replay) }
        for index in 0..<count { program.emit(.groupStore, groups, first + index, index) }
        program.jump(.goto, to: replay)
        program.place(ready)
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
}
