import WCDBStorage

/// All windows with the same partitions and order: rows come in, and go out in that order, with
/// what the functions make of them.
///
/// Only the rows of one partition are looked at a time, and their results are computed when they
/// are asked for.
///
/// **Users.** One window table: first `add`, then `sort`, then `next`.
final class WindowPass {
    let rowWidth: Int
    /// Nil where rows stay in the order in which they come.
    private let sorter: WindowSorter?
    private let partition: WindowPartition
    private let calls: [WindowCall]
    private let results: Registers
    private let interruption: InterruptFlag
    /// The current row of the partition.
    @exclusivity(unchecked) private var row = -1
    /// The sorter is at a row that no partition has yet.
    @exclusivity(unchecked) private var isRowWaiting = false

    /// Without keys there is one partition, in the order in which its rows come.
    init(
        _ pass: WindowShape.Pass, rowWidth: Int, space: ScratchSpace,
        interruption: InterruptFlag
    ) {
        self.rowWidth = rowWidth
        self.interruption = interruption
        let hasKeys = !pass.partition.isEmpty || !pass.order.isEmpty
        sorter = hasKeys ? WindowSorter(pass, rowWidth: rowWidth, space: space) : nil
        let partition = WindowPartition(rowWidth: rowWidth, space: space)
        self.partition = partition
        calls = pass.calls.map { call in
            WindowCall(call, of: pass, partition, space: space, interruption: interruption)
        }
        results = Registers(count: pass.calls.count)
    }

    func add(_ values: UnsafePointer<ColumnValue>) throws(EngineError) {
        guard let sorter else { return try partition.append(values, startsPeers: false) }
        try stored { () throws(StorageError) in try sorter.add(values) }
    }

    /// Ends adding.
    func sort() throws(EngineError) {
        guard let sorter else { return try beginPartition() }
        isRowWaiting = try stored { () throws(StorageError) in
            try sorter.sort()
            return try sorter.next()
        }
    }

    /// Goes to the next row and computes its results; false behind the last one.
    func next() throws(EngineError) -> Bool {
        if row + 1 >= partition.count {
            guard try fillPartition() else { return false }
        }
        row += 1
        for (index, call) in calls.enumerated() {
            try results.own(call.value(row), Int32(index))
        }
        return true
    }

    /// A value of the current row: behind its own are the results of this pass.
    /// Good until the next call of anything.
    func column(_ place: Int) throws(EngineError) -> ColumnValue {
        if place >= rowWidth { return results[Int32(place - rowWidth)] }
        return try partition.value(row, place)
    }

    /// Gives the memory back. Requires: no row is needed any more.
    func removeAll() {
        partition.removeAll()
        sorter?.removeAll()
    }

    /// Takes the rows of the next partition out of the sorter; false if there is none.
    private func fillPartition() throws(EngineError) -> Bool {
        guard isRowWaiting, let sorter else { return false }
        partition.removeAll()
        repeat {
            if InterruptFlag.isDue(partition.count), interruption.isSet {
                throw .storage(.interrupted)
            }
            try partition.append(sorter)
            isRowWaiting = try stored { () throws(StorageError) in try sorter.next() }
        } while isRowWaiting && !sorter.startsPartition
        try beginPartition()
        return true
    }

    private func beginPartition() throws(EngineError) {
        row = -1
        guard partition.count > 0 else { return }
        for call in calls { try call.begin() }
    }
}
