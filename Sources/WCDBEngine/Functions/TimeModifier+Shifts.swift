import WCDBStorage

/// Modifiers that begin with a number: `+3 days`, `-1.5 hours`, `+02:30`.
extension TimeModifier {
    /// What a modifier counts.
    private enum Unit {
        case second, minute, hour, day, month, year

        init?(_ name: ByteView) {
            switch ASCII.lowercased(name[0]) {
            case UInt8(ascii: "s") where name.isWord("second"): self = .second
            case UInt8(ascii: "m") where name.isWord("minute"): self = .minute
            case UInt8(ascii: "h") where name.isWord("hour"): self = .hour
            case UInt8(ascii: "d") where name.isWord("day"): self = .day
            case UInt8(ascii: "m") where name.isWord("month"): self = .month
            case UInt8(ascii: "y") where name.isWord("year"): self = .year
            default: return nil
            }
        }

        /// How long one is; of months and years the part that is no whole one.
        var seconds: Double {
            switch self {
            case .second: 1
            case .minute: 60
            case .hour: 3600
            case .day: 86_400
            case .month: 2_592_000
            case .year: 31_536_000
            }
        }

        /// There must be fewer.
        var limit: Double {
            switch self {
            case .second: 4.6427e14
            case .minute: 7.7379e12
            case .hour: 1.2897e11
            case .day: 5_373_485
            case .month: 176_546
            case .year: 14_713
            }
        }
    }

    /// Nil if the text is no such modifier.
    init?(shift text: ByteView) {
        var end = 1
        while end < text.count, text[end] != UInt8(ascii: ":"), !ASCII.isSpace(text[end]) {
            end &+= 1
        }
        guard let amount = TimeModifier.number(text.prefix(end)) else { return nil }
        if text[end] == UInt8(ascii: ":") {
            self.init(duration: text)
            return
        }
        while ASCII.isSpace(text[end]) { end &+= 1 }
        var name = text.dropFirst(end)
        guard name.count >= 3, name.count <= 10 else { return nil }
        if ASCII.lowercased(name[name.count - 1]) == UInt8(ascii: "s") {
            name = name.prefix(name.count - 1)
        }
        guard let unit = Unit(name), amount.magnitude < unit.limit else { return nil }
        self.init(amount, unit)
    }

    /// Of months and years the whole ones change the fields; what is left is added as time.
    private init(_ amount: Double, _ unit: Unit) {
        let isCalendar = unit == .month || unit == .year
        let whole = isCalendar ? Int32(amount) : 0
        let rest = amount - Double(whole)
        let milliseconds = rest * 1000 * unit.seconds + (amount < 0 ? -0.5 : 0.5)
        self.init(
            isCalendar ? (unit == .year ? .years : .months) : .time, whole: whole,
            milliseconds: milliseconds.clampedInteger)
    }

    /// Hours and minutes, perhaps seconds, all added or all taken away.
    private init?(duration text: ByteView) {
        let hasSign = !ASCII.isDigit(text[0])
        guard var duration = TimeScan.readDuration(hasSign ? text.dropFirst(1) : text) else {
            return nil
        }
        duration.computeCount()
        let ofDay =
            ((duration.count ?? 0) - DateTime.millisecondsOfDay / 2)
            % DateTime.millisecondsOfDay
        self.init(.time, milliseconds: text[0] == UInt8(ascii: "-") ? -ofDay : ofDay)
    }

    /// The number that a text is.
    private static func number(_ text: ByteView) -> Double? {
        // Mostly a sign and few digits.
        let isNegative = text[0] == UInt8(ascii: "-")
        var position = isNegative || text[0] == UInt8(ascii: "+") ? 1 : 0
        if text.count > position, text.count < 10 {
            var whole: Int64 = 0
            while ASCII.isDigit(text[position]) {
                whole = whole &* 10 &+ Int64(text[position] &- 0x30)
                position &+= 1
            }
            if position == text.count { return isNegative ? -Double(whole) : Double(whole) }
        }
        let scan = RealScan(text)
        guard scan.extent == .integer || scan.extent == .real else { return nil }
        return scan.value
    }

    // MARK: - Applying

    func applyShift(to instant: inout DateTime) {
        instant.computeCount()
        if kind != .time { addMonths(to: &instant) }
        instant.forgetFields()
        guard let count = instant.count else { return }
        let sum = count.addingReportingOverflow(milliseconds)
        instant.count = sum.overflow ? -1 : sum.partialValue
    }

    /// A day that the month does not have runs over into the next one.
    private func addMonths(to instant: inout DateTime) {
        instant.computeFields()
        if var day = instant.day {
            if kind == .years {
                day.year += whole
            } else {
                let months = day.month - 1 + whole
                let years = months >= 0 ? months / 12 : (months - 11) / 12
                day.year += years
                day.month = months - years * 12 + 1
            }
            instant.day = day
        }
        instant.count = nil
        instant.computeCount()
    }
}
