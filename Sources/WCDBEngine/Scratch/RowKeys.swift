import WCDBStorage

/// The keys of packed rows, found by their address.
struct RowKeys: KeySource {
    let layout: PackedRow

    @inline(__always)
    func key(of reference: UInt64) -> UnsafeRawBufferPointer {
        guard let row = SortRecord(prefix: 0, reference: reference).row else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return layout.key(of: row)
    }
}
