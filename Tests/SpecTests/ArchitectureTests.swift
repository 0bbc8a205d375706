import Foundation
import Testing

/// The tables of `Spec/architecture.md` have the folders of the modules.
@Suite struct `The folders of the specification` {
    private static func folders(of module: String) throws -> Set<String> {
        let sources = CheckedOut.root.appending(path: "Sources/\(module)")
        let names = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        return Set(names.filter { !$0.contains(".") })
    }

    /// The first cells of the table whose heading names the module; that of storage names none.
    private static func named(for module: String) throws -> Set<String> {
        let text = try CheckedOut.text("Spec/architecture.md")
        let heading = module == "WCDBStorage" ? "| Folder |" : "| Folder of `\(module)` |"
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
        let rows = lines[(start + 2)...].prefix { $0.hasPrefix("| `") }
        return Set(rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
    }

    @Test(arguments: ["WCDBStorage", "WCDBSQL", "WCDBEngine", "WCDBSwift"])
    func `are those of a module`(module: String) throws {
        #expect(try Self.named(for: module) == Self.folders(of: module))
    }
}
