package import WCDBStorage

/// The operator `||`.
package enum Concatenation {
    /// The texts of both values, one behind the other at the end of `buffer`; NULL if one is.
    package static func concatenate(
        _ left: ColumnValue, _ right: ColumnValue, into buffer: inout ByteBuffer
    ) throws(EngineError) -> ColumnValue {
        if left.isNull || right.isNull { return .null }
        try ValueLimits.admit(left.count + right.count)
        let start = buffer.count
        left.appendText(to: &buffer)
        right.appendText(to: &buffer)
        if left.kind == .blob || right.kind == .blob {
            return TextRepair.text(in: &buffer, from: start)
        }
        return ColumnValue(.text, buffer.view.dropFirst(start))
    }
}
