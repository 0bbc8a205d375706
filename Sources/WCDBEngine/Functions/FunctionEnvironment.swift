/// What functions know of the world: the time, chance, and what their connection did. All of it
/// is an input, so that a run can be repeated.
///
/// **Users.** One connection, and the machines of its statements: all see the same, as it is now.
package final class FunctionEnvironment {
    /// Milliseconds since 1970, UTC.
    package var clock: @Sendable () -> Int64
    package var random: @Sendable () -> UInt64
    /// The calendar fields of an instant where the program runs; nil if nobody knows.
    package var localTime: @Sendable (_ secondsSince1970: Int64) -> LocalTime?
    @exclusivity(unchecked) package var lastInsertRowID: Int64 = 0
    /// Rows changed by the last statement that was done.
    @exclusivity(unchecked) package var changeCount: Int64 = 0
    @exclusivity(unchecked) package var totalChangeCount: Int64 = 0

    package init(
        clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64,
        localTime: @escaping @Sendable (Int64) -> LocalTime?
    ) {
        self.clock = clock
        self.random = random
        self.localTime = localTime
    }

    /// The surroundings as the operating system tells them.
    package static var system: FunctionEnvironment {
        let source = SystemRandom()
        return FunctionEnvironment(
            clock: SystemTime.milliseconds, random: { source.next() },
            localTime: SystemTime.local)
    }
}
