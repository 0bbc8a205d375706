import Foundation
import Testing
import WCDBSwift

@testable import WCDBEngine

/// `Spec/errors.md` against the codes that programs see and those that the engine gives.
@Suite struct `The errors of the specification` {
    /// Every case of an enumeration of codes: an imported type does not list its own.
    private static func all<Code: RawRepresentable<Int>>(_: Code.Type) -> [Code] {
        (0...0xFFFF).compactMap { Code(rawValue: $0) }
    }

    private static func rows(_ section: String) throws -> [DocumentRow] {
        try CheckedOut.rows(of: "Spec/errors.md").filter { $0.section == section }
    }

    /// The lines of code below a folder, comments left out.
    private static func code(below folder: String) throws -> [String] {
        try CheckedOut.sources(below: folder).flatMap { $0.components(separatedBy: "\n") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.hasPrefix("//") }
    }

    @Test func `have the numbers that they have in programs`() throws {
        let codes = Set(Self.all(WCDBError.Code.self).map { "\($0.rawValue) \($0)" })
        let extended = Set(Self.all(WCDBError.ExtendCode.self).map { "\($0.rawValue) \($0)" })
        for row in try Self.rows("Codes") {
            let name = row.cells.prefix(2).joined(separator: " ")
            #expect(codes.contains(name), "there is no code \(name)")
        }
        for row in try Self.rows("Extended codes") where !row.cells[1].hasPrefix("none") {
            let name = row.cells.prefix(2).joined(separator: " ")
            #expect(extended.contains(name), "there is no extended code \(name)")
        }
    }

    @Test func `are listed, or said to be there for 2.x only`() throws {
        let given = try Self.rows("Codes").map { $0.cells[1] }
        let paragraph = try CheckedOut.text("Spec/errors.md").components(separatedBy: "\n\n")
            .first { $0.hasPrefix("No other code is given") }
        let others = try #require(paragraph).split(separator: "`").enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let all = Self.all(WCDBError.Code.self).map { "\($0)" }
        #expect((given + others).sorted() == all.sorted())
    }

    @Test func `are given by the engine or by the library`() throws {
        let numbers = Set(ResultCode.allCases.map { "\($0.primary)" })
        let library = try Self.code(below: "Sources/WCDBSwift").joined(separator: "\n")
        for row in try Self.rows("Codes") where !numbers.contains(row.cells[0]) {
            let isNamed = library.contains(".\(row.cells[1])")
            #expect(isNamed, "nothing gives \(row.cells[1])")
        }
    }

    @Test func `have a line for each that the engine gives`() throws {
        // A statement whose schema has changed begins anew: nobody sees the code.
        let inside = ResultCode.schema
        let listed = try Set((Self.rows("Codes") + Self.rows("Extended codes")).map { $0.cells[0] })
        for code in ResultCode.allCases where code != inside {
            #expect(listed.contains("\(code.rawValue)"), "\(code) is missing")
        }
    }

    @Test func `leave out what the comments of extended codes call not used`() throws {
        let listed = try Set(Self.rows("Extended codes").map { $0.cells[1] })
        let lines = try CheckedOut.text("Sources/WCDBSwift/WCDBError+ExtendCode.swift")
            .components(separatedBy: "\n")
        var (comment, count) = ("", 0)
        for line in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("///") {
                comment += line
            } else if line.hasPrefix("case ") {
                let name = String(line.dropFirst(5).prefix { $0 != " " })
                #expect(listed.contains(name) != comment.contains(": not used"), "\(name)")
                (comment, count) = ("", count + 1)
            }
        }
        #expect(count == Self.all(WCDBError.ExtendCode.self).count)
    }

    @Test func `have messages that the sources have, too`() throws {
        let strings = try Self.code(below: "Sources").filter { $0.contains("\"") }
            .joined(separator: "\n")
        let rows = try Self.rows("Codes") + Self.rows("Extended codes")
        let spans = rows.map { $0.cells.count == 4 ? $0.cells[2] : $0.cells.last ?? "" }
            .flatMap { cell in cell.matches(of: /`([^`]+)`/).map { $0.output.1 } }
            .filter { $0.contains(" ") && !$0.hasPrefix("PRAGMA") }
        #expect(spans.count > 30)
        for span in spans {
            // What is another text each time, names and keywords, is not compared.
            let parts = span.split(separator: /…|: \S+$|\(name\)|[A-Z]{2,}|t\.a/)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            for part in parts where !part.isEmpty {
                let isThere = strings.contains(part)
                #expect(isThere, "nothing says \(span)")
            }
        }
    }
}
