import WCDBStorage

/// Whether two keys are the same bytes, without a call for the few bytes that most have.
enum KeyEquality {
    /// Requires: both are longer than eight bytes and equally long.
    @inline(__always)
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard let first = left.baseAddress, let second = right.baseAddress else { return false }
        let last = left.count &- 8
        if first.little(UInt64.self, at: last) != second.little(UInt64.self, at: last) {
            return false
        }
        var offset = 0
        while offset < last {
            if first.little(UInt64.self, at: offset) != second.little(UInt64.self, at: offset) {
                return false
            }
            offset = offset &+ 8
        }
        return true
    }
}
