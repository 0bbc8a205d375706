import Testing

@testable import wcdb

@Suite struct `Where a statement is complete` {
    @Test(arguments: [
        "SELECT 1;", "SELECT 1; SELECT 2;  ", "BOGUS;", "SELECT ';';",
        "SELECT 1; /* -- */ /* ; */;", "SELECT 1; /*;*/;", "SELECT 1; -- /* ;",
    ])
    func `complete`(_ text: String) {
        #expect(InputReader.gap(in: text, lastLine: text) == .none)
    }

    @Test(arguments: [
        "SELECT 1", "SELECT 'a;", "SELECT \"a;",
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1;",
        "DROP TRIGGER r; INSERT INTO t VALUES(1) --;",
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END --;",
        // What follows was run as if the comment had ended with the line.
        "SELECT 1; /* not now;", "SELECT 1; /* a */ /* -- b;", "SELECT 1; -- */\n/*;",
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END; /* not now;",
    ])
    func `goes on`(_ text: String) {
        #expect(InputReader.gap(in: text, lastLine: text) != .none)
    }
}
