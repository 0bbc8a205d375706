import WCDBSQL
import WCDBStorage

/// Queries with functions over windows.
extension Compiler {
    /// The registers of a row that goes into a window table.
    private struct WindowRow {
        /// Values that the results need beside those of windows.
        var kept: [Scalar] = []
        /// All values of the row, those that are kept first.
        var values: [Scalar] = []
        var calls: [WindowedCall] = []
        var shape = WindowShape(rowWidth: 0, keptCount: 0, resultCount: 0, passes: [])
    }

    /// Emits a query with functions over windows: its rows are put aside, and come back with the
    /// functions' results.
    mutating func compileWindows(
        _ core: BoundCore, _ nest: LoopNest?, order: [BoundSelect.OrderTerm], _ body: Body
    ) throws(EngineError) {
        let row = windowRow(core, order)
        let cursor = program.cursor()
        program.emit(.openWindows, cursor, program.window(row.shape))
        try compilePlainCore(core, nest, order: order) { (compiler) throws(EngineError) in
            let first = compiler.program.registers(max(1, row.values.count))
            for (index, value) in row.values.enumerated() {
                try compiler.compile(value, into: first + index)
            }
            compiler.program.emit(.windowAdd, cursor, first)
        }
        program.note("USE WINDOW")
        program.emit(.windowRun, cursor)
        let loop = program.makeLabel()
        let done = program.makeLabel()
        let first = program.registers(max(1, row.kept.count + row.calls.count))
        let outer = known
        for (index, scalar) in row.kept.enumerated() { known.append((scalar, first + index)) }
        for (index, call) in row.calls.enumerated() {
            known.append((.window(call), first + row.kept.count + index))
        }
        program.place(loop)
        program.jump(.windowNext, cursor, first, to: done)
        try body(&self)
        program.jump(.goto, to: loop)
        program.place(done)
        known = outer
    }

    private func windowRow(_ core: BoundCore, _ order: [BoundSelect.OrderTerm]) -> WindowRow {
        var row = WindowRow()
        for scalar in core.results + order.map(\.scalar) { collect(scalar, &row.kept) }
        row.values = row.kept
        row.calls = core.windows
        var groups: [(window: BoundWindow, calls: [Int])] = []
        for (index, call) in core.windows.enumerated() {
            if let same = groups.firstIndex(where: { $0.window.sortsLike(call.window) }) {
                groups[same].calls.append(index)
            } else {
                groups.append((call.window, [index]))
            }
        }
        for group in groups {
            let partition = row.values.count
            row.values += group.window.partition
            let order = row.values.count
            row.values += group.window.order.map(\.scalar)
            var pass = WindowShape.Pass(
                partition: group.window.partition.map {
                    SortKey(KeyColumn(collation: $0.collation))
                }, partitionPlace: partition, order: group.window.order.map(\.sortKey),
                orderPlace: order, calls: [])
            for index in group.calls { pass.calls.append(shape(core.windows[index], index, &row)) }
            row.shape.passes.append(pass)
        }
        // The rows leave in the order of the first window, as those of SQLite do.
        row.shape.passes.reverse()
        row.shape.rowWidth = row.values.count
        row.shape.keptCount = row.kept.count
        row.shape.resultCount = core.windows.count
        return row
    }

    private func shape(
        _ call: WindowedCall, _ result: Int, _ row: inout WindowRow
    ) -> WindowShape.Call {
        let arguments = row.values.count
        row.values += call.arguments
        func place(_ scalar: Scalar?) -> Int? {
            guard let scalar else { return nil }
            row.values.append(scalar)
            return row.values.count - 1
        }
        let filter = place(call.filter)
        let start = place(call.window.start)
        let end = place(call.window.end)
        let frame = call.window.frame
        let function: WindowShape.Function =
            switch call.function {
            case .window(let function): .window(function)
            case .aggregate(let function):
                .aggregate(
                    Program.AggregateShape(
                        function: function, isDistinct: false,
                        argumentCount: call.arguments.count,
                        collation: call.arguments.first?.collation ?? .binary))
            }
        return WindowShape.Call(
            function: function, arguments: arguments, argumentCount: call.arguments.count,
            filter: filter,
            frame: WindowShape.Frame(
                unit: frame.unit, start: .init(frame.start, start),
                end: .init(frame.end ?? .currentRow, end),
                exclusion: frame.exclusion), result: result)
    }

    /// The largest parts of an expression that need no window.
    private func collect(_ scalar: Scalar, _ kept: inout [Scalar]) {
        if case .window = scalar { return }
        guard scalar.containsWindow else {
            if scalar.isConstant || kept.contains(where: { $0.isSame(as: scalar) }) { return }
            kept.append(scalar)
            return
        }
        for operand in scalar.operands { collect(operand, &kept) }
    }
}

extension Scalar {
    fileprivate var containsWindow: Bool {
        if case .window = self { return true }
        return operands.contains { $0.containsWindow }
    }
}

extension WindowShape.Bound {
    fileprivate init(_ bound: WindowFrame.Bound, _ place: Int?) {
        switch bound {
        case .unboundedPreceding: self = .unboundedPreceding
        case .currentRow: self = .currentRow
        case .unboundedFollowing: self = .unboundedFollowing
        case .preceding: self = .preceding(place ?? 0)
        case .following: self = .following(place ?? 0)
        }
    }
}
