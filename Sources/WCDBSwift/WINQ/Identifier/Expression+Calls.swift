import WCDBSQL

/// What was said about a call. The tree shows it as far as SQL does: DISTINCT only with
/// arguments, a star only without, a window only on calls that were made for one.
struct CallMarks: OptionSet {
    let rawValue: UInt8

    static let distinct = CallMarks(rawValue: 1)
    static let star = CallMarks(rawValue: 2)
    static let window = CallMarks(rawValue: 4)
}

extension Expression {
    /// A call of the function.
    ///
    /// ```swift
    /// Expression.function("round").arguments(Column(named: "a"), 2)  // round(a, 2)
    /// ```
    public static func function(_ name: String) -> Expression {
        Expression(tree: .function(FunctionCall(Name(spelling: name))))
    }

    /// A call of the function with arguments.
    ///
    /// ```swift
    /// Expression.function(named: "round", Column(named: "a"), 2)  // round(a, 2)
    /// ```
    public static func function(
        named name: String, _ expressionConvertibleList: any ExpressionConvertible...,
        isDistinct: Bool = false
    ) -> Expression {
        function(named: name, expressionConvertibleList, isDistinct: isDistinct)
    }

    /// A call of the function with arguments.
    ///
    /// ```swift
    /// let days = [Column(named: "day")]
    /// Expression.function(named: "count", days, isDistinct: true)  // count(DISTINCT day)
    /// ```
    public static func function(
        named name: String, _ expressionConvertibleList: [any ExpressionConvertible],
        isDistinct: Bool = false
    ) -> Expression {
        let call = function(name).arguments(expressionConvertibleList)
        return isDistinct ? call.distinct() : call
    }

    /// A call of the function that may get a filter and a window.
    ///
    /// ```swift
    /// Expression.windowFunction("sum").arguments(Column(named: "a")).over("w")  // sum(a) OVER w
    /// ```
    public static func windowFunction(_ funcName: String) -> Expression {
        let call = function(funcName)
        call.callMarks = .window
        return call
    }

    package static func function(
        named name: Name, _ arguments: [ExpressionTree], isDistinct: Bool = false
    ) -> Expression {
        let call = FunctionCall(name, isDistinct: isDistinct, arguments)
        let expression = Expression(tree: .function(call))
        if isDistinct { expression.callMarks = .distinct }
        return expression
    }

    /// Appends arguments to a call, or to the table function behind IN.
    ///
    /// ```swift
    /// Expression.function("instr").arguments(Note.Properties.text, "milk")  // instr(text, 'milk')
    /// ```
    @discardableResult
    public func arguments(_ expressionConvertibleList: any ExpressionConvertible...) -> Expression {
        arguments(expressionConvertibleList)
    }

    /// Appends arguments to a call, or to the table function behind IN. Those of a function without
    /// a name are a row value, as the text says.
    ///
    /// ```swift
    /// let columns = [Column(named: "day"), Column(named: "hour")]
    /// Expression.function("max").arguments(columns)  // max(day, hour)
    /// ```
    @discardableResult
    public func arguments(_ expressionConvertibleList: [any ExpressionConvertible]) -> Expression {
        // The parts may be this very expression, as it is now.
        let more = expressionConvertibleList.map(\.tree)
        guard !more.isEmpty, let head = CallHead(tree) else { return self }
        let arguments = argumentsOfCall
        // The tree lets go of the arguments first, so that they grow in their place.
        tree = .null
        arguments.append(more)
        show(head, arguments)
        return self
    }

    /// A call as it is: without arguments, `f()`.
    ///
    /// ```swift
    /// Expression.function("random").invoke()  // random()
    /// ```
    @discardableResult
    public func invoke() -> Expression { self }

    /// A call with a star, as long as it has no arguments: `f(*)`.
    ///
    /// ```swift
    /// Expression.function("count").invokeAll()  // count(*)
    /// ```
    @discardableResult
    public func invokeAll() -> Expression { mark(.star) }

    /// A call that counts equal values once: `f(DISTINCT a)`.
    ///
    /// ```swift
    /// Expression.function("count").arguments(Note.Properties.author).distinct()
    /// // count(DISTINCT author)
    /// ```
    @discardableResult
    public func distinct() -> Expression { mark(.distinct) }

    /// Only for calls made by `windowFunction`: the rows that count.
    ///
    /// ```swift
    /// Expression.windowFunction("count").invokeAll().filter(Note.Properties.stars > 3)
    /// // count(*) FILTER(WHERE stars > 3)
    /// ```
    @discardableResult
    public func filter(_ expressionConvertible: any ExpressionConvertible) -> Expression {
        setWindow(filter: expressionConvertible.tree, window: windowOfCall)
    }

    /// Only for calls made by `windowFunction`: the window. An empty one is none.
    ///
    /// ```swift
    /// let window = WindowDef().partition(Note.Properties.author)
    /// Expression.windowFunction("row_number").over(window)
    /// // row_number() OVER(PARTITION BY author)
    /// ```
    @discardableResult
    public func over(_ window: WindowDef) -> Expression {
        let isEmpty = window.isEmpty && !window.tree.hasUnfinishedFrame
        let definition = isEmpty ? nil : WindowReference.definition(window.tree)
        return setWindow(filter: filterOfCall, window: definition)
    }

    /// Only for calls made by `windowFunction`: the window that the statement names.
    ///
    /// ```swift
    /// let byAuthor = WindowDef().partition(Note.Properties.author)
    /// let rank = Expression.windowFunction("rank").over("w")
    /// StatementSelect().select(rank).from("notes").window("w").as(byAuthor)
    /// // SELECT rank() OVER w FROM notes WINDOW w AS (PARTITION BY author)
    /// ```
    @discardableResult
    public func over(_ window: String) -> Expression {
        setWindow(filter: filterOfCall, window: .named(Name(spelling: window)))
    }

    private func mark(_ mark: CallMarks) -> Expression {
        guard case .function(let call) = tree else { return self }
        let arguments = argumentsOfCall
        callMarks.insert(mark)
        show(.function(call.name, isDistinct: call.isDistinct, call.window), arguments)
        return self
    }

    /// The arguments without the star that `invokeAll` put in their place.
    private var argumentsOfCall: ArgumentsDraft {
        if case .arguments(let arguments) = draft { return arguments }
        var list: [ExpressionTree] = []
        switch tree {
        case .function(let call):
            if !callMarks.contains(.star) || !call.isStar { list = call.arguments }
        case .membership(let test):
            if case .function(_, let arguments) = test.candidates { list = arguments }
        case .row(let row): list = row.elements
        default: break
        }
        let arguments = ArgumentsDraft(list)
        draft = .arguments(arguments)
        return arguments
    }

    /// Makes the tree that says so.
    private func show(_ head: CallHead, _ arguments: ArgumentsDraft) {
        switch head {
        case .function(let name, let isDistinct, let window):
            let isEmpty = arguments.list.isEmpty
            if name.isEmpty, arguments.list.count > 1, callMarks.isEmpty {
                tree = .row(RowValue(arguments.list))
                return
            }
            let isDistinct =
                (isDistinct || callMarks.contains(.distinct)) && !callMarks.contains(.window)
                && !isEmpty
            if isEmpty, callMarks.contains(.star) {
                tree = .function(FunctionCall(name, [.column(.all)], window: window))
            } else {
                tree = .function(
                    FunctionCall(
                        name, isDistinct: isDistinct, arguments.list, extent: arguments.extent,
                        window: window))
            }
        case .tableFunction(let name, let subject, let isNegated):
            tree = .membership(
                Membership(
                    isNegated: isNegated, subject, .function(name, arguments.list),
                    extent: arguments.extent))
        }
    }

    private var filterOfCall: ExpressionTree? {
        guard case .function(let call) = tree else { return nil }
        switch call.window {
        case .filter(let filter): return filter
        case .over(let filter, _): return filter
        case nil: return nil
        }
    }

    private var windowOfCall: WindowReference? {
        guard case .function(let call) = tree, case .over(_, let window) = call.window else {
            return nil
        }
        return window
    }

    private func setWindow(filter: ExpressionTree?, window: WindowReference?) -> Expression {
        guard case .function(let call) = tree, callMarks.contains(.window) else { return self }
        let part = window.map { WindowCall.over(filter: filter, $0) } ?? filter.map { .filter($0) }
        tree = .function(call.with(window: part))
        return self
    }
}
