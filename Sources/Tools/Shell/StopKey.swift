import Dispatch
import Foundation
import Synchronization
import WCDBEngine

/// Ctrl-C. It stops the statement that runs, which leaves nothing behind; where none runs, or one
/// that has been told already, it ends the program.
///
/// **Users.** The shell's thread, and a thread of the system that hears the signal.
final class StopKey: Sendable {
    /// What shells make of a program that the signal has ended.
    private static let endedBySignal: Int32 = 128 + SIGINT

    private let interrupter: Interrupter
    private let isRunning = Atomic<Bool>(false)

    init(_ interrupter: Interrupter) { self.interrupter = interrupter }

    /// Hears the signal from now on, and keeps the program from ending by it.
    func listen() -> any DispatchSourceSignal {
        _ = signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { self.press() }
        source.activate()
        return source
    }

    private func press() {
        guard stopStatement() else { exit(StopKey.endedBySignal) }
    }

    /// False where there is nothing to stop.
    func stopStatement() -> Bool {
        guard isRunning.load(ordering: .acquiring), !interrupter.isSet else { return false }
        interrupter.set()
        return true
    }

    func begin() {
        // Whoever pressed it while the last statement ended meant that one.
        interrupter.clear()
        isRunning.store(true, ordering: .releasing)
    }

    /// Whether somebody pressed it since `begin`.
    func end() -> Bool {
        isRunning.store(false, ordering: .releasing)
        defer { interrupter.clear() }
        return interrupter.isSet
    }
}
