import Foundation
import Synchronization
import WCDBSwift

/// How long a write of the main thread takes while another thread inserts a million objects, in a
/// pausable transaction. The peer has none: a hand-written program commits every thousand rows.
struct MainThreadWait: Workload {
    let name = "O-main"
    let question =
        "How long does a write of the main thread wait beside a million inserts? (median)"
    let metrics = [Metric(name: "O-main")]
    let needsOneConnection = false

    private static let step = 1_000

    private func count(_ bench: Workbench) -> Int { bench.scaled(1_000_000) }

    /// Writes from this thread, the main one, until the other has finished.
    private func median(_ finished: StopFlag, _ write: () throws -> Void) throws -> Double {
        var times: [Double] = []
        while !finished.isRaised {
            Thread.sleep(forTimeInterval: 0.02)
            let watch = Stopwatch()
            try write()
            times.append(watch.nanoseconds)
        }
        times.sort()
        return times.isEmpty ? .infinity : times[times.count / 2]
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let objects = KeyValue.all(count(bench))
        let database = try ObjectTables<KeyValue>.createOurs(bench, [])
        try database.exec(StatementSQL("CREATE TABLE other(a)"))
        bench.settle()
        let finished = StopFlag()
        let group = DispatchGroup()
        let failure = Failure()
        group.enter()
        Thread.detachNewThread {
            var next = 0
            failure.note {
                try database.run(pausableTransaction: { handle, stop, _ in
                    let end = min(next + Self.step, objects.count)
                    try handle.insert(Array(objects[next..<end]), intoTable: KeyValue.table)
                    next = end
                    stop = next == objects.count
                })
            }
            finished.raise()
            group.leave()
        }
        let insert = StatementInsert().insert(intoTable: "other").values(1)
        let time = try median(finished) { try database.exec(insert) }
        group.wait()
        try failure.check()
        let count = try database.getValue(
            on: Column.all().count(), fromTable: KeyValue.table)
        return Outcome([name: time], check: UInt64(count.int64Value))
    }

    func runPeer(_ bench: Workbench, _ setting: PeerSetting) throws -> Outcome {
        let objects = KeyValue.all(count(bench))
        let path = try bench.scratchPath()
        let connection = try SQLiteConnection(
            bench, path: path, setting: setting, autocheckpoint: 1000)
        try connection.execute(KeyValue.definition)
        try connection.execute("CREATE TABLE other(a)")
        try connection.execute("PRAGMA busy_timeout=60000")
        bench.settle()
        let finished = StopFlag()
        let group = DispatchGroup()
        let failure = Failure()
        group.enter()
        Thread.detachNewThread {
            failure.note {
                let writer = try SQLiteConnection(
                    bench, path: path, setting: setting, autocheckpoint: 1000)
                try writer.execute("PRAGMA busy_timeout=60000")
                for start in stride(from: 0, to: objects.count, by: Self.step) {
                    try ObjectTables<KeyValue>.insertPeer(
                        writer, Array(objects[start..<min(start + Self.step, objects.count)]))
                }
            }
            finished.raise()
            group.leave()
        }
        let insert = try connection.prepare("INSERT INTO other VALUES(1)")
        let time = try median(finished) { try insert.run() }
        group.wait()
        try failure.check()
        let count = try connection.prepare("SELECT count(*) FROM \(KeyValue.table)")
        _ = try count.step()
        return Outcome([name: time], check: UInt64(count.int(0)))
    }
}

/// What went wrong on another thread.
private final class Failure: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    func note(_ body: () throws -> Void) {
        do { try body() } catch { self.error.withLock { $0 = error } }
    }

    func check() throws {
        if let error = error.withLock({ $0 }) { throw error }
    }
}
