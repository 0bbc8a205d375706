package import WCDBSQL

/// A window: how rows are divided, in which order they come, which of them count.
///
/// ```swift
/// WindowDef().partition(Column(named: "a")).order(Column(named: "b").order(.ascending))
/// // (PARTITION BY a ORDER BY b ASC)
/// ```
public final class WindowDef: Identifier {
    package private(set) var tree = WindowDefinition()

    /// All rows, in no particular order.
    public init() {}

    /// Divides the rows.
    ///
    /// ```swift
    /// WindowDef().partition(Note.Properties.author, Note.Properties.isDraft)
    /// // (PARTITION BY author, isDraft)
    /// ```
    @discardableResult
    public func partition(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> WindowDef {
        partition(expressionConvertibleList)
    }

    /// Divides the rows.
    ///
    /// ```swift
    /// let columns = ["year", "month"].map { Column(named: $0) }
    /// WindowDef().partition(columns)  // (PARTITION BY year, month)
    /// ```
    @discardableResult
    public func partition(_ expressionConvertibleList: [any ExpressionConvertible]) -> WindowDef {
        if !expressionConvertibleList.isEmpty {
            tree.partition = expressionConvertibleList.map(\.tree)
        }
        return self
    }

    /// Orders the rows.
    ///
    /// ```swift
    /// WindowDef().order(Note.Properties.stars.order(.descending))  // (ORDER BY stars DESC)
    /// ```
    @discardableResult
    public func order(_ orderingTermConvertibleList: any OrderingTermConvertible...) -> WindowDef {
        order(orderingTermConvertibleList)
    }

    /// Orders the rows.
    ///
    /// ```swift
    /// let terms = ["day", "hour"].map { Column(named: $0).order(.descending) }
    /// WindowDef().order(terms)  // (ORDER BY day DESC, hour DESC)
    /// ```
    @discardableResult
    public func order(
        _ orderingTermConvertibleList: [any OrderingTermConvertible]
    ) -> WindowDef {
        if !orderingTermConvertibleList.isEmpty {
            tree.order = orderingTermConvertibleList.map { $0.asOrder().tree }
        }
        return self
    }

    /// Says which rows around the current one count.
    ///
    /// ```swift
    /// WindowDef().order(Note.Properties.created).frameSpec(FrameSpec().rows().preceding(6))
    /// // (ORDER BY created ROWS 6 PRECEDING)
    /// ```
    @discardableResult
    public func frameSpec(_ frameSpec: FrameSpec) -> WindowDef {
        tree.frame = frameSpec.tree
        tree.hasUnfinishedFrame = tree.frame == nil
        return self
    }

    /// The window as SQL, with its parentheses.
    public var description: String { isEmpty ? "" : tree.sql }

    /// Whether nothing was said.
    package var isEmpty: Bool {
        tree.partition.isEmpty && tree.order.isEmpty && tree.frame == nil
    }
}
