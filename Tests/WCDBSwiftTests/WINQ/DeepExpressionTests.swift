import Foundation
import Testing
import WCDBStorage
import WCDBSwift

/// Builders nest as deep as they like, on threads that have as little stack as a system gives
/// those that nobody asked for more.
@Suite struct `Deep expressions on small stacks` {
    typealias Expression = WCDBSwift.Expression

    enum Kind: CaseIterable, Sendable {
        case between, `in`, choice, call, not, like, cast, chain, rightChain

        func wrap(_ inner: Expression) -> Expression {
            switch self {
            case .between: inner.between(0, 2)
            case .in: inner.in(0, 1, 2)
            case .choice: Expression.case().when(inner).then(1).else(2)
            case .call: inner.abs()
            case .not: !inner
            case .like: inner.like("1")
            case .cast: Expression.cast(inner).as(.integer64)
            case .chain: inner && Column(named: "a") == 1
            case .rightChain: Column(named: "a") == 1 && inner
            }
        }
    }

    private let database = Database.createInMemoryDatabase()

    init() throws {
        try database.exec(
            StatementCreateTable().create(table: "t")
                .with(columns: ColumnDef(with: Column(named: "a"))))
        try database.exec(StatementInsert().insert(intoTable: "t").values(1))
    }

    /// How many rows there are, or why not.
    private func outcome(_ kind: Kind, _ levels: Int) -> String? {
        let outcome = Collected<String>()
        let thread = Thread { [database] in
            var expression = Expression(with: Column(named: "a"))
            for _ in 0..<levels { expression = kind.wrap(expression) }
            do {
                let rows = try database.getRows(on: expression, fromTable: "t")
                try database.exec(
                    StatementCreateView().create(view: "v\(levels)").ifNotExists()
                        .as(StatementSelect().select(expression.as("z")).from("t")))
                _ = try database.getRows(fromTable: "v\(levels)")
                outcome.add("\(rows.count)")
            } catch {
                outcome.add((error as? WCDBError)?.message ?? "\(error)")
            }
        }
        thread.stackSize = (512 << 10) * StackSpace.frameScale
        thread.start()
        return outcome.waits { _ in true } ? outcome.all.first : nil
    }

    @Test(arguments: Kind.allCases) func `are computed`(kind: Kind) {
        #expect(outcome(kind, 45) == "1")
    }

    @Test(arguments: [70, 300, 900]) func `a chain is as long as it may be`(length: Int) {
        #expect(outcome(.chain, length) == "1")
    }

    @Test(arguments: Kind.allCases.filter { $0 != .chain })
    func `are refused by what they are`(kind: Kind) {
        for levels in [60, 99, 150, 200, 1200] {
            let outcome = outcome(kind, levels)
            let refusal =
                "Expression tree is too large (maximum depth 1000, nesting 100, size 2000000)"
            #expect(outcome == "1" || outcome == refusal)
            if levels > 100 { #expect(outcome == refusal) }
        }
    }
}
