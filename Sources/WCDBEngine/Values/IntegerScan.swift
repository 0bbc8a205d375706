/// The integer with which a text begins.
///
/// Spaces may stand before it; hexadecimal digits are none. What does not fit into 64 bits is the
/// nearest integer that does.
package struct IntegerScan {
    /// How much of the text the integer is.
    package enum Extent {
        /// Nothing but the integer, and spaces around it.
        case whole
        /// Something else follows.
        case prefix
        /// There is no digit.
        case none
        /// The digits do not fit into 64 bits.
        case overflow
    }

    package let value: Int64
    package let extent: Extent

    package init(_ text: ByteView) {
        var position = 0
        while ASCII.isSpace(text[position]) { position &+= 1 }
        let sign = text[position]
        let isNegative = sign == UInt8(ascii: "-")
        if isNegative || sign == UInt8(ascii: "+") { position &+= 1 }
        let firstDigit = position
        var magnitude: UInt64 = 0
        var hasOverflow = false
        while ASCII.isDigit(text[position]) {
            let digit = UInt64(text[position] &- 0x30)
            let scaled = magnitude.multipliedReportingOverflow(by: 10)
            let sum = scaled.partialValue.addingReportingOverflow(digit)
            hasOverflow = hasOverflow || scaled.overflow || sum.overflow
            magnitude = sum.partialValue
            position &+= 1
        }
        let limit = UInt64(Int64.max) &+ (isNegative ? 1 : 0)
        if hasOverflow || magnitude > limit {
            value = isNegative ? .min : .max
            extent = .overflow
            return
        }
        value = Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
        let end = position
        while ASCII.isSpace(text[position]) { position &+= 1 }
        extent = end == firstDigit ? .none : position == text.count ? .whole : .prefix
    }
}
