import Foundation
import StorageSimulation

/// The statements of the sqllogictest scripts that lie beside the repository, if they do.
enum ScriptCorpus {
    static let archive = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL
        .appendingPathComponent("../shared/sqllogictest/sqllogictest-dev.tar.gz")
        .standardizedFileURL

    static var isPresent: Bool { FileManager.default.fileExists(atPath: archive.path) }

    static var isWhole: Bool { TestScale.factor >= 10 }

    /// What an ordinary run looks at: each kind of script once.
    private static let sample = [
        "test/evidence", "test/select1.test", "test/random/aggregates", "test/index/in",
    ]

    /// Calls `body` with the statements of one script after the other.
    static func forEachScript(_ body: ([[UInt8]]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("scripts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tar = Process()
        tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tar.arguments =
            ["tar", "xzf", archive.path, "-C", folder.path] + (isWhole ? [] : sample)
        try tar.run()
        tar.waitUntilExit()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "test" else { continue }
            try body(statements(of: Array(Data(contentsOf: file))))
        }
    }

    /// The SQL of the records that must succeed: between their first line and `----`.
    private static func statements(of bytes: [UInt8]) -> [[UInt8]] {
        var statements: [[UInt8]] = []
        var current: [UInt8]?
        var isForOthers = false
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if line.first == UInt8(ascii: "#") { continue }
            if line.isEmpty || line.elementsEqual("----".utf8) {
                if let statement = current, !isForOthers { statements.append(statement) }
                current = nil
                if line.isEmpty { isForOthers = false }
            } else if current != nil {
                current?.append(contentsOf: line)
                current?.append(0x0A)
            } else if line.starts(with: "statement ok".utf8) || line.starts(with: "query ".utf8) {
                current = []
            } else if isCondition(line) {
                isForOthers = true
            }
        }
        if let statement = current, !isForOthers { statements.append(statement) }
        return statements
    }

    /// Whether the record is not for us.
    private static func isCondition(_ line: ArraySlice<UInt8>) -> Bool {
        let isOurs = line.starts(with: "onlyif sqlite".utf8)
        return line.starts(with: "skipif sqlite".utf8)
            || (line.starts(with: "onlyif ".utf8) && !isOurs)
    }
}
