import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Convertibles.
@Suite struct `WINQ examples of convertibles` {
    @Test func `texts of The convertible lattice`() {
        expect("t".asTableOrSubquery(), "t")
        expect("t".asQualifiedTable(), "t")
        expect("t".asSchema(), "t")
        expect("s".asExpression(), "'s'")
        expect("s".asResultColumn(), "'s'")
        expect("s".asOrder(), "'s'")
        expect("s".order(.ascending), "'s' ASC")
        expect(StatementSelect().select("x").from("x"), "SELECT 'x' FROM x")
        expect(
            StatementSelect().select(a).from("t").order(by: "x"),
            "SELECT a FROM t ORDER BY 'x'")
        expect(sel.asExpression(), "(SELECT a FROM t)")
        expect(sel.asTableOrSubquery(), "(SELECT a FROM t)")
        expect(sel.order(.ascending), "(SELECT a FROM t) ASC")
    }
}
