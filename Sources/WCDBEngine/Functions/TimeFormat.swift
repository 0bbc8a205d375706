import WCDBStorage

/// Instants as text: the fixed forms, and the letters of `strftime`.
struct TimeFormat {
    private let count: Int64
    private let day: DateTime.Day
    private let time: DateTime.Time

    /// Requires: the instant is in the range that has texts.
    init(_ instant: DateTime) {
        var instant = instant
        instant.computeCount()
        instant.computeFields()
        count = instant.count ?? 0
        day = instant.day ?? DateTime.Day(year: 2000, month: 1, day: 1)
        time = instant.time ?? .midnight
    }

    static func appendDay(_ day: DateTime.Day?, to buffer: inout ByteBuffer) {
        guard let day else { return }
        buffer.reserve(16)
        if day.year < 0 { buffer.appendByte(UInt8(ascii: "-")) }
        appendNumber(abs(day.year), digits: 4, to: &buffer)
        buffer.appendByte(UInt8(ascii: "-"))
        appendNumber(day.month, digits: 2, to: &buffer)
        buffer.appendByte(UInt8(ascii: "-"))
        appendNumber(day.day, digits: 2, to: &buffer)
    }

    /// Without the fraction, which is dropped.
    static func appendTime(_ time: DateTime.Time?, to buffer: inout ByteBuffer) {
        guard let time else { return }
        appendNumber(time.hour, digits: 2, to: &buffer)
        buffer.appendByte(UInt8(ascii: ":"))
        appendNumber(time.minute, digits: 2, to: &buffer)
        buffer.appendByte(UInt8(ascii: ":"))
        appendNumber(Int32(time.second), digits: 2, to: &buffer)
    }

    /// Zeros in front, up to so many digits. Requires: not negative.
    @inline(__always)
    private static func appendNumber(
        _ number: Int32, digits: Int, to buffer: inout ByteBuffer
    ) {
        var left = UInt32(bitPattern: number)
        buffer.reserve(digits)
        let end = buffer.end
        for position in stride(from: digits &- 1, through: 0, by: -1) {
            let quotient = left / 10
            end.storeByte(0x30 &+ UInt8(truncatingIfNeeded: left &- quotient &* 10), at: position)
            left = quotient
        }
        guard left == 0 else { return IntegerText.append(Int64(number), to: &buffer) }
        buffer.advance(digits)
    }

    /// Adds the format with its letters exchanged. Answers false if one of them means nothing.
    func append(_ format: ByteView, to buffer: inout ByteBuffer) -> Bool {
        var position = 0
        while position < format.count {
            let byte = format[position]
            position &+= 1
            guard byte == UInt8(ascii: "%") else {
                buffer.appendByte(byte)
                continue
            }
            guard appendField(format[position], to: &buffer) else { return false }
            position &+= 1
        }
        return true
    }

    private func appendField(_ letter: UInt8, to buffer: inout ByteBuffer) -> Bool {
        let length = DateTime.millisecondsOfDay
        switch letter {
        case UInt8(ascii: "d"): Self.appendNumber(day.day, digits: 2, to: &buffer)
        case UInt8(ascii: "f"): appendSeconds(to: &buffer)
        case UInt8(ascii: "H"): Self.appendNumber(time.hour, digits: 2, to: &buffer)
        case UInt8(ascii: "j"): Self.appendNumber(dayOfYear + 1, digits: 3, to: &buffer)
        case UInt8(ascii: "J"):
            let format = RealText(.general, precision: 16)
            format.append(magnitude: Double(count) / Double(length), to: &buffer)
        case UInt8(ascii: "m"): Self.appendNumber(day.month, digits: 2, to: &buffer)
        case UInt8(ascii: "M"): Self.appendNumber(time.minute, digits: 2, to: &buffer)
        case UInt8(ascii: "s"):
            IntegerText.append(count / 1000 - DateTime.epoch / 1000, to: &buffer)
        case UInt8(ascii: "S"): Self.appendNumber(Int32(time.second), digits: 2, to: &buffer)
        case UInt8(ascii: "w"):
            IntegerText.append((count + length * 3 / 2) / length % 7, to: &buffer)
        case UInt8(ascii: "W"):
            let monday = Int32((count + length / 2) / length % 7)
            Self.appendNumber((dayOfYear + 7 - monday) / 7, digits: 2, to: &buffer)
        case UInt8(ascii: "Y"): appendYear(to: &buffer)
        case UInt8(ascii: "%"): buffer.appendByte(letter)
        default: return false
        }
        return true
    }

    /// Four characters, the sign included.
    private func appendYear(to buffer: inout ByteBuffer) {
        if day.year < 0 { buffer.appendByte(UInt8(ascii: "-")) }
        Self.appendNumber(abs(day.year), digits: day.year < 0 ? 3 : 4, to: &buffer)
    }

    /// With three digits behind the point, and never 60.
    private func appendSeconds(to buffer: inout ByteBuffer) {
        let second = min(time.second, 59.999)
        let format = RealText(.fixed, precision: 3)
        let start = buffer.count
        format.append(magnitude: second, to: &buffer)
        guard buffer.count - start < 6 else { return }
        buffer.truncate(to: start)
        buffer.appendByte(UInt8(ascii: "0"))
        format.append(magnitude: second, to: &buffer)
    }

    /// Counted from 0.
    private var dayOfYear: Int32 {
        var first = DateTime()
        first.day = DateTime.Day(year: day.year, month: 1, day: 1)
        first.time = time
        first.computeCount()
        let half = DateTime.millisecondsOfDay / 2
        return Int32((count - (first.count ?? count) + half) / DateTime.millisecondsOfDay)
    }
}
