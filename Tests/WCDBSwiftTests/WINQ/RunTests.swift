import Foundation
import Testing
import WCDBSwift

/// Statements of the builder are run, and their rows compared: what a tree says in text and what
/// it does must be the same.
@Suite struct `WINQ statements run` {
    let database = Database.createInMemoryDatabase()
    var id: Column { Column(named: "id") }
    var name: Column { Column(named: "name") }
    var team: Column { Column(named: "team") }
    var points: Column { Column(named: "points") }

    init() throws {
        try database.exec(
            StatementCreateTable().create(table: "player").with(columns: [
                ColumnDef(with: id, and: .integer64).makePrimary(),
                ColumnDef(with: name, and: .text).makeNotNull(),
                ColumnDef(with: team, and: .integer64),
                ColumnDef(with: points, and: .float).makeDefault(
                    to: (1 as WCDBSwift.Expression) + 19.5),
            ]))
        try database.exec(
            StatementCreateTable().create(table: "team").with(columns: [
                ColumnDef(with: id, and: .integer64).makePrimary(),
                ColumnDef(with: name, and: .text),
            ]))
        try database.exec(
            StatementInsert().insert(intoTable: "team").values(1, "red").values(2, "blue"))
        let columns = [id, name, team, points]
        for row: [any ExpressionConvertible] in [
            [1, "Ada", 1, 3.5], [2, "Bob", 2, 1.5], [3, "Cid", 1, 2],
            [4, "Dee", LiteralValue(nil), 9],
        ] {
            try database.exec(
                StatementInsert().insert(intoTable: "player").columns(columns).values(row))
        }
    }

    /// The rows of a statement, run from its tree and from its text.
    private func rows(_ statement: StatementSelect) throws -> [String] {
        func text(_ rows: MultiRowsValue) -> [String] {
            rows.map { $0.map(\.stringValue).joined(separator: " ") }
        }
        let fromTree = text(try database.getRows(from: statement))
        let template = SQLTemplate(stringLiteral: statement.description)
        #expect(text(try database.getRows(sql: template)) == fromTree)
        return fromTree
    }

    @Test func `conditions, orders and limits`() throws {
        let select = StatementSelect().select(name).from("player")
        #expect(try rows(select.where(points > 2 && team == 1).order(by: name)) == ["Ada"])
        #expect(
            try rows(
                StatementSelect().select(name).from("player").where(name.like("%d%"))
                    .order(by: name.order(.descending)).limit(2)
            ) == ["Dee", "Cid"])
        #expect(
            try rows(
                StatementSelect().select(name).from("player").where(id.in(2, 4) || team.isNull())
                    .order(by: id)
            ) == ["Bob", "Dee"])
        #expect(
            try rows(
                StatementSelect().select(name).from("player").where(points.between(1.5, 3))
                    .order(by: id).limit(1).offset(1)
            ) == ["Cid"])
    }

    @Test func `joins, groups and sub-queries`() throws {
        let join = Join(with: "player").leftJoin("team")
            .on(team.in(table: "player") == id.in(table: "team"))
        #expect(
            try rows(
                StatementSelect().select(name.in(table: "player"), name.in(table: "team"))
                    .from(join).order(by: id.in(table: "player"))
            ) == ["Ada red", "Bob blue", "Cid red", "Dee "])
        #expect(
            try rows(
                StatementSelect().select(team, points.sum(), id.count()).from("player")
                    .where(team.isNotNull()).group(by: team).having(id.count() > 1)
            ) == ["1 5.5 2"])
        let best = StatementSelect().select(points.max()).from("player")
        #expect(
            try rows(
                StatementSelect().select(name).from("player")
                    .where(points == best)
            ) == ["Dee"])
        #expect(
            try rows(
                StatementSelect().select(
                    name,
                    WCDBSwift.Expression.case().when(points > 3).then("high").else("low")
                ).from("player").order(by: id)
            ) == ["Ada high", "Bob low", "Cid low", "Dee high"])
    }

    /// The table before the join was joined by the column instead: the join had rows without a
    /// partner.
    @Test func `a join beside a table`() throws {
        let join = Join(with: TableOrSubquery(withTable: "player").as(alias: "p"))
            .join(TableOrSubquery(withTable: "team").as(alias: "t")).using(id)
        let select = StatementSelect()
            .select(name.in(table: "team"), name.in(table: "p"), name.in(table: "t"))
            .from("team", join).order(by: 1, 2)
        expect(
            select,
            "SELECT team.name, p.name, t.name FROM team, (player AS p JOIN team AS t USING(id)) "
                + "ORDER BY 1, 2")
        #expect(
            try rows(select) == [
                "blue Ada red", "blue Bob blue", "red Ada red", "red Bob blue",
            ])
    }

    @Test func `compounds and distinct rows`() throws {
        #expect(
            try rows(
                StatementSelect().select(distinct: true, team).from("player").order(by: team)
            ) == ["", "1", "2"])
        #expect(
            try rows(
                StatementSelect().select(id).from("team").union().select(team).from("player")
                    .order(by: Column(named: "id"))
            ) == ["", "1", "2"])
    }

    @Test func `changes`() throws {
        try database.exec(
            StatementUpdate().update(table: "player").set(points).to(points + 1)
                .where(team == 1))
        try database.exec(StatementDelete().delete(from: "player").where(points < 2))
        try database.exec(
            StatementInsert().insert(intoTable: "player").onConflict(.Replace).columns(id, name)
                .values(4, "Eve"))
        try database.exec(
            StatementInsert().insert(intoTable: "player").onConflict(.Ignore).columns(id, name)
                .values(1, "nobody"))
        let all = StatementSelect().select(id, name, points).from("player").order(by: id)
        #expect(try rows(all) == ["1 Ada 4.5", "3 Cid 3.0", "4 Eve 20.5"])
        try database.exec(
            StatementInsert().insert(intoTable: "team").columns(name).values(
                StatementSelect().select(name).from("player").where(id == 3)))
        #expect(
            try rows(StatementSelect().select(name).from("team").order(by: id))
                == ["red", "blue", "Cid"])
    }

    @Test func `definitions`() throws {
        try database.exec(
            StatementCreateIndex().create(index: "byTeam").on(table: "player")
                .indexesBy(team, points.asIndex(orderBy: .descending)))
        try database.exec(
            StatementCreateView().create(view: "reds").as(
                StatementSelect().select(name).from("player").where(team == 1)))
        try database.exec(
            StatementCreateTrigger().create(trigger: "log").after().insert().on(table: "player")
                .execute(StatementInsert().insert(intoTable: "team").columns(name).values("new")))
        try database.exec(
            StatementInsert().insert(intoTable: "player").columns(id, name, team)
                .values(9, "Zoe", 1))
        #expect(
            try rows(StatementSelect().select(name).from("reds").order(by: name))
                == ["Ada", "Cid", "Zoe"])
        #expect(try rows(StatementSelect().select(Column.all().count()).from("team")) == ["3"])
        try database.exec(StatementAlterTable().alter(table: "team").rename(to: "squad"))
        try database.exec(StatementDropView().drop(view: "reds"))
        try database.exec(StatementDropIndex().drop(index: "byTeam"))
        #expect(
            try rows(
                StatementSelect().select(name).from("sqlite_master")
                    .where(Column(named: "type") == "table").order(by: name)
            ) == ["player", "squad"])
    }

    /// Only the bare word is no type; SQLite takes it so too.
    @Test(arguments: ["\"NULL\"", "[NULL]", "`null`", "'NULL'"])
    func `a type may be called NULL`(type: String) throws {
        let cast = sql(SQLTemplate(stringLiteral: "CAST('7' AS \(type))"))
        #expect(try rows(StatementSelect().select(cast + 1)) == ["8"])
        let nothing = StatementSelect().select(Expression.cast(1).as(.null))
        #expect(throws: WCDBError.self) { try database.getRows(from: nothing) }
    }

    @Test func `names that need quotes, and values that look like SQL`() throws {
        let odd = Column(named: "my col")
        try database.exec(
            StatementCreateTable().create(table: "select").with(columns: ColumnDef(with: odd)))
        let text = "it's \"quoted\"; --"
        try database.exec(StatementInsert().insert(intoTable: "select").values(text))
        try database.exec(
            StatementInsert().insert(intoTable: "select").values(Data([0, 39, 255])))
        #expect(
            try rows(StatementSelect().select(odd).from("select").where(odd == text)) == [text])
        let blob = try database.getValue(
            from: StatementSelect().select(odd).from("select").where(odd != text))
        #expect(blob?.dataValue == Data([0, 39, 255]))
    }
}
