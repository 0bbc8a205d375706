/// The registers of a row whose group has no room in memory: all that its group will ask of it.
struct GroupSpill {
    let first: Int
    /// How many of them the group stores: the keys, and behind them the bare columns.
    let storeCount: Int
    /// Of each aggregate: the register that says whether its filter lets the row pass, if it has
    /// one, and that of its first argument.
    let places: [(pass: Int?, argument: Int)]
    let count: Int
}

// Groups that memory has no room for. Their rows wait in a sorter, with everything that is computed
// of them, and come back group by group where the groups of memory are read.
extension Compiler {
    /// Where rows are put together that have to wait; nil where they cannot: a query in or behind a
    /// filter is compiled in one place only, and what waits forgets that it is JSON.
    mutating func groupSpill(_ core: BoundCore, _ bare: [Scalar]) -> GroupSpill? {
        guard !core.groups.isEmpty else { return nil }
        var count = core.groups.count + bare.count
        var offsets: [(pass: Int?, argument: Int)] = []
        for aggregate in core.aggregates {
            let keepsJSON =
                switch aggregate.function {
                case .jsonArray, .jsonObject: true
                case .minimum, .maximum: aggregate.arguments.contains(where: \.mayBeJSON)
                default: false
                }
            if keepsJSON { return nil }
            if let filter = aggregate.filter {
                guard !filter.hasQuery, !aggregate.arguments.contains(where: \.hasQuery) else {
                    return nil
                }
                offsets.append((count, count + 1))
                count += 1
            } else {
                offsets.append((nil, count))
            }
            count += aggregate.arguments.count
        }
        let first = program.registers(count)
        return GroupSpill(
            first: first, storeCount: core.groups.count + bare.count,
            places: offsets.map {
                (pass: $0.pass.map { first + $0 }, argument: first + $0.argument)
            },
            count: count)
    }

    /// Puts the current row aside if its group has no room, and goes on at `next`. `arguments`:
    /// the registers of those of aggregates without a filter.
    mutating func emitSpill(
        _ spill: GroupSpill, _ core: BoundCore, _ arguments: [Int], _ bare: [Scalar],
        _ cursor: Int, _ keys: Int, next: ProgramBuilder.Label
    ) throws(EngineError) {
        let outer = known
        defer { known = outer }
        let room = program.makeLabel()
        program.jump(.groupRoom, cursor, to: room)
        for index in core.groups.indices {
            program.emit(.alias, keys + index, spill.first + index)
        }
        for (index, scalar) in bare.enumerated() {
            try compile(scalar, into: spill.first + core.groups.count + index)
        }
        for (index, aggregate) in core.aggregates.enumerated() {
            let (pass, place) = spill.places[index]
            guard let filter = aggregate.filter, let pass else {
                for offset in aggregate.arguments.indices {
                    program.emit(.alias, arguments[index] + offset, place + offset)
                }
                continue
            }
            let skip = program.makeLabel()
            program.emit(.null, pass, 1 + aggregate.arguments.count)
            try jump(ifNot: filter, to: skip)
            for (offset, argument) in aggregate.arguments.enumerated() {
                try compile(argument, into: place + offset)
            }
            program.emit(.constant, program.constant(.integer(1)), pass)
            program.place(skip)
        }
        program.emit(.groupSpill, cursor, spill.first)
        program.jump(.goto, to: next)
        program.place(room)
    }

    /// Gives the group that comes next the rows that waited for it.
    mutating func emitReplay(_ spill: GroupSpill, _ core: BoundCore, _ cursor: Int) {
        let replay = program.makeLabel()
        program.place(replay)
        let ready = program.makeLabel()
        program.jump(.groupReplay, cursor, spill.first, to: ready, small: spill.count)
        let stored = program.makeLabel()
        program.jump(.groupKey, cursor, to: stored)
        emitStores(of: spill, cursor)
        program.place(stored)
        let extreme = Compiler.extreme(core)
        for (index, aggregate) in core.aggregates.enumerated() {
            let (pass, place) = spill.places[index]
            let skip = program.makeLabel()
            if let pass { program.jump(.jumpIfNull, pass, to: skip) }
            program.jump(
                .groupStep, cursor, place, to: skip,
                flag: aggregate === extreme ? InstructionFlag.extreme : 0, small: aggregate.index)
            if aggregate === extreme { emitStores(of: spill, cursor) }
            program.place(skip)
        }
        program.jump(.goto, to: replay)
        program.place(ready)
    }

    private mutating func emitStores(of spill: GroupSpill, _ cursor: Int) {
        for index in 0..<spill.storeCount {
            program.emit(.groupStore, cursor, spill.first + index, index)
        }
    }
}

extension Scalar {
    /// Whether the value may know that it is JSON, as no column of a table does.
    fileprivate var mayBeJSON: Bool {
        switch self {
        case .constant, .parameter: false
        case .column(let source, _): source.table == nil
        case .function: true
        default: operands.isEmpty || anyOperand(\.mayBeJSON)
        }
    }
}
