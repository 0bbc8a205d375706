import Testing
import WCDBSwift

@testable import WCDBSQL

/// What a builder says and what its text says are the same tree, wherever the text is SQL.
func expectRoundTrip(_ object: Any, at location: SourceLocation) {
    switch object {
    case let statement as any WCDBSwift.Statement:
        guard let parsed = try? Parser.statement(statement.description) else { return }
        #expect(parsed == statement.statementTree, sourceLocation: location)
    case let expression as WCDBSwift.Expression:
        guard let parsed = try? Parser.expression(expression.description) else { return }
        #expect(parsed == expression.tree, sourceLocation: location)
    default: break
    }
}
