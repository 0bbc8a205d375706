import Testing
import WCDBStorage

@testable import WCDBEngine

/// Documents that are as deep as may be, on a thread with a small stack: several hundred levels
/// ended the process once, in builds without optimisation.
@Suite struct `Deep JSON` {
    private static let depth = 2000

    private func on<Value>(_ kilobytes: Int, _ body: @escaping () throws -> Value) throws -> Value {
        let stack = kilobytes << 10 * StackSpace.frameScale
        return try #require(BackgroundThread.wait(name: "small", stackSize: stack, for: body)).get()
    }

    private func nested(_ open: String, _ core: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
    }

    @Test(arguments: [128, 512])
    func `is read and written without blanks`(kilobytes: Int) throws {
        let loose = nested("[ 1 ,\n", "\"a b\"", " ]", Self.depth)
        let rows = try on(kilobytes) {
            try Connection(path: nil).rows(
                "SELECT json('\(loose)'), json_valid('[\(loose)]'), json_valid('\(loose)')")
        }
        #expect(rows == [nested("[1,", "\"a b\"", "]", Self.depth) + "|0|1"])
    }

    @Test(arguments: [128, 512])
    func `is changed at its innermost place`(kilobytes: Int) throws {
        let arrays = nested("[1, ", "2", ", 3]", Self.depth)
        let path = "$" + String(repeating: "[1]", count: Self.depth)
        let rows = try on(kilobytes) {
            try Connection(path: nil).rows(
                """
                SELECT json_set('\(arrays)', '\(path)', 9) UNION ALL
                SELECT json_remove('\(arrays)', '\(path)') UNION ALL
                SELECT json_extract('\(arrays)', '\(path)') UNION ALL
                SELECT count(*) FROM json_tree('\(arrays)')
                """)
        }
        #expect(
            rows == [
                nested("[1,", "9", ",3]", Self.depth),
                nested("[1,", "[1,3]", ",3]", Self.depth - 1), "2", "\(Self.depth * 3 + 1)",
            ])
    }

    @Test(arguments: [128, 512])
    func `is patched by what is as deep`(kilobytes: Int) throws {
        let target = nested("{\"a\": ", "1", ", \"b\": 2}", Self.depth)
        let patch = nested("{\"b\": null, \"a\": ", "7", "}", Self.depth)
        let rows = try on(kilobytes) {
            try Connection(path: nil).rows(
                """
                SELECT json_patch('\(target)', '\(patch)') UNION ALL
                SELECT json_patch('{"z":1}', '\(patch)')
                """)
        }
        let patched = nested("{\"a\":", "7", "}", Self.depth)
        #expect(rows == [patched, "{\"z\":1," + patched.dropFirst()])
    }

    @Test func `with a mistake in its middle is refused`() throws {
        for mistake in ["[1,]", "{\"a\"}", "{1:2}", "[1 2]", "]", "{\"a\":1,}", "[}", "{]"] {
            let text = nested("[", mistake, "]", 1000)
            let rows = try on(128) {
                try Connection(path: nil).rows("SELECT json_valid('\(text)')")
            }
            #expect(rows == ["0"], "\(mistake)")
        }
    }
}
