package import WCDBSQL

/// The frame of a window: which rows around the current one count.
///
/// ```swift
/// FrameSpec().rows().betweenPreceding(1).andFollowing(2)
/// // ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING
/// ```
///
/// The order of the calls does not matter; of two for the same thing the last one counts.
public final class FrameSpec: Identifier {
    private var unit: WindowFrame.Unit?
    private var start: WindowFrame.Bound?
    private var end: WindowFrame.Bound?
    /// Whether the last bound was said alone, which is the short form.
    private var isShort = false
    private var exclusion: WindowFrame.Exclusion?

    /// Says nothing yet.
    public init() {}

    /// Bounds are differences of values.
    ///
    /// ```swift
    /// FrameSpec().range().preceding(3600)  // RANGE 3600 PRECEDING
    /// ```
    @discardableResult
    public func range() -> FrameSpec { set(.range) }

    /// Bounds are numbers of rows.
    ///
    /// ```swift
    /// FrameSpec().rows().preceding(2)  // ROWS 2 PRECEDING
    /// ```
    @discardableResult
    public func rows() -> FrameSpec { set(.rows) }

    /// Bounds are numbers of groups of equal rows.
    ///
    /// ```swift
    /// FrameSpec().groups().preceding(1)  // GROUPS 1 PRECEDING
    /// ```
    @discardableResult
    public func groups() -> FrameSpec { set(.groups) }

    /// The frame as SQL.
    public var description: String { tree?.sql ?? "" }

    /// The frame; nil as long as its unit or its start is missing.
    package var tree: WindowFrame? {
        guard let unit, let start, isShort || end != nil else { return nil }
        return WindowFrame(unit, start, isShort ? nil : end, exclusion: exclusion)
    }

    private func set(_ unit: WindowFrame.Unit) -> FrameSpec {
        self.unit = unit
        return self
    }
}

// From one row to the current one.
extension FrameSpec {
    /// From the first row.
    ///
    /// ```swift
    /// FrameSpec().rows().unboundedPreceding()  // ROWS UNBOUNDED PRECEDING
    /// ```
    @discardableResult
    public func unboundedPreceding() -> FrameSpec { begin(.unboundedPreceding, isShort: true) }

    /// From that many rows before the current one.
    ///
    /// ```swift
    /// FrameSpec().rows().preceding(6)  // ROWS 6 PRECEDING
    /// ```
    @discardableResult
    public func preceding(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        begin(.preceding(expressionConvertible.tree), isShort: true)
    }

    /// The current row only.
    ///
    /// ```swift
    /// FrameSpec().range().currentRow()  // RANGE CURRENT ROW
    /// ```
    @discardableResult
    public func currentRow() -> FrameSpec { begin(.currentRow, isShort: true) }
}

// From one row to another.
extension FrameSpec {
    /// From the first row.
    ///
    /// ```swift
    /// FrameSpec().rows().betweenUnboundedPreceding().andCurrentRow()
    /// // ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    /// ```
    @discardableResult
    public func betweenUnboundedPreceding() -> FrameSpec { begin(.unboundedPreceding) }

    /// From that many rows before the current one.
    ///
    /// ```swift
    /// FrameSpec().rows().betweenPreceding(3).andFollowing(3)
    /// // ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING
    /// ```
    @discardableResult
    public func betweenPreceding(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        begin(.preceding(expressionConvertible.tree))
    }

    /// From the current row.
    ///
    /// ```swift
    /// FrameSpec().rows().betweenCurrentRow().andFollowing(2)
    /// // ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING
    /// ```
    @discardableResult
    public func betweenCurrentRow() -> FrameSpec { begin(.currentRow) }

    /// From that many rows after the current one.
    ///
    /// ```swift
    /// FrameSpec().rows().betweenFollowing(1).andFollowing(3)
    /// // ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING
    /// ```
    @discardableResult
    public func betweenFollowing(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        begin(.following(expressionConvertible.tree))
    }

    /// To the current row.
    ///
    /// ```swift
    /// FrameSpec().range().betweenPreceding(60).andCurrentRow()
    /// // RANGE BETWEEN 60 PRECEDING AND CURRENT ROW
    /// ```
    @discardableResult
    public func andCurrentRow() -> FrameSpec { end(.currentRow) }

    /// To that many rows before the current one.
    ///
    /// ```swift
    /// FrameSpec().rows().betweenPreceding(3).andPreceding(1)
    /// // ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING
    /// ```
    @discardableResult
    public func andPreceding(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        end(.preceding(expressionConvertible.tree))
    }

    /// To the last row.
    ///
    /// ```swift
    /// FrameSpec().rows().betweenCurrentRow().andUnboundedFollowing()
    /// // ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    /// ```
    @discardableResult
    public func andUnboundedFollowing() -> FrameSpec { end(.unboundedFollowing) }

    /// To that many rows after the current one.
    ///
    /// ```swift
    /// FrameSpec().groups().betweenCurrentRow().andFollowing(1)
    /// // GROUPS BETWEEN CURRENT ROW AND 1 FOLLOWING
    /// ```
    @discardableResult
    public func andFollowing(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        end(.following(expressionConvertible.tree))
    }

    private func begin(_ bound: WindowFrame.Bound, isShort: Bool = false) -> FrameSpec {
        start = bound
        self.isShort = isShort
        return self
    }

    private func end(_ bound: WindowFrame.Bound) -> FrameSpec {
        end = bound
        isShort = false
        return self
    }
}

// Rows that do not count although they are in the frame.
extension FrameSpec {
    /// `EXCLUDE NO OTHERS`
    ///
    /// ```swift
    /// FrameSpec().rows().preceding(2).excludeNoOthers()  // ROWS 2 PRECEDING EXCLUDE NO OTHERS
    /// ```
    @discardableResult
    public func excludeNoOthers() -> FrameSpec { exclude(.noOthers) }

    /// `EXCLUDE CURRENT ROW`
    ///
    /// ```swift
    /// FrameSpec().rows().betweenPreceding(1).andFollowing(1).excludeCurrentRow()
    /// // ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW
    /// ```
    @discardableResult
    public func excludeCurrentRow() -> FrameSpec { exclude(.currentRow) }

    /// `EXCLUDE GROUP`: the current row and those equal to it.
    ///
    /// ```swift
    /// FrameSpec().range().unboundedPreceding().excludeGroup()
    /// // RANGE UNBOUNDED PRECEDING EXCLUDE GROUP
    /// ```
    @discardableResult
    public func excludeGroup() -> FrameSpec { exclude(.group) }

    /// `EXCLUDE TIES`: those equal to the current row.
    ///
    /// ```swift
    /// FrameSpec().groups().preceding(1).excludeTies()  // GROUPS 1 PRECEDING EXCLUDE TIES
    /// ```
    @discardableResult
    public func excludeTies() -> FrameSpec { exclude(.ties) }

    private func exclude(_ exclusion: WindowFrame.Exclusion) -> FrameSpec {
        self.exclusion = exclusion
        return self
    }
}
