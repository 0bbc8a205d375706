import Foundation
import Testing

/// What the cookbook prints is what the tests run.
@Suite struct `The cookbook as a document` {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func lines(_ url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The code of a document: a list of lines for each block.
    private static func blocks(_ path: String) throws -> [[String]] {
        let document = folder.appendingPathComponent("../../../" + path).standardized
        var blocks: [[String]] = []
        var isCode = false
        for line in try lines(document) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                if isCode { blocks.append([]) }
            } else if isCode, !line.isEmpty {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    @Test func `prints no code that no test runs`() throws {
        let names = [
            "Shop.swift", "CookbookTests.swift", "CookbookQueryTests.swift",
            "CookbookChangeTests.swift", "CookbookJSONTests.swift", "CookbookTaskTests.swift",
            "Edition.swift",
        ]
        let sources = try names.map { name in
            try Self.lines(Self.folder.appendingPathComponent(name)).filter { !$0.isEmpty }
                .joined(separator: "\n")
        }
        let blocks = try Self.blocks("Spec/cookbook.md")
        #expect(blocks.count >= 33)
        for block in blocks {
            let code = block.joined(separator: "\n")
            #expect(sources.contains { $0.contains(code) }, "not run by a test:\n\(code)")
        }
    }

    @Test func `the README prints lines of the demo`() throws {
        let demo = Self.folder.appendingPathComponent("../../../Sources/Tools/Demo").standardized
        let sources = try ["Person.swift", "main.swift"].map { name in
            try Self.lines(demo.appendingPathComponent(name)).filter { !$0.isEmpty }
                .joined(separator: "\n")
        }
        let blocks = try Self.blocks("README.md")
        #expect(blocks.count == 2)
        for (block, source) in zip(blocks, sources) {
            #expect(source.contains(block.joined(separator: "\n")))
        }
    }
}
