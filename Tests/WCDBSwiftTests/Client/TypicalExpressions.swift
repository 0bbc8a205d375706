import WCDBSwift

// Thirty expressions as programs write them. `Tests/type-checking` compiles this file together
// with the models and complains about each expression that takes the compiler long.

func typicalConditions() -> [any Condition] {
    let note = ClientNote.Properties.self
    let point = ClientPoint.Properties.self
    let a = Column(named: "a")
    let b = Column(named: "b")
    let age = 17
    let name = "Ada"
    let ids = [1, 2, 3]
    return [
        note.identifier == 1,
        note.identifier == age && note.text == name,
        note.identifier > 1 && note.identifier < 9 && note.text != "x",
        note.identifier > 1 || note.identifier < -1 || note.text == "x" && note.text != name,
        (note.identifier > 1 || note.text.like("%x%")) && note.text.isNotNull(),
        !(note.identifier == 1) && !note.text.isNull(),
        note.identifier.in(ids) && note.text.notIn("a", "b", "c"),
        note.identifier.between(1, 10) && note.text.like(name + "%"),
        point.x * point.x + point.y * point.y < 1.5,
        (point.x - 1) * (point.x - 1) + (point.y - 2) * (point.y - 2) <= 4,
        -point.x + 2 * 3 > point.y - 1,
        a + b * 2 - 1 > 3 && a % 2 == 0,
        (a + 1) * (b + 2) / 3 - 4 == 5,
        (a & 7 | 8) << 1 == b && ~a > 1,
        a.in(table: "t") == b.in(table: "u") && a.in(table: "t") > 1,
        note.text.length() > 3 && note.text.upper() == "ADA",
        note.identifier.count() > 1 && note.identifier.max() < 100,
        note.text.collate("NOCASE") == "ada" && note.identifier >= 1,
        note.created > 1000.5 && note.created < 2000 && note.text == "",
        a == true && b == false && a != b,
    ]
}

func typicalStatements() -> [any Statement] {
    let note = ClientNote.Properties.self
    let a = Column(named: "a")
    let ids = [1, 2, 3]
    return [
        StatementSelect().select(note.all).from("t").where(note.identifier > 1)
            .order(by: note.text.order(.descending)).limit(3).offset(1),
        StatementSelect().select(note.identifier.max(), note.text, a.as("x"), 1, "lit").from("t"),
        StatementSelect().select(a, a.count()).from("t").group(by: a, note.text)
            .having(a.count() > 1 && a.sum() < 10),
        StatementSelect().select(a).from(
            Join(with: "t").leftJoin("u").on(
                note.identifier.in(table: "t") == note.identifier.in(table: "u"))),
        StatementInsert().insert(intoTable: "t").columns(note.identifier, note.text, a)
            .values(1, "x", nil as WCDBSwift.Expression),
        StatementUpdate().update(table: "t").set(note.text).to(note.text.concat("x"))
            .where(note.identifier.in(ids) && a < 3),
        StatementDelete().delete(from: "t").where(note.text.isNull() || a + 1 > 2),
        StatementSelect().select(
            WCDBSwift.Expression.case(a).when(1).then("one").when(2).then("two").else("many")),
        StatementSelect().select(
            WCDBSwift.Expression.windowFunction("sum").arguments(a).over(
                WindowDef().partition(note.text).order(a.order(.ascending)))
        ).from("t"),
        StatementCreateTable().create(table: "t").with(
            columns: note.identifier.asDef(with: .integer64).makePrimary(isAutoIncrement: true),
            note.text.asDef(with: .text).makeNotNull().makeDefault(to: "x")),
    ]
}
