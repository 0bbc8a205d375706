import Foundation
import Testing
import WCDBEngine

@testable import wcdb

@Suite struct `A session of the shell` {
    /// What was printed on either side.
    private final class Printed {
        var output = ""
        var errors = ""
    }

    private func run(_ words: String...) throws -> (output: String, errors: String, status: Int32) {
        let printed = Printed()
        let console = Console(
            send: { printed.output += String(decoding: $0, as: UTF8.self) },
            writeError: { printed.errors += $0 })
        let status = Session.run(try CommandLineWords(words), console: console)
        return (printed.output, printed.errors, status)
    }

    /// Where a script may be written; the test removes it.
    private static func unusedFile() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID().uuidString).sql")
    }

    @Test func `SQL from arguments`() throws {
        let printed = try run(":memory:", "SELECT 1, 'a'; SELECT 2", ".headers on", "SELECT 3 AS c")
        #expect(printed.output == "1|a\n2\nc\n3\n")
        #expect(printed.status == 0)
    }

    /// At each line that ended in a semicolon all lines before it were read again.
    @Test(.timeLimit(.minutes(1)))
    func `a long text with semicolons of its own is not read again and again`() throws {
        let line = "    let text = \"it''s\" + '';\n"
        let file = Self.unusedFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let text = String(repeating: line, count: 20_000)
        try Data("SELECT length('\n\(text)');\nSELECT 2;\n".utf8).write(to: file)
        let printed = try run(":memory:", ".read \(file.path)")
        let length = 1 + 20_000 * (line.utf8.count - 2)
        #expect(printed.output == "\(length)\n2\n")
        #expect(printed.errors.isEmpty)
    }

    @Test func `errors go to the error side and show in the status`() throws {
        let printed = try run(":memory:", "SELECT 1", "SELECT nope")
        #expect(printed.output == "1\n")
        #expect(printed.errors == "Parse error: no such column: nope\n")
        #expect(printed.status == 1)
    }

    /// `wcdb f.db "UPDATE …" "DROP TABLE …"` went on with the second when the first had failed.
    @Test(arguments: ["SELECT nope", ".nope", "SELECT abs(-9223372036854775808)"])
    func `an argument that fails is the last one`(argument: String) throws {
        let printed = try run(":memory:", argument, "SELECT 1")
        #expect(printed.output.isEmpty)
        #expect(printed.status == 1)
    }

    /// The signal itself is not sent: it would be the test's.
    @Test func `Ctrl-C stops the statement that runs, and what would follow`() throws {
        let printed = Printed()
        let console = Console(send: { _ in }, writeError: { printed.errors += $0 })
        let shell = try Shell(CommandLineWords([]), console: console)
        #expect(!shell.stopKey.stopStatement())
        let key = shell.stopKey
        let pressing = Thread { while !key.stopStatement() { usleep(1000) } }
        pressing.start()
        InputReader.read(
            """
            WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c;
            SELECT nope;
            """, shell)
        #expect(printed.errors == "Runtime error near line 1: interrupted (9)\n")
        #expect(shell.isDone)
        #expect(!shell.stopKey.stopStatement())
    }

    @Test func `leaving with a status`() throws {
        #expect(try run(":memory:", ".exit 3", "SELECT 1").status == 3)
        #expect(try run(":memory:", ".exit 3", "SELECT 1").output.isEmpty)
        #expect(try run(":memory:", ".exit", "SELECT 1").status == 0)
        #expect(try run(":memory:", ".quit", "SELECT 1").status == 0)
        // What follows a mistake was not meant to run either.
        let refused = try run(":memory:", ".exit soon", "SELECT 1")
        #expect(refused.errors == "Error: usage: .exit [STATUS], which is 0 to 255\n")
        #expect(refused.output.isEmpty)
        #expect(refused.status == 1)
    }

    @Test(arguments: [true, false])
    func `what is read goes on after an error, unless bail stops it`(bails: Bool) throws {
        let file = Self.unusedFile()
        try "SELECT nope;\nSELECT 1;\n.exit 0\n".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let read = ".read \(file.path)"
        let printed =
            bails ? try run("-bail", ":memory:", read) : try run(":memory:", read)
        #expect(printed.output == (bails ? "" : "1\n"))
        // Leaving with 0 does not hide it.
        #expect(printed.status == 1)
    }

    @Test func `what stands between values and behind rows`() throws {
        let rows = "SELECT 1, 2; SELECT 3, 4"
        #expect(try run(":memory:", #".separator "\t""#, rows).output == "1\t2\n3\t4\n")
        #expect(try run(":memory:", #".separator : "|\n""#, rows).output == "1:2|\n3:4|\n")
        #expect(
            try run("-csv", ":memory:", ".separator , ;", "SELECT 'a;b', 1").output
                == "\"a;b\",1;")
        #expect(
            try run(":memory:", ".separator , ;", ".mode csv", rows).output
                == "1,2\r\n3,4\r\n")
        #expect(try run(":memory:", ".separator").status == 1)
        #expect(try run(":memory:", ".separator a b c").errors.hasPrefix("Error: too many words"))
    }

    @Test(arguments: [
        (#"mode  'a b' c"#, ["mode", "a b", "c"]),
        (#"x "\t" '\t' \t"#, ["x", "\t", #"\t"#, "\t"]),
        (#"x "a\"b" "\101\7\400" \"#, ["x", "a\"b", "A\u{07}\u{00}", #"\"#]),
        (#"x "" '' y"#, ["x", "", "", "y"]),
        (#"read a"b.sql"#, ["read", #"a"b.sql"#]),
        // By bytes: a mark on a quote hid the quote, and é would have become two characters.
        (#"x "\303\251""#, ["x", "é"]),
        ("x \"\u{301}a\"", ["x", "\u{301}a"]),
        ("x 'open", ["x", "open"]),
        ("", []),
    ])
    func `the words of a dot command`(line: String, words: [String]) {
        #expect(DotWords.split(line) == words)
    }

    @Test func `a dump makes the same dump again`() throws {
        let script = """
            CREATE TABLE "a b"(x, y); CREATE INDEX i ON "a b"(y);
            INSERT INTO "a b" VALUES(1, 'it''s'), (0.1, x'00ff'), (NULL, 'a' || char(0) || 'b');
            """
        let dump = try run(":memory:", script, ".dump").output
        #expect(dump.contains("INSERT INTO \"a b\" VALUES(1,'it''s');\n"))
        #expect(dump.contains("X'00ff'"))
        #expect(dump.contains("CREATE INDEX i"))
        #expect(try run(":memory:", dump, ".dump").output == dump)
    }

    @Test func `a dump is one transaction that looks at no foreign keys`() throws {
        let script = """
            CREATE TABLE t(a, b AS (abs(a))); INSERT INTO t VALUES(1);
            CREATE TABLE u(a); INSERT INTO u VALUES(2);
            """
        let dump = try run(":memory:", script, ".dump").output
        #expect(dump.hasPrefix("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"))
        #expect(dump.hasSuffix("INSERT INTO u VALUES(2);\nCOMMIT;\n"))
        #expect(dump.contains("INSERT INTO t(a) VALUES(1);\n"))
    }

    @Test func `a dump that an error ends takes itself back when it is read`() throws {
        let printed = Printed()
        let console = Console(
            send: { printed.output += String(decoding: $0, as: UTF8.self) },
            writeError: { printed.errors += $0 })
        let shell = try Shell(try CommandLineWords([":memory:"]), console: console)
        shell.run(sql: "CREATE TABLE t(a); INSERT INTO t VALUES(1)", place: "")
        shell.connection.interrupter.set()
        shell.run(argument: ".dump")
        #expect(printed.output.hasPrefix("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"))
        #expect(printed.output.hasSuffix("ROLLBACK; -- due to errors\n"))
        #expect(printed.errors.hasPrefix("Error: "))
    }

    /// A line that ended in CR and LF lost the CR, wherever SQL was read by lines.
    @Test func `a dump keeps the ends of lines within texts`() throws {
        let script = #"""
            CREATE TABLE t(a);
            INSERT INTO t VALUES('a' || char(13, 10) || 'b' || char(39, 13)), (char(10) || '\r');
            INSERT INTO t VALUES('\r' || char(13, 10) || '\rr'), ('é' || char(13, 776));
            """#
        let dump = try run(":memory:", script, ".dump").output
        #expect(!dump.utf8.contains(0x0D))
        #expect(dump.contains(#"replace('a\r"#))
        let hex = "SELECT hex(a) FROM t"
        #expect(try run(":memory:", dump, hex).output == run(":memory:", script, hex).output)
    }

    @Test func `a dump leaves computed columns out`() throws {
        let dump = try run(
            ":memory:", "CREATE TABLE g(a, b AS (a + 1), c)", "INSERT INTO g(a, c) VALUES(1, 2)",
            ".dump"
        ).output
        #expect(dump.contains("INSERT INTO g(a,c) VALUES(1,2);"))
    }

    @Test func `a file that reads itself ends in an error`() throws {
        let file = Self.unusedFile()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(".read \(file.path)\n".utf8).write(to: file)
        #expect(try run(":memory:", ".read \(file.path)").errors.contains("nested too deeply"))
    }

    @Test func `tables are listed in columns`() throws {
        let printed = try run(":memory:", "CREATE TABLE bb(x); CREATE TABLE a(x)", ".tables")
        #expect(printed.output == "a   bb\n")
    }

    @Test func `unknown words are refused`() throws {
        #expect(throws: ShellError.self) { try CommandLineWords(["-nope"]) }
        #expect(try run(":memory:", ".nope").status == 1)
    }
}
