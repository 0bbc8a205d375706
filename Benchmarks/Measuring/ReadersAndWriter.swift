import Foundation

/// Threads that read for some seconds, and perhaps one more that writes meanwhile.
struct ReadersAndWriter {
    /// What a thread did, and how often the database gave a wrong answer.
    struct Tally: Sendable {
        var operations = 0
        var seconds = 0.0
        var mistakes: UInt64 = 0
    }

    let bench: Workbench
    let readers: Int
    /// What a thread does from when it is ready until it is told to stop. The readers come first.
    let work:
        @Sendable (
            _ index: Int, _ isWriter: Bool, _ ready: () -> Void, _ stop: StopFlag
        ) throws -> Tally

    func run(seconds: Double, withWriter: Bool) throws -> [Tally] {
        let (stop, readers, work) = (StopFlag(), readers, work)
        let span = max(0.2, seconds * min(1, bench.scale))
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: span)
            stop.raise()
        }
        return try Crew.run(readers + (withWriter ? 1 : 0)) { index, ready in
            try work(index, index == readers, ready, stop)
        }
    }

    /// Readers and the writer together, then the readers alone. Metrics begin with `name`.
    func outcome(_ name: String) throws -> Outcome {
        let together = try run(seconds: 3, withWriter: true)
        let alone = try run(seconds: 2, withWriter: false)
        let mistakes = (together + alone).reduce(0) { $0 + $1.mistakes }
        return Outcome(
            [
                name + ".readers": Self.nanoseconds(together.prefix(readers)),
                name + ".writer": Self.nanoseconds(together.dropFirst(readers)),
                name + ".alone": Self.nanoseconds(alone[...]),
            ], check: mistakes)
    }

    /// The time per operation of all threads together.
    private static func nanoseconds(_ tallies: ArraySlice<Tally>) -> Double {
        1e9 / tallies.reduce(0) { $0 + Double($1.operations) / $1.seconds }
    }

    /// Repeats an operation until it is time to stop; it answers whether it went well.
    static func tally(
        _ ready: () -> Void, _ stop: StopFlag, _ operation: (_ number: Int) throws -> Bool
    ) throws -> Tally {
        var tally = Tally()
        ready()
        let watch = Stopwatch()
        while !stop.isRaised {
            if try !operation(tally.operations) { tally.mistakes += 1 }
            tally.operations += 1
        }
        tally.seconds = watch.nanoseconds / 1e9
        return tally
    }
}
