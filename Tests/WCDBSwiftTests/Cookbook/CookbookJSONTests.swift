import Foundation
import Testing
import WCDBSwift

/// The recipes of `Spec/cookbook.md` with JSON in columns.
@Suite struct `Recipes of the cookbook with JSON` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillEditions() }

    @Test func `conditions on what is in a value`() throws {
        let size = Edition.Properties.size
        let large: [Edition] = try database.getObjects(
            fromTable: "editions", where: size.jsonValue("$.width") > 14,
            orderBy: [size.jsonValue("$.height")])
        #expect(
            large == [
                Edition(id: 3, size: Edition.Size(width: 15, height: 22)),
                Edition(id: 2, size: Edition.Size(width: 21, height: 30), tags: ["machines"]),
            ])
    }

    @Test func `a row for each element`() throws {
        let tags = TableOrSubquery.jsonEach(Edition.Properties.tags).as(alias: "tag")
        let tag = Column(named: "value").in(table: "tag")
        let rows = try database.getRows(
            from: StatementSelect().select(tag, Edition.Properties.any.count())
                .from("editions", tags).group(by: tag).order(by: tag))
        #expect(
            rows.map { "\($0[0].stringValue) \($0[1].intValue)" } == ["machines 2", "poetry 1"])
    }

    @Test func `rows that have an element`() throws {
        let tags = TableOrSubquery.jsonEach(Edition.Properties.tags)
        let poem = StatementSelect().select(1).from(tags)
            .where(Column(named: "value") == "poetry")
        let poetry: [Edition] = try database.getObjects(
            fromTable: "editions", where: WCDBSwift.Expression.exists(poem))
        #expect(poetry.map(\.id) == [1])
    }

    @Test func `a change within a value`() throws {
        let size = Edition.Properties.size
        let tags = Edition.Properties.tags
        try database.exec(
            StatementUpdate().update(table: "editions")
                .set(size).to(size.jsonSet("$.height", 20))
                .set(tags).to(tags.jsonInsert("$[#]", "history"))
                .where(Edition.Properties.id == 1))
        let edition: Edition? = try database.getObject(
            fromTable: "editions", where: Edition.Properties.id == 1)
        #expect(edition?.size == Edition.Size(width: 12, height: 20))
        #expect(edition?.tags == ["poetry", "machines", "history"])
    }

    @Test func `an index on what is in a value`() throws {
        let width = Edition.Properties.size.jsonValue("$.width")
        try database.create(
            index: "editions_width", with: IndexedColumn(with: width), forTable: "editions")
        let ids = try database.getColumn(
            on: Edition.Properties.id, fromTable: "editions", where: width.between(12, 15),
            orderBy: [width])
        #expect(ids.map(\.intValue) == [1, 3])
        let plan = try database.getRows(
            from: StatementExplain().explainQueryPlan(
                StatementSelect().select(Edition.Properties.id).from("editions")
                    .where(width.between(12, 15))))
        #expect(plan.contains { $0.contains { $0.stringValue.contains("editions_width") } })
    }
}
