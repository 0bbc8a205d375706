package import WCDBStorage

/// How a real is written: the conversions `%f`, `%e` and `%g` and their flags.
package struct RealText {
    package enum Style {
        case fixed, exponential, general
    }

    package var style: Style
    /// Digits after the point; in the general style, significant digits.
    package var precision: Int
    /// `#`: the point stays although no digit follows it.
    package var keepsPoint = false
    /// `!`: a digit stands on both sides of the point, and digits beyond the sixteenth are shown.
    package var isExact = false
    package var isUpperCase = false
    private var dropsZeros = false

    package init(_ style: Style, precision: Int) {
        self.style = style
        self.precision = precision
    }

    /// What a real looks like as text: fifteen digits, one of them after the point.
    package static let plain: RealText = {
        var format = RealText(.general, precision: 15)
        format.isExact = true
        return format
    }()

    /// Writes a real the way CAST does. Hot. Requires: not NaN.
    package static func append(_ value: Double, to buffer: inout ByteBuffer) {
        if value < 0 { buffer.appendByte(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        // Up to fifteen digits before the point all digits are those of the integer.
        if magnitude < 1e15 {
            let integer = Int64(magnitude)
            if Double(integer) == magnitude {
                IntegerText.append(integer, to: &buffer)
                buffer.append(".0")
                return
            }
        }
        plain.append(magnitude: magnitude, to: &buffer)
    }

    /// Writes the real without a sign. Requires: not NaN, not negative.
    package func append(magnitude: Double, to buffer: inout ByteBuffer) {
        guard magnitude.isFinite else {
            buffer.append("Inf")
            return
        }
        var digits = RoundedDigits(magnitude, format: self)
        var layout = self
        layout.dropsZeros = style == .general ? !keepsPoint : isExact
        var exponent = digits.exponent
        var precision = precision
        if style == .general {
            if precision > 0 { precision &-= 1 }
            layout.style = exponent < -4 || exponent > precision ? .exponential : .fixed
            if layout.style == .fixed { precision &-= exponent }
        }
        if layout.style == .fixed {
            layout.appendDigits(&digits, pointAfter: exponent, precision, to: &buffer)
        } else {
            layout.appendDigits(&digits, pointAfter: 0, precision, to: &buffer)
            buffer.appendByte(UInt8(ascii: isUpperCase ? "E" : "e"))
            buffer.appendByte(UInt8(ascii: exponent < 0 ? "-" : "+"))
            exponent = abs(exponent)
            if exponent < 10 { buffer.appendByte(UInt8(ascii: "0")) }
            IntegerText.append(Int64(exponent), to: &buffer)
        }
    }

    /// The digits with a point after the digit of 10^0, which is the one with the number
    /// `position`, and `precision` digits behind it.
    private func appendDigits(
        _ digits: inout RoundedDigits, pointAfter position: Int, _ precision: Int,
        to buffer: inout ByteBuffer
    ) {
        if position < 0 { buffer.appendByte(UInt8(ascii: "0")) }
        var place = position
        while place >= 0 {
            buffer.appendByte(digits.next())
            place &-= 1
        }
        guard precision > 0 || keepsPoint || isExact else { return }
        let point = buffer.count
        buffer.appendByte(UInt8(ascii: "."))
        // Zeros between the point and the first digit that counts.
        var left = precision
        let zeros = min(max(-1 &- position, 0), left)
        buffer.appendRepeated(UInt8(ascii: "0"), count: zeros)
        left &-= zeros
        while left > 0, !digits.isExhausted {
            buffer.appendByte(digits.next())
            left &-= 1
        }
        guard dropsZeros else {
            buffer.appendRepeated(UInt8(ascii: "0"), count: left)
            return
        }
        var end = buffer.count
        while end > point &+ 1, buffer.view[end &- 1] == UInt8(ascii: "0") { end &-= 1 }
        buffer.truncate(to: end)
        guard end == point &+ 1 else { return }
        if isExact { buffer.appendByte(UInt8(ascii: "0")) } else { buffer.truncate(to: point) }
    }
}
