import WCDBStorage

/// The rows of a query with functions over windows, and their results.
///
/// **Users.** One machine: rows are added, then it runs, then the rows are taken one by one, in the
/// order of the last pass. Each pass gives its rows, with its results behind them, to the next.
final class WindowTable {
    private let shape: WindowShape
    private let passes: [WindowPass]
    /// Where the last pass has each result.
    private let places: [Int]

    init(_ shape: WindowShape, space: ScratchSpace, interruption: InterruptFlag) {
        self.shape = shape
        var width = shape.rowWidth
        var passes: [WindowPass] = []
        var places = Array(repeating: 0, count: shape.resultCount)
        for pass in shape.passes {
            passes.append(
                WindowPass(pass, rowWidth: width, space: space, interruption: interruption))
            for (index, call) in pass.calls.enumerated() { places[call.result] = width + index }
            width += pass.calls.count
        }
        self.passes = passes
        self.places = places
    }

    func add(_ values: UnsafePointer<ColumnValue>) throws(EngineError) {
        try passes[0].add(values)
    }

    /// Ends adding: all passes but the last are done.
    func run() throws(EngineError) {
        for (index, pass) in passes.enumerated() {
            try pass.sort()
            guard index + 1 < passes.count else { return }
            let next = passes[index + 1]
            let row = Registers(count: next.rowWidth)
            while try pass.next() {
                for place in 0..<next.rowWidth { row[Int32(place)] = try pass.column(place) }
                try next.add(row.values)
            }
            pass.removeAll()
        }
    }

    /// Puts the next row into registers: its kept values, then the results. False behind the last.
    func next(into registers: borrowing Registers, at first: Int32) throws(EngineError) -> Bool {
        guard let last = passes.last, try last.next() else { return false }
        for place in 0..<shape.keptCount {
            try registers.own(last.column(place), first + Int32(place))
        }
        for (index, place) in places.enumerated() {
            try registers.own(last.column(place), first + Int32(shape.keptCount + index))
        }
        return true
    }
}
