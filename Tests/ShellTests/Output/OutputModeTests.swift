import Testing
import WCDBEngine

@testable import wcdb

@Suite struct `Output modes` {
    private let result = ResultRows(
        columns: ["id", "note"],
        rows: [
            [.integer(1), .text("it's")], [.real(0.5), .null], [.blob([0x41]), .text("x\ny")],
        ])

    private func text(_ mode: OutputMode, headers: Bool = false, null: String = "") -> String {
        OutputStyle(mode: mode, showsHeaders: headers, nullText: null).text(result)
    }

    @Test func `list puts a stroke between values`() {
        #expect(text(.list) == "1|it's\n0.5|\nA|x\ny\n")
        #expect(text(.list, headers: true, null: "-").hasPrefix("id|note\n1|it's\n0.5|-\n"))
    }

    @Test func `csv quotes what could be misread`() {
        #expect(text(.csv, headers: true) == "id,note\r\n1,\"it's\"\r\n0.5,\r\nA,\"x\ny\"\r\n")
    }

    @Test func `quote writes literals`() {
        #expect(text(.quote) == "1,'it''s'\n0.5,NULL\nX'41','x\ny'\n")
    }

    @Test func `json escapes and knows null`() {
        #expect(
            text(.json)
                == #"""
                [{"id":1,"note":"it's"},
                {"id":0.5,"note":null},
                {"id":"A","note":"x\ny"}]

                """#)
    }

    @Test func `line aligns names`() {
        #expect(text(.line).hasPrefix("   id = 1\n note = it's\n\n   id = 0.5\n note = \n"))
    }

    @Test func `box draws a table with lines of a value below each other`() {
        #expect(
            text(.box, null: "~") == """
                ┌─────┬──────┐
                │ id  │ note │
                ├─────┼──────┤
                │ 1   │ it's │
                ├─────┼──────┤
                │ 0.5 │ ~    │
                ├─────┼──────┤
                │ A   │ x    │
                │     │ y    │
                └─────┴──────┘

                """)
    }

    @Test(arguments: OutputMode.allCases)
    func `no rows print nothing`(_ mode: OutputMode) {
        let style = OutputStyle(mode: mode, showsHeaders: true)
        #expect(style.text(ResultRows(columns: ["a"], rows: [])).isEmpty)
    }
}
