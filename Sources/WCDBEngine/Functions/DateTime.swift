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
        var year: Int
        var month: Int
        var day: Int
    }

    struct Time: Equatable {
        var hour: Int
        var minute: Int
        /// With a fraction.
        var second: Double
    }

    static let millisecondsOfDay: Int64 = 86_400_000
    /// 1970-01-01 00:00 UTC.
    static let epoch: Int64 = 210_866_760_000_000
    /// 9999-12-31 23:59:59.999, the last instant that has a text.
    static let last: Int64 = 464_269_060_799_999

    var count: Int64?
    var day: Day?
    var time: Time?
    var zone: Int?
    /// A number was given, and no modifier has said yet what it counts.
    var number: Double?
    /// The text named its zone, so that it cannot be local time.
    var namesZone = false
    /// There is no such instant.
    private(set) var isInvalid = false

    init() {}

    init(count: Int64) { self.count = count }

    /// A Julian day, unless a modifier says otherwise.
    init(number: Double) {
        self.number = number
        if number >= 0 && number < 5_373_484.5 {
            count = Int64(number * Double(DateTime.millisecondsOfDay) + 0.5)
        }
    }

    private mutating func invalidate() {
        self = DateTime()
        isInvalid = true
    }

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
            sum += Int64(time.hour * 3_600_000 + time.minute * 60_000)
            sum += Int64(time.second * 1000 + 0.5)
            if let zone {
                sum -= Int64(zone * 60_000)
                self.day = nil
                self.time = nil
                self.zone = nil
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
        let number = Int((count + DateTime.millisecondsOfDay / 2) / DateTime.millisecondsOfDay)
        let century = Int((Double(number) - 1_867_216.25) / 36_524.25)
        let shifted = number + 1 + century - century / 4 + 1524
        let year = Int((Double(shifted) - 122.1) / 365.25)
        let dayOfYear = shifted - 36_525 * (year & 32_767) / 100
        let month = Int(Double(dayOfYear) / 30.6001)
        day = Day(
            year: month < 14 && month - 1 > 2 ? year - 4716 : year - 4715,
            month: month < 14 ? month - 1 : month - 13,
            day: dayOfYear - Int(30.6001 * Double(month)))
    }

    mutating func computeTime() {
        guard time == nil else { return }
        computeCount()
        let count = count ?? 0
        let half = DateTime.millisecondsOfDay / 2
        let milliseconds = Int((count + half) % DateTime.millisecondsOfDay)
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
    mutating func forgetFields() {
        day = nil
        time = nil
        zone = nil
    }

    /// The count within the range that has texts; nil outside and for what is invalid.
    mutating func validCount() -> Int64? {
        computeCount()
        guard !isInvalid, let count, count >= 0, count <= DateTime.last else { return nil }
        return count
    }
}
