import WCDBStorage

/// A function as a program calls it. Not a tuple, which would keep it in a form that has to be
/// turned into another for each call.
struct CalledFunction {
    let function: ScalarFunction
    let collation: Collation
}

/// What the machine's loop reads of a program, in memory of its own: it asks no array, and counts
/// no references.
///
/// **Users.** Any number of machines, on any threads: nothing changes after `init`.
///
/// **Always true.** There are `count` instructions, and behind them one more that halts; constants
/// of bytes point into `bytes`.
final class PinnedProgram: @unchecked Sendable {
    let instructions: UnsafePointer<Instruction>
    let count: Int
    let constants: UnsafePointer<ColumnValue>
    let comparisons: UnsafeBufferPointer<(affinity: Affinity, collation: Collation)>
    let functions: UnsafeBufferPointer<CalledFunction>
    private let bytes: UnsafeMutableRawPointer

    init(_ builder: ProgramBuilder) {
        let (instructions, values) = (builder.instructions, builder.constants)
        comparisons = PinnedProgram.pin(builder.comparisons)
        functions = PinnedProgram.pin(builder.functions)
        count = instructions.count
        let code = UnsafeMutablePointer<Instruction>.allocate(capacity: count + 1)
        for (index, instruction) in instructions.enumerated() {
            (code + index).initialize(to: instruction)
        }
        (code + count).initialize(
            to: Instruction(.halt))
        self.instructions = UnsafePointer(code)
        let size = values.reduce(0) { $0 + $1.withColumnValue(\.count) }
        bytes = .allocate(byteCount: max(1, size), alignment: 8)
        let plain = UnsafeMutablePointer<ColumnValue>.allocate(capacity: max(1, values.count))
        var end = bytes
        for (index, value) in values.enumerated() {
            let copy = value.withColumnValue { value in
                guard value.isBytes, let base = value.bytes.baseAddress else { return value }
                let start = end
                start.copyMemory(from: base, byteCount: value.count)
                end += value.count
                return value.kind == .text
                    ? .text(start, count: value.count) : .blob(start, count: value.count)
            }
            (plain + index).initialize(to: copy)
        }
        constants = UnsafePointer(plain)
    }

    private static func pin<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
        let place = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = place.initialize(from: elements)
        return UnsafeBufferPointer(place)
    }

    deinit {
        UnsafeMutableBufferPointer(mutating: comparisons).deinitialize().deallocate()
        UnsafeMutableBufferPointer(mutating: functions).deinitialize().deallocate()
        instructions.deallocate()
        constants.deallocate()
        bytes.deallocate()
    }
}
