/// An instant whose text has the usual form: `YYYY-MM-DD`, or with `HH:MM:SS` behind a space or a
/// `T`. Eight digits and marks are looked at in one word.
struct PlainTime {
    let day: DateTime.Day
    /// Nil if the text is a day. Its hour is less than 24, so that it is within the day.
    let time: DateTime.Time?

    private static let dayLength = 10
    private static let length = 19

    /// Nil if the text has another form, or names no instant.
    @inline(__always)
    init?(_ text: ByteView) {
        guard text.count == PlainTime.dayLength || text.count == PlainTime.length else {
            return nil
        }
        // Each byte less what it should be at least: a digit's value, 0 for a mark.
        let front = text.word(at: 0) ^ 0x2D30_302D_3030_3030
        let back = text.word(at: 2) &>> 48 ^ 0x3030
        guard PlainTime.fits(front, 0x7F76_767F_7676_7676),
            PlainTime.fits(back, 0x7676)
        else { return nil }
        let century = PlainTime.pair(front)
        day = DateTime.Day(
            year: century &* 100 &+ PlainTime.pair(front &>> 16),
            month: PlainTime.pair(front &>> 40), day: PlainTime.pair(back))
        guard day.month &- 1 < 12, day.month > 0, day.day > 0, day.day <= 31 else { return nil }
        guard text.count == PlainTime.length else {
            time = nil
            return
        }
        let mark = text[PlainTime.dayLength]
        let clock = text.word(at: 11) ^ 0x3030_3A30_303A_3030
        guard mark == UInt8(ascii: " ") || mark == UInt8(ascii: "T"),
            PlainTime.fits(clock, 0x7676_7F76_767F_7676)
        else { return nil }
        let (hour, minute) = (PlainTime.pair(clock), PlainTime.pair(clock &>> 24))
        let second = PlainTime.pair(clock &>> 48)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        time = DateTime.Time(hour: hour, minute: minute, second: Double(second))
    }

    /// Whether no byte is more than 9, or 0 for a mark: `room` is what brings the next one to 128.
    @inline(__always)
    private static func fits(_ bytes: UInt64, _ room: UInt64) -> Bool {
        ((bytes &+ room) | bytes) & 0x8080_8080_8080_8080 == 0
    }

    /// The number that the lowest two digits make.
    @inline(__always)
    private static func pair(_ digits: UInt64) -> Int32 {
        Int32(truncatingIfNeeded: (digits & 15) &* 10 &+ (digits &>> 8) & 15)
    }
}
