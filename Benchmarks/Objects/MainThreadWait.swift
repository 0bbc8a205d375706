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

    /// How long a write of this thread, the main one, takes in the median until another thread
    /// has done its work.
    private func median(
        of write: () throws -> Void, beside work: @escaping @Sendable () throws -> Void
    ) throws -> Double {
        let finished = StopFlag()
        let group = DispatchGroup()
        let result = Mutex<Result<Void, any Error>>(.success(()))
        group.enter()
        Thread.detachNewThread {
            let outcome = Result { try work() }
            result.withLock { $0 = outcome }
            finished.raise()
            group.leave()
        }
        var times: [Double] = []
        while !finished.isRaised {
            Thread.sleep(forTimeInterval: 0.02)
            let watch = Stopwatch()
            try write()
            times.append(watch.nanoseconds)
        }
        group.wait()
        try result.withLock { try $0.get() }
        times.sort()
        return times.isEmpty ? .infinity : times[times.count / 2]
    }

    func runOurs(_ bench: Workbench) throws -> Outcome {
        let objects = KeyValue.all(count(bench))
        let database = try ObjectTables<KeyValue>.createOurs(bench, [])
        try database.exec(StatementSQL("CREATE TABLE other(a)"))
        bench.settle()
        let insert = StatementInsert().insert(intoTable: "other").values(1)
        let time = try median(of: { try database.exec(insert) }) {
            var next = 0
            try database.run(pausableTransaction: { handle, stop, _ in
                let end = min(next + Self.step, objects.count)
                try handle.insert(Array(objects[next..<end]), intoTable: KeyValue.table)
                next = end
                stop = next == objects.count
            })
        }
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
        let insert = try connection.prepare("INSERT INTO other VALUES(1)")
        let time = try median(of: { try insert.run() }) {
            let writer = try SQLiteConnection(
                bench, path: path, setting: setting, autocheckpoint: 1000)
            try writer.execute("PRAGMA busy_timeout=60000")
            for start in stride(from: 0, to: objects.count, by: Self.step) {
                try ObjectTables<KeyValue>.insertPeer(
                    writer, Array(objects[start..<min(start + Self.step, objects.count)]))
            }
        }
        let count = try connection.prepare("SELECT count(*) FROM \(KeyValue.table)")
        _ = try count.step()
        return Outcome([name: time], check: UInt64(count.int(0)))
    }
}
