import WCDBSQL
import WCDBStorage

/// Expressions become scalars: names are looked up, from the innermost query outwards, and each
/// operator gets the affinities and the collation that it works under.
extension Binder {
    func bind(_ expression: Expression, _ scope: Scope) throws(EngineError) -> Scalar {
        let extent = expression.extent
        // Before its parts are missed, which gave way for their size.
        guard !extent.isExceeded else { throw .error(TreeExtent.refusal) }
        try StackSpace.require(forDepth: Int(extent.depth))
        switch expression {
        case .literal(let literal): return try bind(literal, scope)
        case .parameter(let parameter): return .parameter(try number(of: parameter))
        case .column(let column): return try bind(column, scope)
        case .unary(let node): return try bind(node, scope)
        case .binary(let node): return try bind(node, scope)
        case .pattern(let node): return try bind(node, scope)
        case .between(let node):
            let subject = try bind(node.subject, scope)
            let lower = try bind(node.lower, scope)
            let upper = try bind(node.upper, scope)
            if subject.elements.count > 1 {
                let both = Scalar.and(
                    try compare(.greaterOrEqual, subject, lower),
                    try compare(.lessOrEqual, subject, upper))
                return node.isNegated ? .not(both) : both
            }
            return .between(
                subject, lower, .between(subject, lower), upper, .between(subject, upper),
                isNegated: node.isNegated)
        case .membership(let node): return try bind(node, scope)
        case .collate(let node):
            return .collate(
                try bind(node.operand, scope), try collations.find(node.collation.text))
        case .cast(let node):
            // Text cannot leave it out, a builder can.
            guard let type = node.type else { throw .error("CAST has no type") }
            return .cast(
                try bind(node.operand, scope),
                // A CAST to nothing makes numbers.
                type.text.isEmpty ? .numeric : Affinity(declared: type.text))
        case .case(let node): return try bind(node, scope)
        case .function(let node): return try bind(node, scope)
        case .row(let node): return .row(try bind(node.elements, scope))
        case .exists(let subquery): return .exists(try bindInner(subquery.select, scope))
        case .subquery(let subquery):
            let select = try bindInner(subquery.select, scope)
            return .select(select)
        case .raise(let node): return try bind(node)
        case .tooLarge: throw .error(TreeExtent.refusal)
        }
    }

    func bind(
        _ expressions: [Expression], _ scope: Scope
    ) throws(EngineError) -> [Scalar] {
        var scalars: [Scalar] = []
        scalars.reserveCapacity(expressions.count)
        for expression in expressions { scalars.append(try bind(expression, scope)) }
        return scalars
    }

    /// A query inside of an expression.
    func bindInner(
        _ select: SelectStatement, _ scope: Scope
    ) throws(EngineError) -> BoundSelect {
        if let place { throw place.prohibits("subqueries") }
        return try bind(select, parent: scope)
    }

    private func bind(_ literal: Literal, _ scope: Scope) throws(EngineError) -> Scalar {
        switch literal {
        case .integer(let value): return .constant(.integer(value))
        case .real(let value): return .constant(value.isNaN ? .null : .real(value))
        case .text(let text): return .constant(.text(text.string))
        case .blob(let bytes): return .constant(.blob(bytes))
        case .null: return .constant(.null)
        case .boolean(let value):
            // A column may have this name.
            let name = value ? "true" : "false"
            if let column = try find(name, table: nil, database: nil, scope) { return column }
            return .constant(.integer(value ? 1 : 0))
        case .currentDate: return try now("current_date")
        case .currentTime: return try now("current_time")
        case .currentTimestamp: return try now("current_timestamp")
        }
    }

    private func now(_ name: String) throws(EngineError) -> Scalar {
        if let place, place.refusesChance { throw place.prohibits("non-deterministic functions") }
        guard let function = try? functions.find(name, argumentCount: 0) else {
            return .constant(.null)
        }
        return .function(function, [], .binary)
    }

    // MARK: Columns

    func bind(_ column: ColumnReference, _ scope: Scope) throws(EngineError) -> Scalar {
        // Mostly it is a column of the query itself, with a table before its name at most.
        guard mentions == nil, place == nil || column.isPlain, !column.hasContext,
            scope.merged.isEmpty,
            let (source, number) = try scope.findOwn(
                column.name.text, table: column.table?.text, database: nil),
            place == nil || number >= 0
        else { return try bindAny(column, scope) }
        return try use(source, number, passed: [])
    }

    private func bindAny(
        _ column: ColumnReference, _ scope: Scope
    ) throws(EngineError) -> Scalar {
        let name = column.name.text
        let table = column.table?.text
        if table != nil, let place, place.hidesRowid {
            throw place.prohibits("the \".\" operator")
        }
        let database = table == nil ? nil : column.schema?.text
        if let found = try find(name, table: table, database: database, scope),
            !isHiddenRowid(found)
        {
            mentions?.note(column.name, found, place: place, isAlone: table == nil)
            return found
        }
        if table == nil, column.name.mayBeString, takesNamesForTexts {
            mentions?.noteText(column.name, place: place)
            return .constant(.text(name))
        }
        throw .noSuchColumn(
            name: name, qualifier: table.map { Scope.spell($0, nil, column.schema?.text) })
    }

    private func isHiddenRowid(_ found: Scalar) -> Bool {
        guard let place, place.hidesRowid, case .column(let source, -1) = found else {
            return false
        }
        // The catalog computes a column of its own from it.
        return source.table?.tree != .catalog
    }

    /// The column of this name, or the result column with this alias, that is nearest.
    private func find(
        _ name: String, table: String?, database: String?, _ scope: Scope
    ) throws(EngineError) -> Scalar? {
        let found = try scope.find(name, table: table, database: database)
        guard found.isNone else { return try use(found, passed: []) }
        if scope.parent == nil, !scope.seesAliases { return nil }
        return try findAround(name, table: table, database: database, scope)
    }

    /// The same, where no column of the scope has that name.
    private func findAround(
        _ name: String, table: String?, database: String?, _ scope: Scope
    ) throws(EngineError) -> Scalar? {
        var place: Scope? = scope
        var passed: [Scope] = []
        var others = 0
        while let current = place {
            let found = try current.find(name, table: table, database: database, others: others)
            guard found.isNone else { return try use(found, passed: passed) }
            if table == nil, let expression = current.alias(name) {
                let keepsAggregates = current.keepsAggregates
                (current.seesAliases, current.keepsAggregates) = (false, false)
                defer { (current.seesAliases, current.keepsAggregates) = (true, keepsAggregates) }
                do throws(EngineError) {
                    return try bind(expression, current)
                } catch .misuse(of: .windowFunction, _) {
                    throw .misuse(
                        of: .windowFunction, "misuse of aliased window function \(name)")
                }
            }
            passed.append(current)
            others += current.candidates(of: table)
            place = current.parent
        }
        return nil
    }

    func use(_ found: Scope.Found, passed: [Scope]) throws(EngineError) -> Scalar {
        switch found {
        case .column(let source, let column): return try use(source, column, passed: passed)
        case .merged(let columns):
            for (source, column) in columns {
                source.usedColumns.insert(column)
                for scope in passed { scope.outerColumns.append((source, column)) }
            }
            return .firstKnown(columns.map { .column($0, $1) })
        case .none: return .constant(.null)
        }
    }

    private func use(
        _ source: Source, _ column: Int, passed: [Scope]
    ) throws(EngineError) -> Scalar {
        source.usedColumns.insert(column)
        for scope in passed { scope.outerColumns.append((source, column)) }
        try bindGenerated(source, column)
        return .column(source, column)
    }

    // MARK: Operators

    private func bind(_ node: UnaryOperation, _ scope: Scope) throws(EngineError) -> Scalar {
        let operand = try bind(node.operand, scope)
        switch node.operation {
        case .minus: return .negate(operand)
        case .plus: return .plain(operand)
        case .bitNot: return .bitNot(operand)
        case .not: return .not(operand)
        case .isNull: return .isNull(operand, isNegated: false)
        case .notNull: return .isNull(operand, isNegated: true)
        }
    }

    private func bind(_ node: BinaryOperation, _ scope: Scope) throws(EngineError) -> Scalar {
        // Left sides are followed in a loop: a chain of a thousand operators needs no stack.
        var chain: [BinaryOperation] = []
        var node = node
        while case .binary(let next) = node.left {
            chain.append(node)
            node = next
        }
        var result = try bind(node.left, scope)
        while true {
            if node.operation.isIdentity, let truth = try bindTruth(node, result, scope) {
                result = truth
            } else {
                result = try combine(node.operation, result, try bind(node.right, scope))
            }
            guard let next = chain.popLast() else { return result }
            node = next
        }
    }

    /// `x IS TRUE` and its relatives; a collation behind it means nothing. Requires: the operator
    /// is IS or IS NOT.
    private func bindTruth(
        _ node: BinaryOperation, _ left: Scalar, _ scope: Scope
    ) throws(EngineError) -> Scalar? {
        var right = node.right
        while case .collate(let collated) = right { right = collated.operand }
        guard case .literal(.boolean(let wanted)) = right,
            try find(wanted ? "true" : "false", table: nil, database: nil, scope) == nil
        else { return nil }
        return .truth(left, isNegated: node.operation == .isNot, wanted: wanted)
    }

    private func combine(
        _ operation: BinaryOperator, _ left: Scalar, _ right: Scalar
    ) throws(EngineError) -> Scalar {
        switch operation {
        case .or: return .or(left, right)
        case .and:
            // Nothing is computed where the answer is written down.
            if left.isZero || right.isZero { return .constant(.integer(0)) }
            return .and(left, right)
        case .equal, .notEqual, .is, .isNot, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return try compare(operation, left, right)
        case .bitAnd, .bitOr, .shiftLeft, .shiftRight, .add, .subtract, .multiply, .divide,
            .remainder, .concatenate:
            return .arithmetic(operation, left, right)
        case .extractJSON, .extractValue:
            let name = operation == .extractJSON ? "->" : "->>"
            return .function(
                try functions.find(name, argumentCount: 2), [left, right], .binary)
        }
    }

    func compare(
        _ operation: BinaryOperator, _ left: Scalar, _ right: Scalar
    ) throws(EngineError) -> Scalar {
        guard left.isRow || right.isRow else {
            return .comparison(operation, left, right, .between(left, right))
        }
        let (lefts, rights) = (left.elements, right.elements)
        // ALTER refuses this, too, unlike a row where one value belongs.
        guard lefts.count == rights.count else { throw .error("row value misused") }
        return compareRows(operation, lefts, rights)
    }

    /// Row values, element by element.
    private func compareRows(
        _ operation: BinaryOperator, _ lefts: [Scalar], _ rights: [Scalar]
    ) -> Scalar {
        func pair(_ operation: BinaryOperator, _ index: Int) -> Scalar {
            .comparison(
                operation, lefts[index], rights[index], .between(lefts[index], rights[index]))
        }
        let last = lefts.count - 1
        switch operation {
        case .equal, .is:
            return (1...last).reduce(pair(operation, 0)) { .and($0, pair(operation, $1)) }
        case .notEqual, .isNot:
            return (1...last).reduce(pair(operation, 0)) { .or($0, pair(operation, $1)) }
        default:
            let strict: BinaryOperator =
                operation == .less || operation == .lessOrEqual ? .less : .greater
            var result = pair(operation, last)
            for index in (0..<last).reversed() {
                result = .or(pair(strict, index), .and(pair(.equal, index), result))
            }
            return result
        }
    }

    private func bind(_ node: PatternMatch, _ scope: Scope) throws(EngineError) -> Scalar {
        var arguments = [try bind(node.pattern, scope), try bind(node.subject, scope)]
        if let escape = node.escape { arguments.append(try bind(escape, scope)) }
        let name: String
        switch node.kind {
        case .like: name = "LIKE"
        case .glob: name = "GLOB"
        case .regexp: name = "REGEXP"
        case .match: name = "MATCH"
        }
        let function: FunctionID
        do throws(EngineError) {
            function = try functions.find(name, argumentCount: arguments.count)
        } catch {
            guard node.kind == .match else { throw error }
            throw .error("unable to use function MATCH in the requested context")
        }
        let result = Scalar.function(function, arguments, .binary)
        return node.isNegated ? .not(result) : result
    }

    private func bind(_ node: CaseExpression, _ scope: Scope) throws(EngineError) -> Scalar {
        // Text cannot say this, a builder can.
        guard !node.branches.isEmpty else { throw .error("CASE has no WHEN") }
        var operand: Scalar?
        if let expression = node.operand { operand = try bind(expression, scope) }
        var branches: [(when: Scalar, comparison: Comparison?, then: Scalar)] = []
        for branch in node.branches {
            let condition = try bind(branch.condition, scope)
            let result = try bind(branch.result, scope)
            if let operand, operand.elements.count > 1 {
                // ALTER passes over this one, unlike other comparisons.
                guard condition.elements.count == operand.elements.count else {
                    throw .rowValueMisused
                }
                branches.append((try compare(.equal, operand, condition), nil, result))
            } else {
                branches.append((condition, operand.map { .between($0, condition) }, result))
            }
        }
        if let row = operand, row.elements.count > 1 { operand = nil }
        var otherwise: Scalar?
        if let expression = node.otherwise { otherwise = try bind(expression, scope) }
        return .choice(operand: operand, branches, otherwise)
    }

    private func bind(_ node: RaiseFunction) throws(EngineError) -> Scalar {
        guard outer != nil else {
            throw .error("RAISE() may only be used within a trigger-program")
        }
        return .raise(node.kind, node.message.string)
    }
}

extension Scalar {
    /// The parts of a row value; a query of several columns counts as that many.
    var elements: [Scalar] {
        switch self {
        case .row(let elements) where elements.count > 1: elements
        case .select(let select) where select.columns.count > 1:
            select.columns.indices.map { .field(select, $0) }
        default: [self]
        }
    }

    /// Whether it has several elements.
    fileprivate var isRow: Bool {
        switch self {
        case .row(let elements): elements.count > 1
        case .select(let select): select.columns.count > 1
        default: false
        }
    }

    fileprivate var isZero: Bool {
        if case .constant(.integer(0)) = self { return true }
        return false
    }
}
