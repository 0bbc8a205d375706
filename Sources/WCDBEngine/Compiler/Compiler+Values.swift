extension Compiler {
    /// The rows of VALUES. Where many of them are nothing but constants, or parameters one after
    /// another, what is done for a row is emitted once, and goes round: a program that grows with
    /// its rows takes longer to make than to run.
    mutating func compileValues(
        _ rows: [[Scalar]], _ destination: Destination, _ limit: Limit, end: ProgramBuilder.Label
    ) throws(EngineError) {
        noteConstantRows(rows.count)
        let first = program.registers(rows[0].count)
        var next = 0
        while next < rows.count {
            if let run = PlainRows(rows, from: next) {
                try compile(run, rows, into: first, destination, limit, end: end)
                next = run.range.upperBound
            } else {
                let row = rows[next]
                try outputCounted(destination, limit, end: end) { (compiler) throws(EngineError) in
                    for (index, scalar) in row.enumerated() {
                        try compiler.compile(scalar, into: first + index)
                    }
                    return (first, row.count)
                }
                next += 1
            }
        }
    }

    private mutating func compile(
        _ run: PlainRows, _ rows: [[Scalar]], into first: Int, _ destination: Destination,
        _ limit: Limit, end: ProgramBuilder.Label
    ) throws(EngineError) {
        let width = rows[0].count
        let start: Int
        switch run.content {
        case .constants: start = program.constants(of: rows[run.range])
        case .parameters(let number): start = number
        }
        let place = program.registers(2)
        for (register, value) in [start, start + width * run.range.count].enumerated() {
            let constant = program.constant(.integer(Int64(value)))
            program.emit(.constant, constant, place + register)
        }
        let loop = program.makeLabel()
        let done = program.makeLabel()
        program.place(loop)
        program.jump(.nextValues, place, first, to: done, flag: run.content.flag, small: width)
        try outputCounted(destination, limit, end: end) { _ in (first, width) }
        program.jump(.goto, to: loop)
        program.place(done)
    }
}

/// Rows of VALUES that follow one another, and of which a program needs to know no more than where
/// they begin.
private struct PlainRows {
    enum Content {
        case constants
        /// From this number on.
        case parameters(Int)

        var flag: UInt8 {
            switch self {
            case .constants: NextValuesFlag.constants
            case .parameters: NextValuesFlag.parameters
            }
        }
    }

    let content: Content
    let range: Range<Int>

    /// Fewer are as well emitted one by one.
    private static let least = 4

    /// Nil if those from `start` on are not plain, or too few.
    init?(_ rows: [[Scalar]], from start: Int) {
        let known = PlainRows.content(of: rows[start])
        var end = start
        switch known {
        case nil: return nil
        case .constants:
            while end < rows.count, case .constants = PlainRows.content(of: rows[end]) { end += 1 }
        case .parameters(let first):
            while end < rows.count, case .parameters(let number) = PlainRows.content(of: rows[end]),
                number == first + (end - start) * rows[start].count
            { end += 1 }
        }
        guard let known, end - start >= PlainRows.least else { return nil }
        content = known
        range = start..<end
    }

    private static func content(of row: [Scalar]) -> Content? {
        switch row[0] {
        case .constant:
            let isPlain = row.allSatisfy { if case .constant = $0 { true } else { false } }
            return isPlain ? .constants : nil
        case .parameter(let first):
            for (index, scalar) in row.enumerated() {
                guard case .parameter(let number) = scalar, number == first + index else {
                    return nil
                }
            }
            return .parameters(first)
        default: return nil
        }
    }
}
