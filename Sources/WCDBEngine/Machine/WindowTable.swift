import WCDBStorage

/// The rows of a query with functions over windows, and their results.
///
/// **Users.** One machine: rows are added, then all is computed, then the rows are taken one by
/// one, in the order of the last pass.
final class WindowTable {
    private let shape: WindowShape
    private let space: ScratchSpace
    private var rows: [[Value]] = []
    private var results: [[Value]] = []
    private var order: [Int] = []
    private var position = 0

    init(_ shape: WindowShape, space: ScratchSpace) {
        self.shape = shape
        self.space = space
    }

    func add(_ values: UnsafePointer<ColumnValue>) {
        rows.append((0..<shape.rowWidth).map { Value(values[$0]) })
    }

    func run() throws(EngineError) {
        results = Array(
            repeating: Array(repeating: .null, count: shape.resultCount), count: rows.count)
        order = Array(rows.indices)
        for pass in shape.passes { try run(pass) }
        position = 0
    }

    private func run(_ pass: WindowShape.Pass) throws(EngineError) {
        let partitions = keys(pass.partition, pass.partitionPlace)
        let orders = keys(pass.order, pass.orderPlace)
        order.sort { left, right in
            if partitions[left] != partitions[right] {
                return partitions[left].lexicographicallyPrecedes(partitions[right])
            }
            if orders[left] != orders[right] {
                return orders[left].lexicographicallyPrecedes(orders[right])
            }
            return left < right
        }
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, partitions[order[end]] == partitions[order[start]] { end += 1 }
            let members = Array(order[start..<end])
            let partition = WindowPartition(
                members.map { rows[$0] }, orderKeys: members.map { orders[$0] }, pass: pass,
                space: space)
            for call in pass.calls {
                let values = try partition.compute(call)
                for (member, value) in zip(members, values) { results[member][call.result] = value }
            }
            start = end
        }
    }

    /// The rows' keys for some terms, as bytes that compare as the terms do.
    private func keys(_ terms: [SortKey], _ place: Int) -> [[UInt8]] {
        guard !terms.isEmpty else { return Array(repeating: [], count: rows.count) }
        var encoder = SortKeyEncoder(terms)
        let registers = Registers(count: terms.count)
        return rows.map { row in
            for index in terms.indices {
                row[place + index].withColumnValue { registers.own($0, Int32(index)) }
            }
            encoder.encode(UnsafePointer(registers.values))
            return Array(encoder.key)
        }
    }

    /// Takes the next row: its kept values, then the results; nil behind the last.
    func next() -> [Value]? {
        guard position < order.count else { return nil }
        defer { position += 1 }
        let row = order[position]
        return rows[row][..<shape.keptCount] + results[row]
    }
}
