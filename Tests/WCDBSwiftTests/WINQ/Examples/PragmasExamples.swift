import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Pragmas.
@Suite struct `WINQ examples of pragmas` {
    @Test func `texts of StatementPragma`() {
        expect(StatementPragma(), "")
        expect(StatementPragma().pragma(.secureDelete), "PRAGMA secure_delete")
        expect(StatementPragma().pragma(.secureDelete).to(true), "PRAGMA secure_delete = 1")
        expect(
            StatementPragma().pragma(.secureDelete).to(LiteralValue(true)),
            "PRAGMA secure_delete = TRUE")
        expect(StatementPragma().pragma(.cacheSize).to(-2000), "PRAGMA cache_size = -2000")
        expect(
            StatementPragma().pragma(.journalMode).to("WAL"),
            "PRAGMA journal_mode = 'WAL'")
        expect(
            StatementPragma().schema("main").pragma(.userVersion).to(3),
            "PRAGMA main.user_version = 3")
        expect(
            StatementPragma().pragma(.walCheckpoint).schema("main"),
            "PRAGMA main.wal_checkpoint")
        expect(StatementPragma().pragma(.tableInfo).with("t"), "PRAGMA table_info('t')")
        expect(
            StatementPragma().pragma(.tableInfo).schema("main").with("t"),
            "PRAGMA main.table_info('t')")
        expect(StatementPragma().pragma(.tableInfo).with("'t'"), "PRAGMA table_info('t')")
        expect(StatementPragma().pragma(.tableInfo).with("[t]"), "PRAGMA table_info('t')")
        expect(
            StatementPragma().pragma(.tableInfo).with("\"t\""),
            #"PRAGMA table_info('"t"')"#)
        expect(StatementPragma().pragma(.tableInfo).with("''"), "PRAGMA table_info('''''')")
        expect(StatementPragma().pragma(.tableInfo).to("'t'"), "PRAGMA table_info = '''t'''")
        expect(
            StatementPragma().pragma(Pragma(named: "my_pragma")).with(1),
            "PRAGMA my_pragma(1)")
        expect(
            StatementPragma().pragma(.journalMode).to("WAL").pragma(.userVersion),
            "PRAGMA user_version")
    }
}
