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
/// **Users.** Any number of machines, on any threads: nothing changes after `init`. Part of one
/// program, and gone with it.
///
/// **Always true.** There are `count` instructions, and behind them one more that halts; behind
/// them lie the constants, and behind those the bytes that constants point to, all in one piece of
/// memory. Both are multiples of eight bytes.
struct PinnedProgram: ~Copyable, @unchecked Sendable {
    let instructions: UnsafePointer<Instruction>
    let count: Int
    let constants: UnsafePointer<ColumnValue>
    let comparisons: UnsafeBufferPointer<(affinity: Affinity, collation: Collation)>
    let functions: UnsafeBufferPointer<CalledFunction>
    private let memory: UnsafeMutableRawPointer

    init(_ builder: ProgramBuilder) {
        let (instructions, values) = (builder.instructions, builder.constants)
        comparisons = PinnedProgram.pin(builder.comparisons)
        functions = PinnedProgram.pin(builder.functions)
        let count = instructions.count
        self.count = count
        let codeSize = (count + 1) * MemoryLayout<Instruction>.stride
        let valueSize = values.count * MemoryLayout<ColumnValue>.stride
        let byteCount = values.reduce(0) { $0 + $1.withColumnValue(\.count) }
        memory = .allocate(byteCount: codeSize + valueSize + byteCount, alignment: 8)
        let code = memory.bindMemory(to: Instruction.self, capacity: count + 1)
        instructions.withUnsafeBufferPointer { instructions in
            if let base = instructions.baseAddress { code.initialize(from: base, count: count) }
        }
        (code + count).initialize(to: Instruction(.halt))
        self.instructions = UnsafePointer(code)
        let plain = (memory + codeSize).bindMemory(to: ColumnValue.self, capacity: values.count)
        PinnedProgram.pin(values, to: plain, bytes: memory + codeSize + valueSize)
        constants = UnsafePointer(plain)
    }

    private static func pin(
        _ values: [Value], to place: UnsafeMutablePointer<ColumnValue>,
        bytes: UnsafeMutableRawPointer
    ) {
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
            (place + index).initialize(to: copy)
        }
    }

    private static func pin<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
        guard !elements.isEmpty else { return UnsafeBufferPointer(start: nil, count: 0) }
        let place = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = place.initialize(from: elements)
        return UnsafeBufferPointer(place)
    }

    deinit {
        PinnedProgram.unpin(comparisons)
        PinnedProgram.unpin(functions)
        // Instructions and values are plain.
        memory.deallocate()
    }

    private static func unpin<Element>(_ elements: UnsafeBufferPointer<Element>) {
        guard !elements.isEmpty else { return }
        UnsafeMutableBufferPointer(mutating: elements).deinitialize().deallocate()
    }
}
