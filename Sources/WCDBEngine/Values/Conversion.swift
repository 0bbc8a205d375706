package import WCDBStorage

/// A value taken as a number, a text or a truth, whatever it is.
extension ColumnValue {
    package var isNumber: Bool { kind == .integer || kind == .real }
    package var isBytes: Bool { kind == .text || kind == .blob }

    /// A REAL of SQL: NaN is NULL.
    static func realOrNull(_ value: Double) -> ColumnValue { value.isNaN ? .null : .real(value) }

    /// 1 or 0.
    package static func truth(_ value: Bool) -> ColumnValue { .integer(value ? 1 : 0) }

    /// Nil is NULL: the third value of logic.
    package static func truth(_ value: Bool?) -> ColumnValue {
        value.map { .integer($0 ? 1 : 0) } ?? .null
    }

    /// The nearest integer towards zero; of text the one it begins with, else 0.
    package var asInteger: Int64 {
        switch kind {
        case .null: 0
        case .integer: integer
        case .real: real.clampedInteger
        case .text, .blob: IntegerScan(view).value
        }
    }

    /// The lowest 32 bits of the integer: what functions see that take a small count.
    var asSmallInteger: Int { Int(Int32(truncatingIfNeeded: asInteger)) }

    /// The nearest real; of text the one it begins with, else 0.0.
    package var asReal: Double {
        switch kind {
        case .null: 0
        case .integer: Double(integer)
        case .real: real
        case .text, .blob: RealScan(view).value
        }
    }

    /// The operand of an arithmetic operator: an integer if its text begins with one and nothing
    /// makes it a real, else a real. NULL stays.
    package var asOperand: ColumnValue {
        switch kind {
        case .null, .integer, .real:
            return self
        case .text, .blob:
            let scan = RealScan(view)
            switch scan.extent {
            case .real, .realPrefix:
                return .real(scan.value)
            case .integer, .other:
                let integer = IntegerScan(view)
                return integer.extent == .overflow
                    ? .real(scan.value) : .integer(integer.value)
            }
        }
    }

    /// What mathematical functions look at: text that is nothing but a number is that number.
    package var asNumberIfWhole: ColumnValue {
        kind == .text ? Affinity.applyNumeric(to: self, makesIntegers: false) : self
    }

    var integerAsReal: ColumnValue { kind == .integer ? .real(Double(integer)) : self }

    /// Whether the value is true; nil for NULL.
    @inline(__always)
    package var asTruth: Bool? {
        if case .integer = kind { return integer != 0 }
        return isNull ? nil : asReal != 0
    }

    /// Adds what the value looks like as text; the bytes of a blob, nothing for NULL. Hot.
    package func appendText(to buffer: inout ByteBuffer) {
        switch kind {
        case .null: break
        case .integer: IntegerText.append(integer, to: &buffer)
        case .real: RealText.append(real, to: &buffer)
        case .text, .blob: buffer.append(view)
        }
    }

    /// The number as a text that lies at the end of `buffer`, until that is changed.
    func appendingText(to buffer: inout ByteBuffer) -> ColumnValue {
        let start = buffer.count
        appendText(to: &buffer)
        return ColumnValue(.text, buffer.view.dropFirst(start))
    }

    /// The bytes of the value as text: where they lie, or at the end of `scratch`.
    package func textView(scratch: inout ByteBuffer) -> ByteView {
        isNumber ? appendingText(to: &scratch).view : view
    }
}

extension Double {
    /// Towards zero, and the nearest integer for what is out of range. Requires: not NaN.
    package var clampedInteger: Int64 {
        if self <= -0x1p63 { return .min }
        if self >= 0x1p63 { return .max }
        return Int64(self)
    }
}
