package import WCDBStorage

/// The arguments of one call, borrowed from the registers of whoever calls.
///
/// **Safe because** an access compares its position with the count first; an argument that is not
/// there is NULL. The registers stay where they are until the call has returned.
package struct ArgumentList {
    private let start: UnsafePointer<ColumnValue>?
    package let count: Int

    package init(_ values: UnsafeBufferPointer<ColumnValue>) {
        start = values.baseAddress
        count = values.count
    }

    @inline(__always)
    package subscript(index: Int) -> ColumnValue {
        guard let start, UInt(bitPattern: index) < UInt(bitPattern: count) else { return .null }
        return start[index]
    }

    package var containsNull: Bool {
        for index in 0..<count where self[index].isNull { return true }
        return false
    }
}
