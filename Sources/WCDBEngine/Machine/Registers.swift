import WCDBStorage

/// The registers of one machine: plain values, and for each the memory of a text it made itself.
///
/// **Users.** One machine, one thread. Indices come from checked programs.
///
/// **Always true.** A value that points to bytes points into a page under a cursor, into scratch
/// memory, into the program's constants or bound values, or into the register's own memory.
struct Registers: ~Copyable {
    let values: UnsafeMutablePointer<ColumnValue>
    /// One for each, and behind them one that says how large the largest was.
    private let memory: UnsafeMutablePointer<Memory>
    private let count: Int

    private struct Memory {
        var start: UnsafeMutableRawPointer?
        var capacity = 0
    }

    init(count: Int) {
        self.count = max(1, count)
        values = .allocate(capacity: self.count)
        values.initialize(repeating: .null, count: self.count)
        memory = .allocate(capacity: self.count + 1)
        memory.initialize(repeating: Memory(), count: self.count + 1)
    }

    deinit {
        for index in 0..<count { memory[index].start?.deallocate() }
        memory.deallocate()
        values.deallocate()
    }

    @inline(__always)
    subscript(index: Int32) -> ColumnValue {
        get { values[Int(index)] }
        nonmutating set { values[Int(index)] = newValue }
    }

    /// Puts a value into a register, with bytes of its own. Throws `noMemory`.
    @inline(__always)
    func own(_ value: ColumnValue, _ index: Int32) throws(EngineError) {
        if value.isBytes {
            try copyBytes(of: value, Int(index))
        } else {
            values[Int(index)] = value
        }
    }

    /// Puts a value into a register that is all there is in a buffer, together with the memory that
    /// it lies in. The buffer gets the register's.
    func take(_ value: ColumnValue, from buffer: inout ByteBuffer, _ index: Int32) {
        let own = memory[Int(index)]
        let (start, capacity) = buffer.trade(for: own.start, room: own.capacity)
        memory[Int(index)] = Memory(start: start, capacity: capacity)
        memory[count].capacity = max(memory[count].capacity, capacity)
        values[Int(index)] = value
    }

    private func copyBytes(of value: ColumnValue, _ index: Int) throws(EngineError) {
        let bytes = value.bytes
        let count = bytes.count
        if memory[index].capacity < count || memory[index].start == nil {
            try grow(index, toHold: count)
        }
        guard let start = memory[index].start else { return }
        if let base = bytes.baseAddress, count > 0 {
            // The source may be the register itself.
            (start).copyMemory(from: base, byteCount: count)
        }
        values[index] = value.moved(to: start)
    }

    private func grow(_ index: Int, toHold count: Int) throws(EngineError) {
        guard LargeMemory.canHave(byteCount: count) else { throw .noMemory }
        // The register's value may be in the memory that goes.
        values[index] = .null
        memory[index].start?.deallocate()
        // A long text is not likely to be followed by one that is a bit longer.
        memory[index].capacity = count < 1 << 20 ? max(32, count * 2) : count
        memory[index].start = .allocate(byteCount: memory[index].capacity, alignment: 8)
        memory[self.count].capacity = max(memory[self.count].capacity, memory[index].capacity)
    }

    /// What all of them have as their own.
    var byteCount: Int { (0..<count).reduce(0) { $0 + memory[$1].capacity } }

    /// Gives back large memory, and what is in it. Requires: nobody looks at these values any more.
    @inline(__always)
    func rest() {
        if memory[count].capacity > LargeMemory.mostKept { releaseLarge() }
    }

    @inline(never)
    private func releaseLarge() {
        memory[count].capacity = 0
        for index in 0..<count where memory[index].capacity > LargeMemory.mostKept {
            values[index] = .null
            memory[index].start?.deallocate()
            memory[index] = Memory()
        }
    }
}
