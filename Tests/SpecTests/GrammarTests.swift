import Foundation
import Testing
import WCDBSQL

/// `Spec/grammar.md` against the parser and the renderer.
@Suite struct `The grammar document` {
    /// The lines of all fenced blocks of one language, with their numbers.
    private func lines(of language: String) throws -> [(number: Int, text: String)] {
        let text = try CheckedOut.text("Spec/grammar.md")
        var lines: [(number: Int, text: String)] = []
        var isInside = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                isInside = line == "```" + language
            } else if isInside {
                lines.append((index + 1, line))
            }
        }
        return lines
    }

    @Test func `shows every example in normal form`() throws {
        let examples = try lines(of: "sql")
        #expect(examples.count > 50)
        for (number, text) in examples {
            do {
                let statement = try Parser.statement(text)
                #expect(statement.sql == text, "line \(number)")
            } catch {
                Issue.record("line \(number), \(error.offset): \(error.message)")
            }
        }
    }

    @Test func `names every keyword, and no other`() throws {
        let rules = try (lines(of: "ebnf") + lines(of: "sql")).map(\.text).joined(separator: "\n")
        let words = Set(
            rules.components(separatedBy: CharacterSet(charactersIn: "_").union(.letters).inverted))
        for keyword in Keyword.allCases {
            #expect(words.contains(keyword.rawValue.uppercased()), "\(keyword)")
        }
        var capitals: Set<String> = []
        for (_, text) in try lines(of: "ebnf") {
            for word in text.components(separatedBy: CharacterSet.letters.inverted)
            where word.count > 1 && word == word.uppercased() {
                capitals.insert(word)
            }
        }
        // Words that are keywords only where they stand.
        let soft: Set = ["ROWID", "STRICT", "STORED"]
        for word in capitals.subtracting(soft) {
            #expect(Keyword.find(word) != nil, "\(word)")
        }
    }
}
