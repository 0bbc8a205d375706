/// Reads the texts of instants: `YYYY-MM-DD`, `HH:MM`, both, with seconds and a zone.
struct TimeScan {
    private let text: ByteView
    private var position = 0

    /// Reads the instant that a text names, `now` apart; false if it names none. Requires: nothing
    /// is known of the instant.
    static func read(_ text: ByteView, into instant: inout DateTime) -> Bool {
        if let plain = PlainTime(text) {
            instant.day = plain.day
            instant.time = plain.time
            return true
        }
        if let read = readOther(text) {
            instant = read
            return true
        }
        return false
    }

    private static func readOther(_ text: ByteView) -> DateTime? {
        var scan = TimeScan(text)
        if let instant = scan.readDay() { return instant }
        scan = TimeScan(text)
        var instant = DateTime()
        if scan.readTime(into: &instant) { return instant }
        let number = RealScan(text)
        switch number.extent {
        case .integer, .real: return DateTime(number: number.value)
        case .realPrefix, .other: return nil
        }
    }

    /// Hours and minutes, as a modifier adds them.
    static func readDuration(_ text: ByteView) -> DateTime? {
        var scan = TimeScan(text)
        var instant = DateTime()
        return scan.readTime(into: &instant) ? instant : nil
    }

    private init(_ text: ByteView) { self.text = text }

    private mutating func skipSpaces() {
        while ASCII.isSpace(text[position]) { position &+= 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard text[position] == byte else { return false }
        position &+= 1
        return true
    }

    /// Exactly so many digits, that make a number of the range.
    private mutating func readNumber(digits: Int, _ range: ClosedRange<Int32>) -> Int32? {
        var number: Int32 = 0
        for offset in 0..<digits {
            let byte = text[position &+ offset]
            guard ASCII.isDigit(byte) else { return nil }
            number = number &* 10 &+ Int32(byte &- 0x30)
        }
        guard range.lowerBound <= number, number <= range.upperBound else { return nil }
        position &+= digits
        return number
    }

    private mutating func readDay() -> DateTime? {
        let isNegative = skip(UInt8(ascii: "-"))
        guard let year = readNumber(digits: 4, 0...9999), skip(UInt8(ascii: "-")),
            let month = readNumber(digits: 2, 1...12), skip(UInt8(ascii: "-")),
            let day = readNumber(digits: 2, 1...31)
        else { return nil }
        while ASCII.isSpace(text[position]) || text[position] == UInt8(ascii: "T") {
            position &+= 1
        }
        var instant = DateTime()
        let timeStart = position
        if !readTime(into: &instant) {
            guard text[timeStart] == 0 else { return nil }
            instant = DateTime()
        }
        instant.day = DateTime.Day(year: isNegative ? -year : year, month: month, day: day)
        if instant.zone != nil { instant.computeCount() }
        return instant
    }

    private mutating func readTime(into instant: inout DateTime) -> Bool {
        guard let hour = readNumber(digits: 2, 0...24), skip(UInt8(ascii: ":")),
            let minute = readNumber(digits: 2, 0...59)
        else { return false }
        var second = 0.0
        if skip(UInt8(ascii: ":")) {
            guard let whole = readNumber(digits: 2, 0...59) else { return false }
            second = Double(whole) + readFraction()
        }
        instant.time = DateTime.Time(hour: hour, minute: minute, second: second)
        return readZone(into: &instant)
    }

    private mutating func readFraction() -> Double {
        guard text[position] == UInt8(ascii: "."), ASCII.isDigit(text[position &+ 1]) else {
            return 0
        }
        position &+= 1
        var digits = 0.0
        var scale = 1.0
        while ASCII.isDigit(text[position]) {
            digits = digits * 10 + Double(text[position] &- 0x30)
            scale *= 10
            position &+= 1
        }
        return digits / scale
    }

    /// Nothing, `Z`, or hours and minutes ahead of UTC; then nothing but spaces.
    private mutating func readZone(into instant: inout DateTime) -> Bool {
        skipSpaces()
        let sign = text[position]
        switch sign {
        case 0:
            return true
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            position &+= 1
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            position &+= 1
            guard let hours = readNumber(digits: 2, 0...14), skip(UInt8(ascii: ":")),
                let minutes = readNumber(digits: 2, 0...59)
            else { return false }
            let ahead = hours * 60 + minutes
            if ahead != 0 { instant.zone = sign == UInt8(ascii: "-") ? -ahead : ahead }
        default:
            return false
        }
        skipSpaces()
        instant.namesZone = true
        return text[position] == 0
    }
}
