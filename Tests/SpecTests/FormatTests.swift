import Testing

/// `Spec/format.md` and `Spec/wal.md` against the layout constants of the code, both ways.
@Suite struct `The documents of the files` {
    private func documentedTables() throws -> [LayoutTable] {
        try ["Spec/format.md", "Spec/wal.md"].flatMap { path in
            try LayoutTable.tables(in: CheckedOut.text(path))
        }
    }

    @Test func `have a table for each layout of the code, and no other`() throws {
        let documented = try documentedTables().map(\.name).sorted()
        #expect(documented == CodeLayout.all.map(\.name).sorted())
    }

    @Test(arguments: CodeLayout.all.map(\.name))
    func `agree with the code, byte by byte`(name: String) throws {
        let code = try #require(CodeLayout.all.first { $0.name == name })
        let table = try #require(documentedTables().first { $0.name == name })
        #expect(table.rows == code.rows)
    }
}

/// The reader of byte tables, on small samples.
@Suite struct `Layout tables` {
    @Test func `are read with their extra columns`() throws {
        let text = """
            <!-- layout: A -->

            | Offset | Size | Field | Meaning |
            |---:|---:|---|---|
            | 0 | 8 | `sum` | of all |
            | 8 | 4 | next | |

            | Offset | Size | Field |
            |---|---|---|
            | 9 | 9 | unmarked |
            """
        let rows = [
            LayoutTable.Row(offset: 0, size: 8, field: "sum"),
            LayoutTable.Row(offset: 8, size: 4, field: "next"),
        ]
        #expect(try LayoutTable.tables(in: text) == [LayoutTable(name: "A", rows: rows)])
    }

    @Test(arguments: [
        "<!-- layout: A -->\ntext",
        "<!-- layout: A -->",
        "<!-- layout: A -->\n| Offset | Field | Size |\n|-|-|-|\n| 0 | a | 1 |",
        "<!-- layout: A -->\n| Offset | Size | Field |\n|-|-|-|\n| 0 | many | a |",
    ])
    func `are refused when they cannot be compared`(text: String) {
        #expect(throws: LayoutTable.Malformed.self) { try LayoutTable.tables(in: text) }
    }
}
