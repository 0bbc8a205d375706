import Testing

@testable import WCDBEngine

@Suite struct `Names without case` {
    private let names = [
        "", "a", "A", "b", "ab", "Ab", "aB", "ba", "id", "ID", "name", "nAmE", "mane", "value_1",
        "value_2", "VALUE_2", "a b", "a@b", "a`b", "[", "{", "é", "É", "e\u{301}", "名前", "名まえ",
        "a name that is longer than fifteen bytes", "A NAME THAT IS LONGER THAN FIFTEEN BYTES",
        "a name that is longer than fifteen bites",
    ]

    @Test func `are equal if only ASCII letters differ in case`() {
        for one in names {
            for other in names {
                let isEqual =
                    FoldedName.fold(one).utf8.elementsEqual(FoldedName.fold(other).utf8)
                #expect(FoldedName.equal(one, other) == isEqual, "\(one) \(other)")
                if isEqual { #expect(FoldedName.Mark(one) == FoldedName.Mark(other)) }
            }
        }
    }

    @Test func `find the first column of that name`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t("é" , aXb, "a[b", "a{b", c1, c2, "a very long name of a column 1",
                "a very long name of a column 2");
            INSERT INTO t VALUES(1, 2, 3, 4, 5, 6, 7, 8)
            """)
        let row = try connection.rows(
            """
            SELECT "É" , AXB, "A{B", "A[b", C2, c1, "A VERY long name of a column 2",
                t."a very LONG name of a column 1" FROM t
            """)
        #expect(row == ["É|2|4|3|6|5|8|7"])
    }
}
