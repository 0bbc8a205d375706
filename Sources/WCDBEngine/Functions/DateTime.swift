/// An instant, as a count of milliseconds or as the fields of a calendar and a clock, whichever
/// was given; the other is computed when it is needed.
///
/// The count begins at noon of the first Julian day, 24 November 4714 before our era. The calendar
/// is Gregorian at all times. Years are counted through zero.
///
/// **Users.** The date functions.
///
/// **Always true.** Where several forms are there, they mean the same instant, `zone` included:
/// minutes by which the fields are ahead of UTC, while the count is always UTC.
struct DateTime {
    struct Day: Equatable {
        var year: Int32
        var month: Int32
        var day: Int32
    }

    struct Time: Equatable {
        var hour: Int32
        var minute: Int32
        /// With a fraction.
        var second: Double

        static let midnight = Time(hour: 0, minute: 0, second: 0)
    }

    static let millisecondsOfDay: Int64 = 86_400_000
    /// 1970-01-01 00:00 UTC.
    static let epoch: Int64 = 210_866_760_000_000
    /// 9999-12-31 23:59:59.999, the last instant that has a text.
    static let last: Int64 = 464_269_060_799_999

    // Plain fields, with bits for those that are there: an instant is copied about for each call.
    private var forms: Forms = []
    private var countValue: Int64 = 0
    private var dayValue = Day(year: 0, month: 0, day: 0)
    private var zoneValue: Int32 = 0
    private var timeValue = Time.midnight
    private var numberValue = 0.0

    private struct Forms: OptionSet {
        let rawValue: UInt8

        static let count = Forms(rawValue: 1)
        static let day = Forms(rawValue: 2)
        static let time = Forms(rawValue: 4)
        static let zone = Forms(rawValue: 8)
        static let number = Forms(rawValue: 16)
        static let namesZone = Forms(rawValue: 32)
        static let invalid = Forms(rawValue: 64)
    }

    init() {}

    init(count: Int64) { self.count = count }

    /// A Julian day, unless a modifier says otherwise.
    init(number: Double) {
        self.number = number
        if number >= 0 && number < 5_373_484.5 {
            count = Int64(number * Double(DateTime.millisecondsOfDay) + 0.5)
        }
    }

    private mutating func invalidate() { forms = .invalid }

    @inline(__always)
    private func value<Value>(_ form: Forms, _ value: Value) -> Value? {
        forms.contains(form) ? value : nil
    }

    @inline(__always)
    private mutating func note(_ form: Forms, _ isThere: Bool) {
        if isThere { forms.insert(form) } else { forms.remove(form) }
    }

    // MARK: - The forms

    var count: Int64? {
        @inline(__always) get { value(.count, countValue) }
        @inline(__always) set {
            if let newValue { countValue = newValue }
            note(.count, newValue != nil)
        }
    }

    var day: Day? {
        @inline(__always) get { value(.day, dayValue) }
        @inline(__always) set {
            if let newValue { dayValue = newValue }
            note(.day, newValue != nil)
        }
    }

    var time: Time? {
        @inline(__always) get { value(.time, timeValue) }
        @inline(__always) set {
            if let newValue { timeValue = newValue }
            note(.time, newValue != nil)
        }
    }

    var zone: Int32? {
        @inline(__always) get { value(.zone, zoneValue) }
        @inline(__always) set {
            if let newValue { zoneValue = newValue }
            note(.zone, newValue != nil)
        }
    }

    /// A number was given, and no modifier has said yet what it counts.
    var number: Double? {
        @inline(__always) get { value(.number, numberValue) }
        @inline(__always) set {
            if let newValue { numberValue = newValue }
            note(.number, newValue != nil)
        }
    }

    /// The text named its zone, so that it cannot be local time.
    var namesZone: Bool {
        @inline(__always) get { forms.contains(.namesZone) }
        @inline(__always) set { note(.namesZone, newValue) }
    }

    /// There is no such instant.
    private var isInvalid: Bool { forms.contains(.invalid) }

    // MARK: - From one form to the other

    mutating func computeCount() {
        guard count == nil else { return }
        let day = day ?? Day(year: 2000, month: 1, day: 1)
        guard day.year >= -4713, day.year <= 9999, number == nil else {
            invalidate()
            return
        }
        var sum = DateTime.noon(of: day) - DateTime.millisecondsOfDay / 2
        if let time {
            sum += Int64(time.hour &* 3_600_000 &+ time.minute &* 60_000)
            sum += Int64(time.second * 1000 + 0.5)
            if let zone {
                sum -= Int64(zone * 60_000)
                forgetFields()
            }
        }
        count = sum
    }

    /// The year begins in March here, so that the leap day is its last one.
    private static func noon(of day: Day) -> Int64 {
        let isEarly = day.month <= 2
        let year = isEarly ? day.year - 1 : day.year
        let month = isEarly ? day.month + 12 : day.month
        let century = year / 100
        let leapDays = 2 - century + century / 4
        let days = 36_525 * (year + 4716) / 100 + 306_001 * (month + 1) / 10_000
        return Int64(days + day.day + leapDays - 1524) * millisecondsOfDay
    }

    mutating func computeDay() {
        guard day == nil else { return }
        guard let count else {
            day = Day(year: 2000, month: 1, day: 1)
            return
        }
        guard count >= 0, count <= DateTime.last else {
            invalidate()
            return
        }
        let length = UInt64(DateTime.millisecondsOfDay)
        let number = UInt32((UInt64(count) + length / 2) / length)
        day = number < 2_000_000 ? DateTime.earlyDay(number) : DateTime.day(number)
    }

    /// The day of the calendar that a Julian day is, as SQLite reckons it: in 13 years, 300 the
    /// last of them, it finds a leap day that was none.
    private static func earlyDay(_ number: UInt32) -> Day {
        let century = Int32((Double(number) - 1_867_216.25) / 36_524.25)
        let shifted = Int32(number) + 1 + century - century / 4 + 1524
        let year = Int32((Double(shifted) - 122.1) / 365.25)
        let dayOfYear = shifted - 36_525 * (year & 32_767) / 100
        let month = Int32(Double(dayOfYear) / 30.6001)
        return Day(
            year: month < 14 && month - 1 > 2 ? year - 4716 : year - 4715,
            month: month < 14 ? month - 1 : month - 13,
            day: dayOfYear - Int32(30.6001 * Double(month)))
    }

    /// The same for later days, in whole numbers. Counted from March on, in periods of four years,
    /// the days of the months follow one rule, and the leap day is the last.
    private static func day(_ number: UInt32) -> Day {
        let leaps = (4 * number + 274_277) / 146_097 * 3 / 4
        let quarters = 4 * (number + 1363 + leaps) + 3
        let inYear = 5 * (quarters % 1461 / 4) + 2
        let month = (inYear / 153 + 2) % 12 + 1
        let year = Int32(quarters / 1461) - 4716 + (month <= 2 ? 1 : 0)
        return Day(year: year, month: Int32(month), day: Int32(inYear % 153 / 5 + 1))
    }

    mutating func computeTime() {
        guard time == nil else { return }
        computeCount()
        let count = count ?? 0
        let half = DateTime.millisecondsOfDay / 2
        let milliseconds = Int32((count + half) % DateTime.millisecondsOfDay)
        let seconds = milliseconds / 1000
        let fraction = Double(milliseconds) / 1000 - Double(seconds)
        time = Time(
            hour: seconds / 3600, minute: seconds / 60 % 60,
            second: fraction + Double(seconds % 60))
        number = nil
    }

    mutating func computeFields() {
        computeDay()
        computeTime()
    }

    /// Keeps nothing but the count.
    mutating func forgetFields() { forms.subtract([.day, .time, .zone]) }

    /// Whether it is within the range that has texts.
    mutating func isValid() -> Bool {
        // The days of most years need no count to tell.
        if forms.isDisjoint(with: [.count, .zone, .number, .invalid]), forms.contains(.day),
            dayValue.year >= 0, dayValue.year < 9999
        {
            return true
        }
        return validCount() != nil
    }

    /// The count within the range that has texts; nil outside and for what is invalid.
    mutating func validCount() -> Int64? {
        computeCount()
        guard !isInvalid, let count, count >= 0, count <= DateTime.last else { return nil }
        return count
    }
}
