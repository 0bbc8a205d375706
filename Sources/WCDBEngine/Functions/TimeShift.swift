import WCDBStorage

/// A modifier that begins with a number: `+3 days`, `-1.5 hours`, `+02:30`.
struct TimeShift {
    /// What a modifier counts, how long one is, and how many there may be.
    private struct Unit {
        var name: StaticString
        var seconds: Double
        var limit: Double
    }

    private static let units: [Unit] = [
        Unit(name: "second", seconds: 1, limit: 4.6427e14),
        Unit(name: "minute", seconds: 60, limit: 7.7379e12),
        Unit(name: "hour", seconds: 3600, limit: 1.2897e11),
        Unit(name: "day", seconds: 86_400, limit: 5_373_485),
        Unit(name: "month", seconds: 2_592_000, limit: 176_546),
        Unit(name: "year", seconds: 31_536_000, limit: 14_713),
    ]

    private let text: ByteView

    init(_ text: ByteView) { self.text = text.untilNUL }

    func apply(to instant: inout DateTime) -> Bool {
        var end = 1
        while end < text.count, text[end] != UInt8(ascii: ":"), !ASCII.isSpace(text[end]) {
            end &+= 1
        }
        let scan = RealScan(text.prefix(end))
        guard scan.extent == .integer || scan.extent == .real else { return false }
        if text[end] == UInt8(ascii: ":") { return applyDuration(to: &instant) }
        while ASCII.isSpace(text[end]) { end &+= 1 }
        var name = text.dropFirst(end)
        guard name.count >= 3, name.count <= 10 else { return false }
        if ASCII.lowercased(name[name.count - 1]) == UInt8(ascii: "s") {
            name = name.prefix(name.count - 1)
        }
        instant.computeCount()
        let amount = scan.value
        let unit = TimeShift.units.first {
            name.isWord($0.name) && amount.magnitude < $0.limit
        }
        defer { instant.forgetFields() }
        guard let unit else { return false }
        let rest = TimeShift.addMonths(of: unit, amount, to: &instant)
        instant.computeCount()
        guard let count = instant.count else { return true }
        let milliseconds = rest * 1000 * unit.seconds + (amount < 0 ? -0.5 : 0.5)
        let sum = count.addingReportingOverflow(milliseconds.clampedInteger)
        instant.count = sum.overflow ? -1 : sum.partialValue
        return true
    }

    /// Whole months and years change the fields; a day that the month does not have runs over
    /// into the next one. Answers what is left to be added as time.
    private static func addMonths(
        of unit: Unit, _ amount: Double, to instant: inout DateTime
    ) -> Double {
        let isYear = unit.seconds == 31_536_000
        guard isYear || unit.seconds == 2_592_000 else { return amount }
        let whole = Int(amount)
        instant.computeFields()
        if var day = instant.day {
            if isYear {
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
        return amount - Double(whole)
    }

    /// Hours and minutes, perhaps seconds, all added or all taken away.
    private func applyDuration(to instant: inout DateTime) -> Bool {
        let hasSign = !ASCII.isDigit(text[0])
        guard var duration = TimeScan.readDuration(hasSign ? text.dropFirst(1) : text) else {
            return false
        }
        duration.computeCount()
        let ofDay =
            ((duration.count ?? 0) - DateTime.millisecondsOfDay / 2)
            % DateTime.millisecondsOfDay
        instant.computeCount()
        instant.forgetFields()
        if let count = instant.count {
            instant.count = text[0] == UInt8(ascii: "-") ? count - ofDay : count + ofDay
        }
        return true
    }
}
