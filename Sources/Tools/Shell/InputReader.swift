import Foundation
import WCDBSQL

/// Feeds lines to a shell: dot commands at once, SQL as soon as a statement is complete.
struct InputReader {
    private let shell: Shell
    private var pending = ""
    private var firstLine = 0
    private var line = 0
    /// What the pending text waits for.
    private var gap = Gap.none

    /// Why a text cannot run yet.
    enum Gap: Equatable {
        case none
        /// A quoted text that this byte closes. It may be as long as a file with semicolons of its
        /// own: nobody looks at the lines without the byte.
        case quote(UInt8)
        /// A comment that goes on until its end.
        case comment
        case other
    }

    init(_ shell: Shell) { self.shell = shell }

    /// Reads standard input to its end, with prompts if somebody sits there.
    static func readStandardInput(_ shell: Shell) {
        var reader = InputReader(shell)
        let isInteractive = isatty(0) != 0
        shell.isInteractive = isInteractive
        while !shell.isDone {
            if isInteractive {
                shell.console.write(reader.pending.isEmpty ? "wcdb> " : " ...> ")
            }
            guard let text = readLine() else { break }
            reader.take(text)
        }
        reader.finish()
    }

    /// Runs a whole text, line by line.
    static func read(_ text: String, _ shell: Shell) {
        var reader = InputReader(shell)
        // By the line feed alone: with a carriage return before it, it is one character.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        for bytes in lines where !shell.isDone {
            let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
            reader.take(String(decoding: line, as: UTF8.self))
        }
        reader.finish()
    }

    mutating func take(_ text: String) {
        line += 1
        if pending.isEmpty {
            if text.hasPrefix(".") { return shell.run(dotCommand: text) }
            guard text.utf8.contains(where: { $0 > 0x20 }) else { return }
            firstLine = line
        }
        pending += text + "\n"
        switch gap {
        case .quote(let end) where !Self.mayEnd(end, in: text): return
        case .comment where !text.contains("*/"): return
        default: break
        }
        gap = Self.gap(in: pending, lastLine: text)
        if gap == .none { flush() }
    }

    /// At the end of the input: what is there has to do.
    mutating func finish() {
        if !pending.isEmpty, !shell.isDone { flush() }
    }

    private mutating func flush() {
        let text = pending
        pending = ""
        gap = .none
        shell.run(sql: text, place: " near line \(firstLine)")
    }

    /// Whether a line has a byte that closes a quoted text: twice, one behind the other, it is part
    /// of the text.
    private static func mayEnd(_ quote: UInt8, in line: String) -> Bool {
        var isSecond = false
        for byte in line.utf8 {
            if isSecond, byte != quote { return true }
            isSecond = byte == quote && !isSecond
        }
        return isSecond || quote == UInt8(ascii: "]") && line.utf8.contains(quote)
    }

    /// A text can run when its last line ends in a semicolon that is no part of a string, a comment
    /// or the body of a trigger.
    static func gap(in text: String, lastLine: String) -> Gap {
        guard lastLine.utf8.last(where: { $0 > 0x20 }) == UInt8(ascii: ";") else { return .other }
        let lexer = Lexer(Array(text.utf8))
        var token = lexer.token(at: 0)
        var last = token
        while token.kind != .endOfText {
            if token.kind == .illegal {
                let first = lexer.bytes[token.start]
                guard isQuote(first) else { return .none }
                return .quote(first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first)
            }
            // Only a parser knows where its body ends.
            if token.keyword == .trigger {
                return endsInSemicolon(lexer, behind: token) && isParsed(text) ? .none : .other
            }
            last = token
            token = lexer.token(at: token.end)
        }
        if isCommentOpen(lexer.bytes, from: last.end) { return .comment }
        return last.kind == .semicolon ? .none : .other
    }

    /// Whether a comment begins behind the last token that goes on in the next line. Only blanks
    /// and comments stand there.
    private static func isCommentOpen(_ bytes: [UInt8], from start: Int) -> Bool {
        let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "-"):
                place = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
            case slash:
                place += 2
                while place + 1 < bytes.count, bytes[place] != star || bytes[place + 1] != slash {
                    place += 1
                }
                guard place + 1 < bytes.count else { return true }
                place += 2
            default: place += 1
            }
        }
        return false
    }

    /// Whether the last token is a semicolon, not one that a comment ends in.
    private static func endsInSemicolon(_ lexer: Lexer, behind token: Token) -> Bool {
        var last = token
        var next = lexer.token(at: token.end)
        while next.kind != .endOfText {
            last = next
            next = lexer.token(at: next.end)
        }
        // The parser says what is open where a token is impossible.
        if last.kind == .illegal { return true }
        return last.kind == .semicolon && !isCommentOpen(lexer.bytes, from: last.end)
    }

    private static func isParsed(_ text: String) -> Bool {
        var parser = Parser(text)
        do {
            while try parser.nextStatement() != nil {}
            return true
        } catch .incompleteInput {
            return false
        } catch .unrecognizedToken(let token, _) {
            return !(token.utf8.first.map(isQuote) ?? false)
        } catch {
            return true
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "[")].contains(byte)
    }
}
