/// Nanoseconds of real time since it was made.
struct Stopwatch {
    private let start = ContinuousClock.now

    var nanoseconds: Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }

    func nanoseconds(per count: Int) -> Double { nanoseconds / Double(count) }
}
