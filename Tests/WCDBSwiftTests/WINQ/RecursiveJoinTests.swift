import Testing
import WCDBSwift

/// The builder writes a join in parentheses, in which a table that refers to itself was not seen:
/// every query of a hierarchy failed with "circular reference".
@Suite struct `A join that refers to the table it makes` {
    @Test func `goes down a hierarchy`() throws {
        let database = Database.createInMemoryDatabase()
        let (id, boss) = (Column(named: "id"), Column(named: "boss"))
        try database.exec(
            StatementCreateTable().create(table: "staff").with(columns: [
                ColumnDef(with: id, and: .integer64), ColumnDef(with: boss, and: .integer64),
            ]))
        for row in [[1, 0], [2, 1], [3, 2], [4, 9], [5, 2]] {
            try database.exec(StatementInsert().insert(intoTable: "staff").values(row))
        }
        let join = Join(with: "staff").join("team")
            .on(
                Column(named: "boss").in(table: "staff") == Column(named: "id").in(table: "team"))
        let team = CommonTableExpression("team").column(id).as(
            StatementSelect().select(id).from("staff").where(boss == 0)
                .unionAll().select(Column(named: "id").in(table: "staff")).from(join))
        let rows = try database.getRows(
            from: StatementSelect().with(recursive: true, team).select(id).from("team"))
        #expect(rows.map { $0[0].int64Value }.sorted() == [1, 2, 3, 5])
    }
}
