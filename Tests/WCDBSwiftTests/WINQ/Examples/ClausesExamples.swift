import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Clauses.
@Suite struct `WINQ examples of clauses` {
    @Test func `texts of CommonTableExpression`() {
        expect(CommonTableExpression("cte"), "cte")
        expect(CommonTableExpression("cte").column(a), "cte(a)")
        expect(
            CommonTableExpression("cte").column(a).column(b).as(sel),
            "cte(a, b) AS(SELECT a FROM t)")
        expect(CommonTableExpression("cte").as(sel), "cte AS(SELECT a FROM t)")
    }

    @Test func `texts of FrameSpec`() {
        expect(FrameSpec(), "")
        expect(FrameSpec().range().unboundedPreceding(), "RANGE UNBOUNDED PRECEDING")
        expect(FrameSpec().rows().preceding(1), "ROWS 1 PRECEDING")
        expect(FrameSpec().rows().currentRow(), "ROWS CURRENT ROW")
        expect(
            FrameSpec().rows().betweenUnboundedPreceding().andUnboundedFollowing(),
            "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING")
        expect(
            FrameSpec().rows().betweenPreceding(1).andFollowing(2),
            "ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING")
        expect(
            FrameSpec().rows().betweenCurrentRow().andCurrentRow(),
            "ROWS BETWEEN CURRENT ROW AND CURRENT ROW")
        expect(
            FrameSpec().rows().betweenFollowing(1).andPreceding(2),
            "ROWS BETWEEN 1 FOLLOWING AND 2 PRECEDING")
        expect(
            FrameSpec().range().betweenPreceding(a + 1).andCurrentRow(),
            "RANGE BETWEEN a + 1 PRECEDING AND CURRENT ROW")
        expect(FrameSpec().unboundedPreceding().rows(), "ROWS UNBOUNDED PRECEDING")
        expect(
            FrameSpec().rows().betweenPreceding(1).andFollowing(2).currentRow(),
            "ROWS CURRENT ROW")
    }

    @Test func `texts of WindowDef`() {
        expect(WindowDef(), "")
        expect(WindowDef().partition(a, b + 1), "(PARTITION BY a, b + 1)")
        expect(WindowDef().order(a.order(.ascending), b), "(ORDER BY a ASC, b)")
        expect(WindowDef().partition(a).order(b), "(PARTITION BY a ORDER BY b)")
        expect(WindowDef().frameSpec(FrameSpec().rows().currentRow()), "(ROWS CURRENT ROW)")
        expect(
            WindowDef().partition(a).frameSpec(FrameSpec().rows().currentRow()),
            "(PARTITION BY a ROWS CURRENT ROW)")
        expect(
            WindowDef().partition(a).order(b).frameSpec(FrameSpec().range().unboundedPreceding()),
            "(PARTITION BY a ORDER BY b RANGE UNBOUNDED PRECEDING)")
        expect(
            WindowDef().order(a).frameSpec(FrameSpec().rows().currentRow()),
            "(ORDER BY a ROWS CURRENT ROW)")
        expect(WindowDef().partition([a]).partition([b]), "(PARTITION BY b)")
    }

    @Test func `texts of Upsert`() {
        expect(Upsert(), "")
        expect(Upsert().onConflict(), "")
        expect(Upsert().onConflict().doNothing(), "ON CONFLICT DO NOTHING")
        expect(Upsert().onConflict().indexed(by: a).doNothing(), "ON CONFLICT(a) DO NOTHING")
        expect(
            Upsert().onConflict().indexed(by: a, b.asIndex(orderBy: .ascending)).where(a > 1)
                .doNothing(),
            "ON CONFLICT(a, b ASC) WHERE a > 1 DO NOTHING")
        expect(Upsert().onConflict().where(a > 1).doNothing(), "ON CONFLICT DO NOTHING")
        expect(
            Upsert().onConflict().doUpdate().set(a).to(1),
            "ON CONFLICT DO UPDATE SET a = 1")
        expect(
            Upsert().onConflict().indexed(by: a).doUpdate().set(a).to(1).set(b).to("x"),
            "ON CONFLICT(a) DO UPDATE SET a = 1, b = 'x'")
        expect(
            Upsert().onConflict().indexed(by: a).doUpdate().set(a, b).to(1),
            "ON CONFLICT(a) DO UPDATE SET (a, b) = 1")
        expect(
            Upsert().onConflict().indexed(by: a).where(a > 0).doUpdate().set([a]).to(1).where(
                b < 3),
            "ON CONFLICT(a) WHERE a > 0 DO UPDATE SET a = 1 WHERE b < 3")
        expect(Upsert().doUpdate().set(a).to(1).doNothing(), "ON CONFLICT DO NOTHING")
    }

    @Test func `texts of RaiseFunction`() {
        expect(RaiseFunction(), "")
        expect(RaiseFunction().ignore(), "RAISE(IGNORE)")
        expect(RaiseFunction().rollback(with: "msg"), "RAISE(ROLLBACK, 'msg')")
        expect(RaiseFunction().abort(with: "it's"), "RAISE(ABORT, 'it''s')")
        expect(RaiseFunction().fail(with: "'msg'"), "RAISE(FAIL, 'msg')")
        expect(
            StatementSelect().select(RaiseFunction().abort(with: "'no'")),
            "SELECT RAISE(ABORT, 'no')")
    }
}
