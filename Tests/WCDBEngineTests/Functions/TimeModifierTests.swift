import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Time modifiers` {
    @Test func `where local time ends, so does UTC that is made of it`() throws {
        #expect(try universal(DateTime.epoch) == DateTime.epoch - eightHours)
        #expect(try universal(DateTime.last) == nil)
        #expect(try universal(0) == nil)
    }

    private let eightHours: Int64 = 28_800_000

    /// The instant of which this one is the local time, eight hours ahead of UTC.
    private func universal(_ count: Int64) throws -> Int64? {
        var instant = DateTime(count: count)
        _ = try TimeModifier(ByteView("utc")).changeZone(of: &instant) { seconds in
            var ahead = DateTime(count: seconds * 1000 + DateTime.epoch + eightHours)
            ahead.computeFields()
            guard let day = ahead.day, let time = ahead.time else { return nil }
            return LocalTime(
                year: Int(day.year), month: Int(day.month), day: Int(day.day),
                hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
        }
        return instant.validCount()
    }
}
