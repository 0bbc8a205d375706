import StorageSimulation
package import WCDBSQL

// Expressions and windows.

extension RandomTree {
    package mutating func expression() -> Expression {
        guard budget > 0 else { return leaf() }
        budget -= 1
        switch random.below(20) {
        case 0...3: return leaf()
        case 4...7:
            hit("Expression.binary")
            return .binary(any(BinaryOperator.self), expression(), expression())
        case 8, 9:
            hit("Expression.unary")
            return .unary(any(UnaryOperator.self), expression())
        case 10: return pattern()
        case 11:
            hit("Expression.between")
            let isNegated = flag("Between.not")
            return .between(
                RangeTest(isNegated: isNegated, expression(), expression(), expression()))
        case 12: return membership()
        case 13:
            hit("Expression.collate")
            return .collate(expression(), name())
        case 14:
            hit("Expression.cast")
            return .cast(CastOperation(expression(), as: typeName()))
        case 15: return caseExpression()
        case 16: return .function(functionCall())
        case 17:
            hit("Expression.row")
            return .row(RowValue(list(atLeast: 2) { $0.expression() }))
        case 18: return query()
        default: return raise()
        }
    }

    private mutating func leaf() -> Expression {
        switch random.below(4) {
        case 0:
            hit("Expression.literal")
            return .literal(literal())
        case 1:
            hit("Expression.parameter")
            return .parameter(parameter())
        default:
            hit("Expression.column")
            return .column(columnReference())
        }
    }

    private mutating func pattern() -> Expression {
        hit("Expression.pattern")
        let escape = flag("Pattern.escape") ? expression() : nil
        return .pattern(
            PatternMatch(
                any(PatternMatch.Kind.self), isNegated: flag("Pattern.not"), expression(),
                expression(), escape: escape))
    }

    private mutating func membership() -> Expression {
        hit("Expression.membership")
        let candidates: Membership.Candidates
        switch random.below(4) {
        case 0:
            hit("Candidates.list")
            candidates = .list(list { $0.expression() })
        case 1:
            hit("Candidates.select")
            candidates = .select(Subquery(select()))
        case 2:
            hit("Candidates.table")
            candidates = .table(qualifiedName())
        default:
            hit("Candidates.function")
            candidates = .function(qualifiedName(), list { $0.expression() })
        }
        let isNegated = flag("Membership.not")
        return .membership(Membership(isNegated: isNegated, expression(), candidates))
    }

    private mutating func caseExpression() -> Expression {
        hit("Expression.case")
        let operand = flag("Case.operand") ? expression() : nil
        let branches = list(atLeast: 1) {
            CaseExpression.Branch(when: $0.expression(), then: $0.expression())
        }
        let otherwise = flag("Case.else") ? expression() : nil
        return .case(CaseExpression(operand, branches, otherwise: otherwise))
    }

    private mutating func query() -> Expression {
        if random.oneIn(2) {
            hit("Expression.exists")
            return .exists(Subquery(select()))
        }
        hit("Expression.subquery")
        return .subquery(Subquery(select()))
    }

    private mutating func raise() -> Expression {
        hit("Expression.raise")
        let kind = any(RaiseFunction.Kind.self)
        return .raise(RaiseFunction(kind, message: kind == .ignore ? "" : text()))
    }

    private mutating func functionCall() -> FunctionCall {
        hit("Expression.function")
        var arguments = list { $0.expression() }
        if arguments.isEmpty, flag("Function.star") { arguments = [.column(ColumnReference.all)] }
        let isStar = FunctionCall(name(), arguments).isStar
        let isDistinct = !arguments.isEmpty && !isStar && flag("Function.distinct")
        return FunctionCall(name(), isDistinct: isDistinct, arguments, window: windowCall())
    }

    private mutating func windowCall() -> WindowCall? {
        switch random.below(6) {
        case 0:
            hit("WindowCall.filter")
            return .filter(expression())
        case 1:
            hit("WindowReference.named")
            return .over(filter: nil, .named(name()))
        case 2:
            hit("WindowReference.definition")
            return .over(
                filter: flag("WindowCall.both") ? expression() : nil,
                .definition(windowDefinition()))
        default: return nil
        }
    }

    mutating func windowDefinition() -> WindowDefinition {
        WindowDefinition(
            base: flag("Window.base") ? name() : nil,
            partition: flag("Window.partition") ? list { $0.expression() } : [],
            order: flag("Window.order") ? list { $0.orderingTerm() } : [],
            frame: flag("Window.frame") ? frame() : nil)
    }

    private mutating func frame() -> WindowFrame {
        let unit = any(WindowFrame.Unit.self)
        let exclusion = maybe { $0.any(WindowFrame.Exclusion.self) }
        if random.oneIn(3) {
            return WindowFrame(unit, bound(0...2), exclusion: exclusion)
        }
        let start = random.below(4)
        let end = bound(max(1, start)...4)
        return WindowFrame(unit, bound(start...start), end, exclusion: exclusion)
    }

    /// A bound by its place: from everything before to everything behind.
    private mutating func bound(_ places: ClosedRange<Int>) -> WindowFrame.Bound {
        let (name, bound): (String, WindowFrame.Bound) =
            switch places.lowerBound + random.below(places.count) {
            case 0: ("unboundedPreceding", .unboundedPreceding)
            case 1: ("preceding", .preceding(expression()))
            case 2: ("currentRow", .currentRow)
            case 3: ("following", .following(expression()))
            default: ("unboundedFollowing", .unboundedFollowing)
            }
        hit("Bound." + name)
        return bound
    }
}
