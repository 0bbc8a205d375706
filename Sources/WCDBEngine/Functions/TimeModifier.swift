import WCDBStorage

/// The words behind an instant that move it: `+1 day`, `start of month`, `weekday 0`, `utc`.
struct TimeModifier: BitwiseCopyable {
    enum Motion: UInt8 {
        /// A text that is no modifier.
        case none
        case auto, julianDay, unixEpoch
        case localTime, utc
        case weekday
        case startOfDay, startOfMonth, startOfYear
        case time, months, years
    }

    let kind: Motion
    /// Months or years, or the day of the week, Sunday being 0.
    var whole: Int32 = 0
    /// What is added, behind the months or years.
    var milliseconds: Int64 = 0

    init(_ kind: Motion, whole: Int32 = 0, milliseconds: Int64 = 0) {
        self.kind = kind
        self.whole = whole
        self.milliseconds = milliseconds
    }

    init(_ text: ByteView) {
        self.init(.none)
        switch ASCII.lowercased(text[0]) {
        case UInt8(ascii: "a") where text.isWord("auto"): self = TimeModifier(.auto)
        case UInt8(ascii: "j") where text.isWord("julianday"): self = TimeModifier(.julianDay)
        case UInt8(ascii: "l") where text.isWord("localtime"): self = TimeModifier(.localTime)
        case UInt8(ascii: "u") where text.isWord("unixepoch"): self = TimeModifier(.unixEpoch)
        case UInt8(ascii: "u") where text.isWord("utc"): self = TimeModifier(.utc)
        case UInt8(ascii: "w") where text.hasWordPrefix("weekday "):
            let scan = RealScan(text.dropFirst(8))
            let wanted = scan.value
            guard scan.extent == .integer || scan.extent == .real, wanted >= 0, wanted < 7,
                wanted.rounded(.towardZero) == wanted
            else { return }
            self = TimeModifier(.weekday, whole: Int32(wanted))
        case UInt8(ascii: "s") where text.hasWordPrefix("start of "):
            let unit = text.dropFirst(9)
            if unit.isWord("day") { self = TimeModifier(.startOfDay) }
            if unit.isWord("month") { self = TimeModifier(.startOfMonth) }
            if unit.isWord("year") { self = TimeModifier(.startOfYear) }
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            if let shift = TimeModifier(shift: text) { self = shift }
        default: break
        }
    }

    /// Whether it asks for the time zone.
    var needsZone: Bool { kind == .localTime || kind == .utc }

    /// Moves the instant. Answers false if this is no modifier, or none that fits here. `isFirst`:
    /// it follows the instant immediately. Requires: it needs no zone.
    func apply(to instant: inout DateTime, isFirst: Bool) -> Bool {
        switch kind {
        case .none, .localTime, .utc: return false
        case .auto: return isFirst && applyAuto(to: &instant)
        case .julianDay:
            guard isFirst, instant.count != nil, instant.number != nil else { return false }
            instant.number = nil
            return true
        case .unixEpoch: return isFirst && applyUnixEpoch(to: &instant)
        case .weekday: applyWeekday(to: &instant)
        case .startOfDay, .startOfMonth, .startOfYear: return applyStart(to: &instant)
        case .time, .months, .years: applyShift(to: &instant)
        }
        return true
    }

    // MARK: - What a number counts

    /// A Julian day if it is in their range, else seconds since 1970.
    private func applyAuto(to instant: inout DateTime) -> Bool {
        guard let number = instant.number, instant.count == nil else {
            instant.number = nil
            return true
        }
        guard number >= -210_866_760_000, number <= 253_402_300_799 else { return false }
        return setSeconds(number, &instant)
    }

    private func applyUnixEpoch(to instant: inout DateTime) -> Bool {
        guard let number = instant.number else { return false }
        let milliseconds = number * 1000 + Double(DateTime.epoch)
        guard milliseconds >= 0, milliseconds < Double(DateTime.last + 1) else { return false }
        return setSeconds(number, &instant)
    }

    private func setSeconds(_ seconds: Double, _ instant: inout DateTime) -> Bool {
        instant = DateTime(count: Int64(seconds * 1000 + Double(DateTime.epoch) + 0.5))
        return true
    }

    // MARK: - To the next, to the last

    /// The next day that is that one of the week; the same day if it is one.
    private func applyWeekday(to instant: inout DateTime) {
        instant.computeFields()
        instant.zone = nil
        instant.count = nil
        instant.computeCount()
        guard let count = instant.count else { return }
        let today = (count + DateTime.millisecondsOfDay * 3 / 2) / DateTime.millisecondsOfDay % 7
        // Before the first Julian day the remainder is negative, and it goes a week further.
        let days = Int64(whole) - (today > Int64(whole) ? today - 7 : today)
        instant.count = count + days * DateTime.millisecondsOfDay
        instant.forgetFields()
    }

    private func applyStart(to instant: inout DateTime) -> Bool {
        guard instant.count != nil || instant.day != nil || instant.time != nil else {
            return false
        }
        instant.computeDay()
        instant.time = .midnight
        instant.number = nil
        instant.zone = nil
        instant.count = nil
        guard var day = instant.day else { return true }
        if kind != .startOfDay { day.day = 1 }
        if kind == .startOfYear { day.month = 1 }
        instant.day = day
        return true
    }
}

extension DateTime {
    init(namesZone: Bool) { self.namesZone = namesZone }
}
