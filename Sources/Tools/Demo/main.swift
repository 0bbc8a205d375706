import Foundation
import WCDBEngine
import WCDBStorage

/// Creates a database file, fills it and queries it in SQL, and says what it did. The ORM takes
/// over from here as it comes; today it shows the engine beneath.
func runDemo(in directory: URL) throws {
    let path = directory.appendingPathComponent("demo.db").path
    for name in [path, StoreFiles.log(path), StoreFiles.lock(path)] {
        try? FileManager.default.removeItem(atPath: name)
    }
    let connection = try Connection(path: path)
    print("created  \(path)")

    try connection.execute(
        """
        CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born INTEGER);
        CREATE TABLE paper(author INTEGER, title TEXT, year INTEGER);
        CREATE INDEX paper_author ON paper(author, year);
        CREATE TABLE log(what TEXT);
        CREATE TRIGGER person_added AFTER INSERT ON person BEGIN
            INSERT INTO log VALUES ('added ' || new.name);
        END;
        BEGIN;
        INSERT INTO person(name, born) VALUES
            ('Ada Lovelace', 1815), ('Grace Hopper', 1906), ('Barbara Liskov', 1939);
        INSERT INTO paper VALUES
            (1, 'Notes on the Analytical Engine', 1843), (2, 'The Education of a Computer', 1952),
            (3, 'Programming with Abstract Data Types', 1974),
            (3, 'A Behavioral Notion of Subtyping', 1994);
        COMMIT;
        """)
    print("filled   two tables in one transaction; a trigger wrote a log")

    // A statement that fails leaves nothing behind, and says why.
    do {
        try connection.execute(
            "INSERT INTO person(name) VALUES ('Frances Allen'), ('Ada Lovelace')")
    } catch {
        print("refused  \(error.message)")
    }
    try show(
        "SELECT name, count(title) AS papers, max(year) AS last FROM person "
            + "LEFT JOIN paper ON author = person.id GROUP BY name ORDER BY papers DESC, name",
        connection)
    try show("SELECT title FROM paper WHERE author = 3 AND year > 1980", connection)
    try show("EXPLAIN QUERY PLAN SELECT title FROM paper WHERE author = 3", connection)

    try connection.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0
    print("closed   one file of \(size) bytes")
}

/// Runs a query and prints its rows.
func show(_ sql: String, _ connection: Connection) throws {
    print("query    \(sql)")
    guard let statement = try connection.prepare(sql) else { return }
    while try statement.step() {
        let values = (0..<statement.columnCount).map { index in
            var text = ByteBuffer()
            statement.column(index).appendText(to: &text)
            return String(decoding: text.bytes, as: UTF8.self)
        }
        print("row      \(values.joined(separator: " | "))")
    }
}

do {
    try runDemo(in: FileManager.default.temporaryDirectory)
} catch {
    FileHandle.standardError.write(Data("wcdb-demo: \(error)\n".utf8))
    exit(1)
}
