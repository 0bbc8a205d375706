import Foundation

/// Where a measurement takes place: its files, its scale, its budgets. The same on both sides.
struct Workbench: Codable, Sendable {
    /// Fixtures and scratch files; on the disk that is to be measured.
    var directory: String
    /// Multiplies row counts; 1 is the size of the reference.
    var scale: Double
    /// The page cache of our engine, and of SQLite in all settings but its default.
    var cacheBytes: Int
    /// Where SQLite is; nil searches the usual names.
    var sqlitePath: String?

    /// `count` rows or operations at this scale, a multiple of ten.
    func scaled(_ count: Int) -> Int { max(10, Int(Double(count) * scale / 10) * 10) }

    /// The path of a fixture of one side. It tells the size, so that a directory which is kept
    /// may be used with another scale.
    func fixturePath(_ fixture: Fixture, _ side: Side) -> String {
        directory + "/\(fixture.name)-\(fixture.rowCount(self)).\(side.rawValue).db"
    }

    /// An unused path for a database that is made by the measurement.
    func scratchPath() throws -> String {
        let path = directory + "/scratch.db"
        try removeDatabase(path)
        return path
    }

    /// A copy of a fixture that may be changed. Fixtures are closed, hence one file.
    func scratchCopy(of fixture: Fixture, _ side: Side) throws -> String {
        let path = try scratchPath()
        try FileManager.default.copyItem(atPath: fixturePath(fixture, side), toPath: path)
        return path
    }

    /// Removes a database and whatever lies beside it under the same name.
    func removeDatabase(_ path: String) throws {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix(url.lastPathComponent) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Reads the file once, so that the cache of the system is warm on both sides.
    func warm(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        while let data = try file.read(upToCount: 1 << 20), !data.isEmpty {}
        try file.close()
    }

    /// Lets the disk finish what earlier work left behind. Called before timed writes.
    func settle() { sync() }

    func size(_ path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value
    }
}
