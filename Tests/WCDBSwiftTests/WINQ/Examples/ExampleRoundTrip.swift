import Testing
import WCDBSwift

@testable import WCDBSQL

/// What a builder says and what its text says are the same tree.
func expectRoundTrip(_ object: Any, at location: SourceLocation) {
    let text = "\(object)"
    guard !textsThatAreNoSQL.contains(text) else { return }
    switch object {
    case let statement as any WCDBSwift.Statement:
        let parsed = try? Parser.statement(text)
        #expect(parsed == statement.statementTree, sourceLocation: location)
    case let expression as WCDBSwift.Expression:
        let parsed = try? Parser.expression(text)
        #expect(parsed == expression.tree, sourceLocation: location)
    default: break
    }
}

/// What builders can say although SQL has no words for it; the empty one is not finished.
private let textsThatAreNoSQL: Set = [
    "", "CREATE INDEX i ON t()", "INSERT INTO t(t.x) VALUES(1)", "UPDATE t SET ",
    "CAST(a AS NULL)", "COUNT(DISTINCT *)",
]
