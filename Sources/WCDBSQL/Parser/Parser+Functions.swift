// Calls and windows.

extension Parser {
    mutating func functionCall() throws(ParseError) -> FunctionCall {
        let start = token.start
        let name = takeName()
        advance()
        try enter(TreeExtent.callWeight)
        var isDistinct = false
        let arguments: [Expression]
        if accept(.star) {
            try expect(.rightParenthesis)
            arguments = [.column(.all)]
        } else {
            isDistinct = accept(.distinct)
            if !isDistinct { accept(.all) }
            arguments = try expressionListToParenthesis()
            guard !isDistinct || !arguments.isEmpty else {
                throw .refused(
                    "DISTINCT aggregates must have exactly one argument", offset: start)
            }
        }
        guard arguments.count <= limits.functionArguments else {
            throw .refused("too many arguments on function \(name.text)", offset: start)
        }
        let window = try windowCall()
        leave(TreeExtent.callWeight)
        return FunctionCall(name, isDistinct: isDistinct, arguments, window: window)
    }

    /// FILTER and OVER are such only behind the arguments of a call, and before what they need.
    private mutating func windowCall() throws(ParseError) -> WindowCall? {
        var filter: Expression?
        if isAt(.filter), following.kind == .leftParenthesis {
            advance()
            advance()
            try expect(.where)
            filter = try expression()
            try expect(.rightParenthesis)
        }
        if isAt(.over) {
            let next = following
            if next.kind == .leftParenthesis {
                advance()
                return .over(filter: filter, .definition(try windowDefinition()))
            }
            if isName(next) {
                advance()
                return .over(filter: filter, .named(try name()))
            }
        }
        return filter.map { .filter($0) }
    }

    /// `(base PARTITION BY … ORDER BY … frame)`
    mutating func windowDefinition() throws(ParseError) -> WindowDefinition {
        try expect(.leftParenthesis)
        try enter(TreeExtent.callWeight)
        var window = WindowDefinition()
        if isName(token), !isAt(.partition), frameUnit == nil { window.base = takeName() }
        if accept(.partition) {
            try expect(.by)
            window.partition = try expressionList()
        }
        window.order = try orderClause()
        if let unit = frameUnit {
            advance()
            window.frame = try frame(unit)
        }
        leave(TreeExtent.callWeight)
        try expect(.rightParenthesis)
        return window
    }

    private var frameUnit: WindowFrame.Unit? {
        switch token.keyword {
        case .rows: .rows
        case .range: .range
        case .groups: .groups
        default: nil
        }
    }

    private mutating func frame(_ unit: WindowFrame.Unit) throws(ParseError) -> WindowFrame {
        let offset = token.start
        let frame: WindowFrame
        if accept(.between) {
            let start = try frameBound(isStart: true)
            try expect(.and)
            let end = try frameBound(isStart: false)
            frame = WindowFrame(unit, start, end, exclusion: try exclusion())
        } else {
            frame = WindowFrame(unit, try frameBound(isStart: true), exclusion: try exclusion())
        }
        guard frame.isPossible else {
            throw .refused("unsupported frame specification", offset: offset)
        }
        return frame
    }

    private mutating func frameBound(
        isStart: Bool
    ) throws(ParseError) -> WindowFrame.Bound {
        if accept(.current) {
            try expect(.row)
            return .currentRow
        }
        if accept(.unbounded) {
            // No frame begins behind all rows, or ends before them.
            try expect(isStart ? .preceding : .following)
            return isStart ? .unboundedPreceding : .unboundedFollowing
        }
        let offset = try expression()
        if accept(.preceding) { return .preceding(offset) }
        try expect(.following)
        return .following(offset)
    }

    private mutating func exclusion() throws(ParseError) -> WindowFrame.Exclusion? {
        guard accept(.exclude) else { return nil }
        if accept(.no) {
            try expect(.others)
            return .noOthers
        }
        if accept(.current) {
            try expect(.row)
            return .currentRow
        }
        if accept(.group) { return .group }
        try expect(.ties)
        return .ties
    }
}
