/// Local time and UTC.
extension TimeModifier {
    /// Takes the instant for UTC and makes it local time, or the other way round. Answers false if
    /// this is another modifier.
    func changeZone(
        of instant: inout DateTime, _ zone: (Int64) -> LocalTime?
    ) throws(EngineError) -> Bool {
        switch kind {
        case .localTime: try TimeModifier.makeLocal(&instant, zone)
        case .utc: try TimeModifier.makeUniversal(&instant, zone)
        default: return false
        }
        return true
    }

    /// From 1970 to 2037 the system knows the rules for sure; another year borrows those of one
    /// that begins the same way.
    private static let zoneYears: ClosedRange<Int64> = 210_866_760_000_000...213_014_145_600_000

    private static func makeLocal(
        _ instant: inout DateTime, _ zone: (Int64) -> LocalTime?
    ) throws(EngineError) {
        instant.computeCount()
        var count = instant.count ?? 0
        var yearDifference: Int32 = 0
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
            year: Int32(clamping: local.year) &- yearDifference,
            month: Int32(clamping: local.month), day: Int32(clamping: local.day))
        instant.time = DateTime.Time(
            hour: Int32(clamping: local.hour), minute: Int32(clamping: local.minute),
            second: Double(local.second) + fraction)
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
            guess &-= error
            var local = DateTime(count: guess)
            try makeLocal(&local, zone)
            local.computeCount()
            // Beyond the range there is no local time; the guess then goes further astray, and may
            // wrap: the range is looked at in the end.
            error = (local.count ?? 0) &- fields
            if error == 0 { break }
        }
        instant = DateTime(count: guess)
        instant.namesZone = true
    }
}
