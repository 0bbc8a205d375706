import WCDBStorage

/// The words behind an instant that move it: `+1 day`, `start of month`, `weekday 0`, `utc`.
struct TimeModifier {
    private let text: ByteView
    private let isFirst: Bool

    /// `isFirst`: it follows the instant immediately.
    init(_ text: ByteView, isFirst: Bool) {
        self.text = text
        self.isFirst = isFirst
    }

    /// Whether the modifier asks for the time zone.
    var needsZone: Bool { text.isWord("localtime") || text.isWord("utc") }

    /// Moves the instant. Answers false if this is no modifier, or none that fits here.
    func apply(
        to instant: inout DateTime, _ zone: (Int64) -> LocalTime?
    ) throws(EngineError) -> Bool {
        switch ASCII.lowercased(text[0]) {
        case UInt8(ascii: "a") where text.isWord("auto"):
            return applyAuto(to: &instant)
        case UInt8(ascii: "j") where text.isWord("julianday"):
            guard isFirst, instant.count != nil, instant.number != nil else { return false }
            instant.number = nil
            return true
        case UInt8(ascii: "l") where text.isWord("localtime"):
            try TimeModifier.makeLocal(&instant, zone)
            return true
        case UInt8(ascii: "u") where text.isWord("unixepoch"):
            return applyUnixEpoch(to: &instant)
        case UInt8(ascii: "u") where text.isWord("utc"):
            try TimeModifier.makeUniversal(&instant, zone)
            return true
        case UInt8(ascii: "w") where text.hasWordPrefix("weekday "):
            return applyWeekday(to: &instant)
        case UInt8(ascii: "s") where text.hasWordPrefix("start of "):
            return applyStart(to: &instant)
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return TimeShift(text).apply(to: &instant)
        default:
            return false
        }
    }

    // MARK: - What a number counts

    /// A Julian day if it is in their range, else seconds since 1970.
    private func applyAuto(to instant: inout DateTime) -> Bool {
        guard isFirst else { return false }
        guard let number = instant.number, instant.count == nil else {
            instant.number = nil
            return true
        }
        guard number >= -210_866_760_000, number <= 253_402_300_799 else { return false }
        return setSeconds(number, &instant)
    }

    private func applyUnixEpoch(to instant: inout DateTime) -> Bool {
        guard isFirst, let number = instant.number else { return false }
        let milliseconds = number * 1000 + Double(DateTime.epoch)
        guard milliseconds >= 0, milliseconds < Double(DateTime.last + 1) else { return false }
        return setSeconds(number, &instant)
    }

    private func setSeconds(_ seconds: Double, _ instant: inout DateTime) -> Bool {
        instant = DateTime(count: Int64(seconds * 1000 + Double(DateTime.epoch) + 0.5))
        return true
    }

    // MARK: - To the next, to the last

    /// The next day that is that one of the week, Sunday being 0; the same day if it is one.
    private func applyWeekday(to instant: inout DateTime) -> Bool {
        let scan = RealScan(text.dropFirst(8).untilNUL)
        let wanted = scan.value
        guard scan.extent == .integer || scan.extent == .real, wanted >= 0, wanted < 7,
            wanted.rounded(.towardZero) == wanted
        else { return false }
        instant.computeFields()
        instant.zone = nil
        instant.count = nil
        instant.computeCount()
        guard let count = instant.count else { return true }
        let today = (count + DateTime.millisecondsOfDay * 3 / 2) / DateTime.millisecondsOfDay % 7
        let days = (Int64(wanted) - today + 7) % 7
        instant.count = count + days * DateTime.millisecondsOfDay
        instant.forgetFields()
        return true
    }

    private func applyStart(to instant: inout DateTime) -> Bool {
        guard instant.count != nil || instant.day != nil || instant.time != nil else {
            return false
        }
        instant.computeDay()
        instant.time = DateTime.Time(hour: 0, minute: 0, second: 0)
        instant.number = nil
        instant.zone = nil
        instant.count = nil
        let unit = text.dropFirst(9).untilNUL
        if unit.isWord("month") {
            instant.day?.day = 1
        } else if unit.isWord("year") {
            instant.day?.month = 1
            instant.day?.day = 1
        } else if !unit.isWord("day") {
            return false
        }
        return true
    }

    // MARK: - Time zones

    /// From 1970 to 2037 the system knows the rules for sure; another year borrows those of one
    /// that begins the same way.
    private static let zoneYears: ClosedRange<Int64> = 210_866_760_000_000...213_014_145_600_000

    private static func makeLocal(
        _ instant: inout DateTime, _ zone: (Int64) -> LocalTime?
    ) throws(EngineError) {
        instant.computeCount()
        var count = instant.count ?? 0
        var yearDifference = 0
        if !zoneYears.contains(count) {
            var moved = instant
            moved.computeFields()
            // The day that stands for an instant out of range is counted as one of year 0.
            let year = moved.day?.year ?? 0
            yearDifference = 2000 + year % 4 - year
            moved.day?.year = year + yearDifference
            moved.count = nil
            moved.computeCount()
            count = moved.count ?? 0
        }
        guard let local = zone((count - DateTime.epoch) / 1000) else {
            throw .localTimeUnavailable
        }
        let fraction = Double((instant.count ?? 0) % 1000) * 0.001
        instant = DateTime(namesZone: instant.namesZone)
        instant.day = DateTime.Day(
            year: local.year - yearDifference, month: local.month, day: local.day)
        instant.time = DateTime.Time(
            hour: local.hour, minute: local.minute, second: Double(local.second) + fraction)
    }

    /// Guesses the instant of which these fields are the local time, and corrects the guess.
    private static func makeUniversal(
        _ instant: inout DateTime, _ zone: (Int64) -> LocalTime?
    ) throws(EngineError) {
        guard !instant.namesZone else { return }
        instant.computeCount()
        let fields = instant.count ?? 0
        var guess = fields
        var error: Int64 = 0
        for _ in 0..<4 {
            guess -= error
            var local = DateTime(count: guess)
            try makeLocal(&local, zone)
            local.computeCount()
            // Beyond the range there is no local time; the guess then goes further astray.
            error = (local.count ?? 0) - fields
            if error == 0 { break }
        }
        instant = DateTime(count: guess)
        instant.namesZone = true
    }
}

extension DateTime {
    init(namesZone: Bool) { self.namesZone = namesZone }
}
