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
    @discardableResult
    public func partition(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> WindowDef {
        partition(expressionConvertibleList)
    }

    /// Divides the rows.
    @discardableResult
    public func partition(_ expressionConvertibleList: [any ExpressionConvertible]) -> WindowDef {
        if !expressionConvertibleList.isEmpty {
            tree.partition = expressionConvertibleList.map(\.tree)
        }
        return self
    }

    /// Orders the rows.
    @discardableResult
    public func order(_ orderingTermConvertibleList: any OrderingTermConvertible...) -> WindowDef {
        order(orderingTermConvertibleList)
    }

    /// Orders the rows.
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
    @discardableResult
    public func frameSpec(_ frameSpec: FrameSpec) -> WindowDef {
        tree.frame = frameSpec.tree
        return self
    }

    /// The window as SQL, with its parentheses.
    public var description: String { isEmpty ? "" : tree.sql }

    /// Whether nothing was said.
    package var isEmpty: Bool {
        tree.partition.isEmpty && tree.order.isEmpty && tree.frame == nil
    }
}
