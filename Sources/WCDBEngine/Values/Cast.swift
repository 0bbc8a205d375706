package import WCDBStorage

/// The operator CAST: unlike an affinity it converts whatever it meets, as far as it goes.
package enum Cast {
    /// The value as one of the type. Text of a number is added to `scratch`.
    package static func cast(
        _ value: ColumnValue, to affinity: Affinity, scratch: inout ByteBuffer
    ) -> ColumnValue {
        guard !value.isNull else { return .null }
        switch affinity {
        case .none: return value
        case .blob: return ColumnValue(.blob, value.textView(scratch: &scratch))
        case .text where value.kind == .blob:
            return TextRepair.text(of: value.view, scratch: &scratch)
        case .text where value.kind == .text: return value
        case .text: return ColumnValue(.text, value.textView(scratch: &scratch))
        case .integer: return .integer(value.asInteger)
        case .real: return .real(value.asReal)
        case .numeric: return value.isNumber ? value : number(of: value.view)
        }
    }

    /// The number with which the text begins, as an INTEGER if that is exact.
    private static func number(of text: ByteView) -> ColumnValue {
        let scan = RealScan(text)
        if scan.extent == .integer || scan.extent == .other {
            let integer = IntegerScan(text)
            if integer.extent != .overflow { return .integer(integer.value) }
        }
        let real = scan.value
        return Affinity.sameInteger(real).map { .integer($0) } ?? .real(real)
    }
}
