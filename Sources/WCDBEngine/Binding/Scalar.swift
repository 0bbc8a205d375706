import WCDBSQL
import WCDBStorage

/// An expression whose names are resolved: what the planner weighs and the compiler translates.
///
/// What most expressions are, columns, parameters and constants, lies in the enumeration itself.
enum Scalar {
    case constant(Value)
    case parameter(Int)
    /// A column of a source; -1 is its rowid.
    case column(Source, Int)
    indirect case negate(Scalar)
    indirect case bitNot(Scalar)
    indirect case not(Scalar)
    indirect case isNull(Scalar, isNegated: Bool)
    indirect case arithmetic(BinaryOperator, Scalar, Scalar)
    indirect case and(Scalar, Scalar)
    indirect case or(Scalar, Scalar)
    indirect case comparison(BinaryOperator, Scalar, Scalar, Comparison)
    /// `x BETWEEN a AND b`: the subject is computed once.
    indirect case between(Scalar, Scalar, Comparison, Scalar, Comparison, isNegated: Bool)
    indirect case inList(Scalar, [Scalar], Comparison, isNegated: Bool)
    indirect case inSelect([Scalar], BoundSelect, [Comparison], isNegated: Bool)
    indirect case function(FunctionID, [Scalar], Collation)
    /// The result of an aggregate of the query around it.
    case aggregate(Aggregate)
    /// The result of a function over a window.
    case window(WindowedCall)
    indirect case cast(Scalar, Affinity)
    indirect case choice(
        operand: Scalar?, [(when: Scalar, comparison: Comparison?, then: Scalar)], Scalar?)
    /// The first of several values that is not NULL. Each is computed once at most.
    indirect case firstKnown([Scalar])
    case exists(BoundSelect)
    case select(BoundSelect)
    /// One column of a query that stands for a row value.
    case field(BoundSelect, Int)
    case row([Scalar])
    indirect case collate(Scalar, Collation)
    /// Unary plus: the value without what its column likes.
    indirect case plain(Scalar)
    indirect case raise(RaiseFunction.Kind, String)
    indirect case truth(Scalar, isNegated: Bool, wanted: Bool)
    /// A value that was computed before.
    indirect case register(Int, Affinity, Collation?)
}

/// How two sides are compared.
struct Comparison {
    var affinity: Affinity
    var collation: Collation

    static func between(_ left: Scalar, _ right: Scalar) -> Comparison {
        Comparison(
            affinity: .ofComparison(left.affinity, right.affinity),
            collation: left.explicitCollation ?? right.explicitCollation
                ?? left.columnCollation ?? right.columnCollation ?? .binary)
    }
}

/// One call of an aggregate function in a query.
final class Aggregate {
    let function: AggregateFunction
    /// What they are computed from changes where queries are taken apart.
    var arguments: [Scalar]
    let isDistinct: Bool
    var filter: Scalar?
    let collation: Collation
    /// Where the compiler leaves the result.
    var register = -1
    /// The number in its group's row of states.
    var index = -1

    init(
        _ function: AggregateFunction, _ arguments: [Scalar], isDistinct: Bool, filter: Scalar?,
        collation: Collation
    ) {
        self.function = function
        self.arguments = arguments
        self.isDistinct = isDistinct
        self.filter = filter
        self.collation = collation
    }
}

extension Scalar {
    /// What the value likes to be compared as.
    var affinity: Affinity {
        switch self {
        case .column(let source, let column): source.isPlain ? .none : source.affinity(column)
        case .collate(let operand, _): operand.affinity
        case .cast(_, let affinity): affinity
        case .select(let select): select.columns.first?.affinity ?? .none
        case .field(let select, let index): select.columns[index].affinity
        case .register(_, let affinity, _): affinity
        case .row(let elements) where elements.count == 1: elements[0].affinity
        default: .none
        }
    }

    /// The collation that a COLLATE inside asks for; the leftmost one.
    var explicitCollation: Collation? {
        switch self {
        case .collate(_, let collation): return collation
        case .column, .constant, .parameter, .exists, .select, .field:
            return nil
        case .aggregate(let aggregate): return aggregate.arguments.explicitCollation
        case .window(let call): return call.arguments.explicitCollation
        default:
            var found: Collation?
            _ = anyOperand { operand in
                found = operand.explicitCollation
                return found != nil
            }
            return found
        }
    }

    /// The collation of the column that the value is. A sub-query in parentheses has none, though
    /// its fields, as parts of a row value, have.
    var columnCollation: Collation? {
        switch self {
        case .column(let source, let column): source.isPlain ? nil : source.collation(column)
        case .collate(_, let collation): collation
        case .plain(let operand): operand.columnCollation
        case .cast(let operand, _): operand.columnCollation
        case .register(_, _, let collation): collation
        case .field(let select, let index): select.columns[index].collation
        default: nil
        }
    }

    var collation: Collation { explicitCollation ?? columnCollation ?? .binary }

    /// The expressions directly below; sub-queries are not entered.
    var operands: [Scalar] {
        var operands: [Scalar] = []
        _ = anyOperand { operand in
            operands.append(operand)
            return false
        }
        return operands
    }

    /// Whether an expression directly below is so and so; no array is made for the question.
    func anyOperand(_ isSought: (Scalar) -> Bool) -> Bool {
        switch self {
        case .constant, .parameter, .column, .exists, .select, .field, .raise, .register: false
        case .aggregate(let aggregate):
            aggregate.arguments.contains(where: isSought) || aggregate.filter.map(isSought) ?? false
        case .window(let call): call.operands.contains(where: isSought)
        case .negate(let operand), .bitNot(let operand), .not(let operand),
            .isNull(let operand, _), .cast(let operand, _), .collate(let operand, _),
            .plain(let operand), .truth(let operand, _, _):
            isSought(operand)
        case .arithmetic(_, let left, let right), .and(let left, let right),
            .or(let left, let right), .comparison(_, let left, let right, _):
            isSought(left) || isSought(right)
        case .between(let subject, let lower, _, let upper, _, _):
            isSought(subject) || isSought(lower) || isSought(upper)
        case .inList(let subject, let list, _, _):
            isSought(subject) || list.contains(where: isSought)
        case .inSelect(let subjects, _, _, _): subjects.contains(where: isSought)
        case .function(_, let arguments, _): arguments.contains(where: isSought)
        case .row(let elements), .firstKnown(let elements): elements.contains(where: isSought)
        case .choice(let operand, let branches, let otherwise):
            operand.map(isSought) ?? false
                || branches.contains { isSought($0.when) || isSought($0.then) }
                || otherwise.map(isSought) ?? false
        }
    }

    /// The query directly inside, if there is one.
    var innerSelect: BoundSelect? {
        switch self {
        case .exists(let select), .select(let select), .field(let select, _),
            .inSelect(_, let select, _, _):
            select
        default: nil
        }
    }

    /// Calls `body` with this expression and all below, those of sub-queries' outer references
    /// included.
    func visit(_ body: (Scalar) -> Void) {
        body(self)
        _ = anyOperand { operand in
            operand.visit(body)
            return false
        }
        guard let select = innerSelect else { return }
        for (source, column) in select.outerColumns { body(.column(source, column)) }
    }

    /// Whether the value is the same for all rows: no column, no chance.
    var isConstant: Bool {
        switch self {
        case .constant, .parameter: true
        case .column, .aggregate, .window, .exists, .select, .field, .inSelect, .raise,
            .register:
            false
        default: !anyOperand { !$0.isConstant }
        }
    }

    /// Whether it is an operation on constants that needs no jump and cannot fail.
    func isFoldable(depth: Int) -> Bool {
        guard depth > 0 else { return false }
        switch self {
        case .constant, .parameter: return true
        case .negate(let operand), .bitNot(let operand), .not(let operand),
            .plain(let operand), .collate(let operand, _), .truth(let operand, _, _):
            return operand.isFoldable(depth: depth - 1)
        case .arithmetic(let operation, let left, let right):
            guard operation != .concatenate else { return false }
            return left.isFoldable(depth: depth - 1) && right.isFoldable(depth: depth - 1)
        case .comparison(_, let left, let right, _), .and(let left, let right),
            .or(let left, let right):
            return left.isFoldable(depth: depth - 1) && right.isFoldable(depth: depth - 1)
        default: return false
        }
    }

    /// Whether a query has to run for the value.
    var hasQuery: Bool { innerSelect != nil || anyOperand(\.hasQuery) }

    /// Whether it has one of these aggregates.
    func contains(anyOf aggregates: [Aggregate]) -> Bool {
        if case .aggregate(let own) = self { return aggregates.contains { $0 === own } }
        return anyOperand { $0.contains(anyOf: aggregates) }
    }
}

extension [Scalar] {
    /// The collation that one of them asks for; of several the first counts.
    fileprivate var explicitCollation: Collation? {
        for scalar in self {
            if let collation = scalar.explicitCollation { return collation }
        }
        return nil
    }
}
