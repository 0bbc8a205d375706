import StorageSimulation
import Testing

@testable import WCDBEngine

@Suite struct `Patterns of LIKE and GLOB` {
    /// What a pattern means, character by character.
    private func matches(
        _ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>, run: Character,
        one: Character, foldsCase: Bool
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == run {
            return (text.startIndex...text.endIndex).contains {
                matches(text[$0...], rest, run: run, one: one, foldsCase: foldsCase)
            }
        }
        guard let character = text.first else { return false }
        let isSame =
            first == one || character == first
            || foldsCase && character.isASCII && first.isASCII
                && character.lowercased() == first.lowercased()
        return isSame
            && matches(text.dropFirst(), rest, run: run, one: one, foldsCase: foldsCase)
    }

    private func found(_ matcher: PatternMatcher, _ text: String, _ pattern: String) -> Bool {
        let (text, pattern) = (Array(text.utf8), Array(pattern.utf8))
        return text.withUnsafeBytes { text in
            pattern.withUnsafeBytes { pattern in
                matcher.matches(
                    ByteView(start: text.baseAddress, count: text.count),
                    pattern: ByteView(start: pattern.baseAddress, count: pattern.count))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `match what they mean`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func draw(_ letters: [Character], _ most: Int) -> [Character] {
            (0..<random.below(most + 1)).map { _ in letters[random.below(letters.count)] }
        }
        var matchCount = 0
        for _ in 0..<20_000 {
            let text = draw(["a", "A", "b", "B", "ä", "Ä", "1"], 9)
            for (matcher, run, one, foldsCase) in [
                (PatternMatcher.like, "%", "_", true), (.caseSensitiveLike, "%", "_", false),
                (.glob, "*", "?", false),
            ] as [(PatternMatcher, Character, Character, Bool)] {
                let pattern = draw(["a", "A", "b", "ä", "1", run, run, one], 6)
                guard !pattern.isEmpty else { continue }
                let expected = matches(
                    text[...], pattern[...], run: run, one: one, foldsCase: foldsCase)
                matchCount += expected ? 1 : 0
                #expect(
                    found(matcher, String(text), String(pattern)) == expected,
                    "\(String(text)) \(String(pattern)), seed \(seed)")
            }
        }
        #expect(matchCount > 5_000)
    }

    /// Long enough for the search that looks at eight bytes at once, and at their ends.
    @Test(arguments: [5, 6, 7] as [UInt64])
    func `match runs of letters within long texts`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func draw(_ letters: [Character], _ count: Int) -> [Character] {
            (0..<count).map { _ in letters[random.below(letters.count)] }
        }
        var matchCount = 0
        for _ in 0..<4_000 {
            var text = draw(["a", "a", "A", "b", "@", "`"], random.below(45))
            if random.below(4) == 0 { text.append("\0") }
            text += draw(["a", "b", "ä"], random.below(4))
            let seen = text.prefix { $0 != "\0" }
            for (matcher, run, one, foldsCase) in [
                (PatternMatcher.like, "%", "_", true), (.glob, "*", "?", false),
            ] as [(PatternMatcher, Character, Character, Bool)] {
                var pattern: [Character] = [run]
                for _ in 0...random.below(2) {
                    pattern += draw(["a", "b", "A", "@"], 1 + random.below(6)) + [run]
                }
                if random.below(3) == 0 { pattern += [one, "a"] }
                let expected = matches(
                    seen[...], pattern[...], run: run, one: one, foldsCase: foldsCase)
                matchCount += expected ? 1 : 0
                #expect(
                    found(matcher, String(text), String(pattern)) == expected,
                    "\(String(text)) \(String(pattern)), seed \(seed)")
            }
        }
        #expect(matchCount > 500)
    }

    /// The end of the text was looked for again behind each place where the letters were, which
    /// took seven seconds for a text of a fifth of this length.
    @Test func `take time in proportion to the text`() {
        let text = String(repeating: "a", count: 2_000_000)
        #expect(!found(.like, text, "%a_z%"))
        #expect(!found(.glob, text, "*aa?z*"))
        #expect(found(.like, text + "z", "%a_z%"))
    }

    /// Both end at a NUL, and what an escape character stands before means itself.
    @Test func `match ends of texts`() throws {
        let connection = try Connection.memory()
        for (expression, expected) in [
            ("'abc' LIKE '%C'", "1"), ("'abc' LIKE '%abc'", "1"), ("'bc' LIKE '%abc'", "0"),
            ("'' LIKE '%a'", "0"), ("'abcabd' LIKE '%abc'", "0"), ("'äbc' LIKE '%Äbc'", "0"),
            ("'abc' || char(0) || 'x' LIKE '%abc'", "1"), ("'a%' LIKE '%!%' ESCAPE '!'", "1"),
            ("'a%b' LIKE '%!%' ESCAPE '!'", "0"), ("'ab' LIKE '%b' || char(0) || 'c'", "1"),
            ("'a!b' LIKE '%!b' ESCAPE '!'", "1"), ("'abc' GLOB '*C'", "0"), ("12 LIKE '%2'", "1"),
            ("'xabcabc' LIKE 'x%b%c'", "1"), ("'xabcab' LIKE 'x%b%c'", "0"),
            ("'abbc' LIKE 'a%b%bc'", "1"), ("'abc' LIKE 'a%b%bc'", "0"),
        ] {
            #expect(try connection.rows("SELECT \(expression)") == [expected], "\(expression)")
        }
    }
}
