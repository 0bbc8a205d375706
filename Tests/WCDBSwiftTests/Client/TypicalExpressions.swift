import WCDBSwift

// Thirty expressions as programs write them, each a statement of its own: in one list they would
// be one expression. `Tests/type-checking` compiles this file together with the models and
// complains about each expression that takes the compiler long.

func typicalConditions() -> [any Condition] {
    let note = ClientNote.Properties.self
    let point = ClientPoint.Properties.self
    let a = Column(named: "a")
    let b = Column(named: "b")
    let age = 17
    let name = "Ada"
    let ids = [1, 2, 3]
    var all: [any Condition] = []
    all.append(note.identifier == 1)
    all.append(note.identifier == age && note.text == name)
    all.append(note.identifier > 1 && note.identifier < 9 && note.text != "x")
    all.append(note.identifier > 1 || note.identifier < -1 || note.text == "x" && note.text != name)
    all.append((note.identifier > 1 || note.text.like("%x%")) && note.text.isNotNull())
    all.append(!(note.identifier == 1) && !note.text.isNull())
    all.append(note.identifier.in(ids) && note.text.notIn("a", "b", "c"))
    all.append(note.identifier.between(1, 10) && note.text.like(name + "%"))
    all.append(point.x * point.x + point.y * point.y < 1.5)
    all.append((point.x - 1) * (point.x - 1) + (point.y - 2) * (point.y - 2) <= 4)
    all.append(-point.x + 2 * 3 > point.y - 1)
    all.append(a + b * 2 - 1 > 3 && a % 2 == 0)
    all.append((a + 1) * (b + 2) / 3 - 4 == 5)
    all.append((a & 7 | 8) << 1 == b && ~a > 1)
    all.append(a.in(table: "t") == b.in(table: "u") && a.in(table: "t") > 1)
    all.append(note.text.length() > 3 && note.text.upper() == "ADA")
    all.append(note.identifier.count() > 1 && note.identifier.max() < 100)
    all.append(note.text.collate("NOCASE") == "ada" && note.identifier >= 1)
    all.append(note.created > 1000.5 && note.created < 2000 && note.text == "")
    all.append(a == true && b == false && a != b)
    return all
}

func typicalStatements() -> [any Statement] {
    let note = ClientNote.Properties.self
    let a = Column(named: "a")
    let ids = [1, 2, 3]
    var all: [any Statement] = []
    all.append(
        StatementSelect().select(note.all).from("t").where(note.identifier > 1)
            .order(by: note.text.order(.descending)).limit(3).offset(1))
    all.append(
        StatementSelect().select(note.identifier.max(), note.text, a.as("x"), 1, "lit").from("t"))
    all.append(
        StatementSelect().select(a, a.count()).from("t").group(by: a, note.text)
            .having(a.count() > 1 && a.sum() < 10))
    all.append(
        StatementSelect().select(a).from(
            Join(with: "t").leftJoin("u").on(
                note.identifier.in(table: "t") == note.identifier.in(table: "u"))))
    all.append(
        StatementInsert().insert(intoTable: "t").columns(note.identifier, note.text, a)
            .values(1, "x", nil as WCDBSwift.Expression))
    all.append(
        StatementUpdate().update(table: "t").set(note.text).to(note.text.concat("x"))
            .where(note.identifier.in(ids) && a < 3))
    all.append(StatementDelete().delete(from: "t").where(note.text.isNull() || a + 1 > 2))
    all.append(
        StatementSelect().select(
            WCDBSwift.Expression.case(a).when(1).then("one").when(2).then("two").else("many")))
    all.append(
        StatementSelect().select(
            WCDBSwift.Expression.windowFunction("sum").arguments(a).over(
                WindowDef().partition(note.text).order(a.order(.ascending)))
        ).from("t"))
    all.append(
        StatementCreateTable().create(table: "t").with(
            columns: note.identifier.asDef(with: .integer64).makePrimary(isAutoIncrement: true),
            note.text.asDef(with: .text).makeNotNull().makeDefault(to: "x")))
    return all
}
