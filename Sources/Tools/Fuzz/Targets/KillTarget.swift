import Foundation
import StorageSimulation
import WCDBStorage

/// Real processes that write real files and are killed at random moments.
///
/// The child acknowledges each commit on its standard output; what it acknowledged must be there
/// afterwards, and nothing of a commit that it did not finish may be there in part.
struct KillTarget: FuzzTarget {
    let name = "kill"
    let summary = "kills a writing process, opens its file, looks for what it acknowledged"
    var defaultEffort: Int { 1 }
    var shrinks: Bool { false }

    /// The word with which the program calls itself as the child.
    static let childWord = "kill-child"
    private static let rowsPerCommit: Int64 = 5

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        let file = TemporaryFile(name, seed: seed)
        defer { file.remove() }
        var acknowledged: Int64 = 0
        for round in 0..<4 {
            let heard = try killChild(
                path: file.path, after: 0.01 + Double(random.below(120)) / 1000)
            acknowledged = max(acknowledged, heard)
            do {
                acknowledged = try verify(file.path, atLeast: acknowledged)
            } catch {
                throw Contradiction("round \(round): \(error)")
            }
        }
        return FuzzCount(cycles: 4, notes: ["commits": Int(acknowledged)])
    }

    /// Starts the child, kills it, and returns the last commit that it spoke of.
    private func killChild(path: String, after seconds: Double) throws -> Int64 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [KillTarget.childWord, path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        Thread.sleep(forTimeInterval: seconds)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        let lines = String(decoding: output, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // The last piece may be half a line.
        return lines.dropLast().last.flatMap { Int64($0) } ?? 0
    }

    /// Whole commits only, from the first on without a gap, and all that were acknowledged.
    private func verify(_ path: String, atLeast acknowledged: Int64) throws -> Int64 {
        let store = try Store.open(path, fileSystem: SystemFileSystem.shared)
        defer { try? store.close() }
        let read = try store.beginRead()
        defer { read.end() }
        guard try Catalog(read).entry(TreeID(3)) != nil else {
            guard acknowledged == 0 else { throw Contradiction("the table is gone") }
            return 0
        }
        let cursor = try read.rowidTree(TreeID(3)).makeCursor()
        var next: Int64 = 0
        var isThere = try cursor.first()
        while isThere {
            guard cursor.rowid == next else { throw Contradiction("row \(next) is missing") }
            next += 1
            isThere = try cursor.next()
        }
        guard next % KillTarget.rowsPerCommit == 0 else { throw Contradiction("half a commit") }
        guard next / KillTarget.rowsPerCommit >= acknowledged else {
            throw Contradiction("\(next / KillTarget.rowsPerCommit) of \(acknowledged) commits")
        }
        return next / KillTarget.rowsPerCommit
    }

    /// The child: commits until it dies.
    static func runChild(path: String) throws {
        var options = StoreOptions()
        options.checkpointBytes = 128 << 10
        let store = try Store.open(path, options: options, fileSystem: SystemFileSystem.shared)
        let write = try store.beginWrite()
        if try Catalog(write).entry(TreeID(3)) == nil {
            _ = try Catalog(write).create(
                .init(kind: .table, name: "t", tableName: "t", sql: nil))
        }
        try write.commit()
        let bytes = [UInt8](repeating: 5, count: 300)
        while true {
            try write.beginWrite(until: nil)
            let tree = try write.rowidTree(TreeID(3))
            let first = try tree.count()
            for rowid in first..<first + rowsPerCommit {
                _ = try bytes.withUnsafeBytes { try tree.insert(rowid, $0) }
            }
            try write.commit()
            let line = "\((first + rowsPerCommit) / rowsPerCommit)\n"
            FileHandle.standardOutput.write(Data(line.utf8))
        }
    }
}
