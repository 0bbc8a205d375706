/// Where a constant stands, which says what may follow it if it is all of a value there.
enum ShapePlace {
    /// A value among those that INSERT writes.
    case row
    /// What UPDATE sets a column to.
    case assignment
    /// The right side of a comparison; a candidate of IN; the bounds of BETWEEN.
    case comparison, candidate, lowerBound, upperBound

    /// Whether nothing else belongs to the value before a token.
    func ends(before token: Token) -> Bool {
        switch self {
        case .row, .candidate: return token.kind == .comma || token.kind == .rightParenthesis
        case .lowerBound: return token.keyword == .and
        case .assignment:
            if token.kind == .comma || token.isEndOfStatement { return true }
            switch token.keyword {
            case .where, .from, .returning, .order, .limit: return true
            default: return false
            }
        case .comparison, .upperBound:
            if token.kind == .rightParenthesis || token.isEndOfStatement { return true }
            switch token.keyword {
            case .and, .or, .group, .order, .limit, .returning: return true
            case .union, .except, .intersect: return true
            default: return false
            }
        }
    }
}

/// The tokens of a statement as they pass, and what part of it they are in.
struct ShapeTokens {
    private enum Verb { case insert, update, other }
    private enum Part { case head, rows, assignments, condition, tail }

    private var verb = Verb.other
    private var part = Part.head
    private var depth = 0
    /// The last token, and those before it.
    private(set) var last = Token(.endOfText, 0, 0)
    private var second = Token(.endOfText, 0, 0)
    private var third = Token(.endOfText, 0, 0)
    /// How deep the query lies that is being passed over; `none` outside.
    private var queryDepth = ShapeTokens.none
    /// How deep the candidates of IN lie that are passing.
    private var listDepth = ShapeTokens.none
    /// The bound before AND was lifted, so that the other one follows.
    private var awaitsUpperBound = false
    private static let none = Int.max

    /// Whether a statement that begins with a token may have a shape.
    mutating func begin(_ token: Token) -> Bool {
        self = ShapeTokens()
        switch token.keyword {
        case .insert, .replace: verb = .insert
        case .update: verb = .update
        case .select, .delete: break
        default: return false
        }
        return true
    }

    /// Where a token would stand, if it is a constant that may be lifted.
    func place(of token: Token) -> ShapePlace? {
        switch token.kind {
        case .string, .blob, .integer, .real: break
        default: return nil
        }
        let hasSign = last.kind == .minus
        let opener = hasSign ? second : last
        let subject = hasSign ? third : second
        switch part {
        case .rows:
            let isAlone = opener.kind == .comma || opener.kind == .leftParenthesis
            return depth == 1 && isAlone ? .row : nil
        case .assignments: return depth == 0 && opener.kind == .equal ? .assignment : nil
        case .condition where queryDepth == ShapeTokens.none:
            return placeInCondition(opener, subject)
        default: return nil
        }
    }

    private func placeInCondition(_ opener: Token, _ subject: Token) -> ShapePlace? {
        switch opener.kind {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            // What compares constants decides about the plan.
            return subject.isConstant ? nil : .comparison
        case .leftParenthesis, .comma: return listDepth == depth ? .candidate : nil
        default: break
        }
        if opener.keyword == .between { return subject.isConstant ? nil : .lowerBound }
        return awaitsUpperBound && opener.keyword == .and ? .upperBound : nil
    }

    mutating func didLift(_ place: ShapePlace) {
        if case .lowerBound = place { awaitsUpperBound = true }
    }

    /// The token has passed.
    mutating func take(_ token: Token) {
        switch token.kind {
        case .leftParenthesis:
            depth += 1
            if part == .condition, last.keyword == .in { listDepth = depth }
        case .rightParenthesis:
            depth -= 1
            if depth < queryDepth { queryDepth = ShapeTokens.none }
            if depth < listDepth { listDepth = ShapeTokens.none }
        case .comma, .minus: break
        default:
            if token.keyword != .and { awaitsUpperBound = false }
            if part == .rows, depth == 0 { part = .tail }
            if let keyword = token.keyword { enter(keyword) }
        }
        (third, second, last) = (second, last, token)
    }

    private mutating func enter(_ keyword: Keyword) {
        guard depth == 0 else {
            let isQuery = keyword == .select || keyword == .values || keyword == .with
            if isQuery, queryDepth == ShapeTokens.none { queryDepth = depth }
            return
        }
        switch keyword {
        case .values: part = verb == .insert && part == .head ? .rows : .tail
        case .set where verb == .update && part == .head: part = .assignments
        case .from where part == .assignments: part = .head
        case .where where verb != .insert && part != .tail: part = .condition
        case .select where last.kind != .endOfText: part = .tail
        case .group, .having, .order, .limit, .returning, .window, .union, .except, .intersect:
            part = .tail
        default: break
        }
    }
}

extension Token {
    fileprivate var isEndOfStatement: Bool { kind == .semicolon || kind == .endOfText }

    fileprivate var isConstant: Bool {
        switch kind {
        case .string, .blob, .integer, .real: true
        default: keyword == .null || keyword == .true || keyword == .false
        }
    }
}
