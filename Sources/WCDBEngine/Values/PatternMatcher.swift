/// The patterns of LIKE and GLOB.
///
/// **Users.** The operators and the functions of the same names. A plain value.
///
/// **Always true.** Time is at most proportional to the product of both lengths: after a mismatch
/// only the last wildcard for any run is tried again, one character further on. Pattern and text
/// end at a NUL.
package struct PatternMatcher {
    /// The wildcard for any run of characters; 0 if there is none.
    private var anyRun: UInt32
    private var anyOne: UInt32
    /// Opens a set of characters; 0 in LIKE.
    private var opensSet: UInt32
    private var escape: UInt32 = 0
    private var foldsCase: Bool

    /// Patterns with `*`, `?` and `[…]`, in which case matters.
    package static let glob = PatternMatcher(
        anyRun: UnicodeScalar("*").value, anyOne: UnicodeScalar("?").value,
        opensSet: UnicodeScalar("[").value, foldsCase: false)

    /// Patterns with `%` and `_`, in which letters A–Z match those of either case.
    package static let like = PatternMatcher(
        anyRun: UnicodeScalar("%").value, anyOne: UnicodeScalar("_").value, opensSet: 0,
        foldsCase: true)

    /// The same under `PRAGMA case_sensitive_like`.
    package static let caseSensitiveLike = PatternMatcher(
        anyRun: UnicodeScalar("%").value, anyOne: UnicodeScalar("_").value, opensSet: 0,
        foldsCase: false)

    private init(anyRun: UInt32, anyOne: UInt32, opensSet: UInt32, foldsCase: Bool) {
        self.anyRun = anyRun
        self.anyOne = anyOne
        self.opensSet = opensSet
        self.foldsCase = foldsCase
    }

    /// The same patterns with a character that takes the meaning from the one after it. A
    /// wildcard that is the escape character is no wildcard any more.
    package func escaped(by character: UInt32) -> PatternMatcher {
        var matcher = self
        matcher.escape = character
        if character == anyRun { matcher.anyRun = 0 }
        if character == anyOne { matcher.anyOne = 0 }
        return matcher
    }

    /// Whether the whole text matches. Hot.
    package func matches(_ text: ByteView, pattern: ByteView) -> Bool {
        var position = 0
        var place = 0
        // Behind the last wildcard for a run, and where in the text its run ends for now.
        var retry: Int?
        var runEnd = 0
        // What the text must go on with behind that run.
        var letters = ByteView(start: nil, count: 0)
        while true {
            var next = position
            let code = Characters.next(pattern, &next)
            let start: Int
            if code != 0 && code == anyRun {
                if pattern[next] == 0 { return true }
                letters = self.letters(of: pattern, from: next)
                if letters.count == pattern.count &- next {
                    return isEnd(of: text, from: place, letters)
                }
                (start, retry) = (place, next)
            } else {
                if code == 0 {
                    if text[place] == 0 { return true }
                } else if matchesOne(code, pattern, &next, text, &place) {
                    position = next
                    continue
                }
                guard retry != nil, text[runEnd] != 0 else { return false }
                start = Characters.end(text, at: runEnd)
            }
            guard let retry, let end = end(ofRunTo: start, in: text, before: letters) else {
                return false
            }
            (runEnd, position, place) = (end, retry &+ letters.count, end &+ letters.count)
        }
    }

    /// Whether the rest of a text ends with letters. Not a part of the loop that asks, which stays
    /// small.
    @inline(never)
    private func isEnd(of text: ByteView, from place: Int, _ letters: ByteView) -> Bool {
        let first = text.firstNUL(from: place) &- letters.count
        return first >= place
            && text.dropFirst(first).hasPrefix(letters, foldsCase: foldsCase)
    }

    /// The letters of ASCII from `start` on that mean themselves. A byte of ASCII is a character
    /// wherever it stands.
    @inline(__always)
    private func letters(of pattern: ByteView, from start: Int) -> ByteView {
        var end = start
        while end < pattern.count, meansItself(pattern[end]) { end &+= 1 }
        return pattern.dropFirst(start).prefix(end &- start)
    }

    @inline(__always)
    private func meansItself(_ byte: UInt8) -> Bool {
        let code = UInt32(byte)
        return code != 0 && code < 0x80 && code != anyOne && code != anyRun && code != opensSet
            && code != escape
    }

    /// Where a run of any characters may end that goes on at least to `place`: before the letters;
    /// nil if they do not come any more.
    @inline(__always)
    private func end(
        ofRunTo place: Int, in text: ByteView, before letters: ByteView
    ) -> Int? {
        guard letters.count > 0 else { return place }
        guard let end = text.firstIndex(of: letters, foldsCase: foldsCase, from: place) else {
            return nil
        }
        // No further than that: what is looked at again and again would take its square.
        return text.prefix(end).firstNUL(from: place) < end ? nil : end
    }

    /// Whether the character at `place` is what `code` stands for, and steps behind it.
    /// `next` is behind `code` in the pattern.
    @inline(__always)
    private func matchesOne(
        _ code: UInt32, _ pattern: ByteView, _ next: inout Int, _ text: ByteView,
        _ place: inout Int
    ) -> Bool {
        guard text[place] != 0 else { return false }
        var expected = code
        var isLiteral = false
        if code == escape {
            expected = Characters.next(pattern, &next)
            isLiteral = true
        } else if code == opensSet {
            return matchesSet(pattern, &next, Characters.next(text, &place))
        }
        let found = Characters.next(text, &place)
        if found == expected || (!isLiteral && expected == anyOne) { return true }
        guard foldsCase, found < 0x80, expected < 0x80 else { return false }
        return ASCII.lowercased(UInt8(found)) == ASCII.lowercased(UInt8(expected))
    }

    /// Whether `character` is in the set that begins at `next`. A set without an end matches
    /// nothing.
    private func matchesSet(
        _ pattern: ByteView, _ next: inout Int, _ character: UInt32
    ) -> Bool {
        let (caret, closing, dash) = (
            UnicodeScalar("^").value, UnicodeScalar("]").value, UnicodeScalar("-").value
        )
        var isFound = false
        var rangeStart: UInt32 = 0
        var code = Characters.next(pattern, &next)
        let isInverted = code == caret
        if isInverted { code = Characters.next(pattern, &next) }
        if code == closing {
            isFound = character == closing
            code = Characters.next(pattern, &next)
        }
        while code != 0 && code != closing {
            let follower = pattern[next]
            if code == dash && UInt32(follower) != closing && follower != 0 && rangeStart > 0 {
                code = Characters.next(pattern, &next)
                if character >= rangeStart && character <= code { isFound = true }
                rangeStart = 0
            } else {
                if character == code { isFound = true }
                rangeStart = code
            }
            code = Characters.next(pattern, &next)
        }
        return code != 0 && isFound != isInverted
    }
}
