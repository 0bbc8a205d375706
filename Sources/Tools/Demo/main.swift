import Foundation
import WCDBSwift

/// Creates a database, fills it with objects, queries it with the builder and in SQL, and says
/// what it did.
func runDemo(in directory: URL) throws {
    let path = directory.appendingPathComponent("wcdb-demo.db").path
    try Database(at: path).removeFiles()

    let database = try firstSteps(path)
    try changes(database)
    try queries(database)

    let size = try database.getFilesSize()
    database.close()
    print("closed   \(size) bytes")
}

/// What the README shows.
func firstSteps(_ path: String) throws -> Database {
    let database = Database(at: path)
    try database.create(table: "people", of: Person.self)
    let people = [
        Person(id: 1, name: "Ada Lovelace", born: 1815),
        Person(id: 2, name: "Grace Hopper", born: 1906),
        Person(id: 3, name: "Barbara Liskov", born: 1939),
    ]
    try database.insert(people, intoTable: "people")
    let born = Person.Properties.born
    let found: [Person] = try database.getObjects(
        fromTable: "people", where: born > 1900, orderBy: [born.order(.descending)])
    print("created  \(database.path)")
    print("read     \(found.map(\.name).joined(separator: ", "))")
    return database
}

/// Keys from the database, a transaction that is undone, a conditional update.
func changes(_ database: Database) throws {
    try database.create(table: "papers", of: Paper.self)
    let papers = [
        Paper(by: 1, "Notes on the Analytical Engine", 1843, "computing"),
        Paper(by: 2, "The Education of a Computer", 1952, "compilers", "computing"),
        Paper(by: 3, "Programming with Abstract Data Types", 1974, "types"),
        Paper(by: 3, "A Behavioral Notion of Subtyping", 1994, "types"),
    ]
    try database.insert(papers, intoTable: "papers")
    print("filled   papers got the keys \(papers.map(\.lastInsertedRowID))")

    do {
        try database.run(transaction: { handle in
            try handle.delete(fromTable: "papers")
            try handle.insert(Person(id: 1, name: "Ada Byron", born: nil), intoTable: "people")
        })
    } catch let error as WCDBError {
        let count = try database.getValue(on: Paper.Properties.any.count(), fromTable: "papers")
        print("undone   \(error.message ?? ""); there are still \(count.intValue) papers")
    }

    let update = try database.prepareUpdate(table: "papers", on: Paper.Properties.title)
        .where(Paper.Properties.year < 1900)
    try update.execute(with: ["Notes"])
    print("updated  \(update.changes ?? 0) paper")
}

/// A join with groups, objects of two tables, and SQL for whoever likes it better.
func queries(_ database: Database) throws {
    let person = Person.Properties.self
    let paper = Paper.Properties.self
    let query = StatementSelect()
        .select(person.name, paper.title.count(), paper.year.max())
        .from(
            Join(with: "people").leftJoin("papers")
                .on(paper.author == person.id.in(table: "people"))
        )
        .group(by: person.name)
        .order(by: paper.title.count().order(.descending), person.name)
    print("query    \(query)")
    for row in try database.getRows(from: query) {
        print("row      \(row.map(\.stringValue).joined(separator: " | "))")
    }

    let select = try database.prepareMultiSelect(
        on: person.name.in(table: "people"), person.id.in(table: "people"),
        paper.id.in(table: "papers"), paper.author.in(table: "papers"),
        paper.title.in(table: "papers"), paper.year.in(table: "papers"),
        paper.keywords.in(table: "papers"), fromTables: ["people", "papers"]
    ).where(
        paper.author.in(table: "papers") == person.id.in(table: "people")
            && paper.year.in(table: "papers") > 1990)
    while let objects = try select.nextMultiObject() {
        guard let person = objects["people"] as? Person, let paper = objects["papers"] as? Paper
        else { continue }
        print("objects  \(person.name) wrote “\(paper.title)” about \(paper.keywords)")
    }

    let year = 1950
    let titles = try database.getColumn(
        from: StatementSQL("SELECT title FROM papers WHERE year > \(year) ORDER BY year"))
    print("in SQL   \(titles.map(\.stringValue).joined(separator: "; "))")
}

do {
    try runDemo(in: FileManager.default.temporaryDirectory)
} catch {
    FileHandle.standardError.write(Data("wcdb-demo: \(error)\n".utf8))
    exit(1)
}
