package import WCDBSQL

/// The frame of a window: which rows around the current one count.
///
/// ```swift
/// FrameSpec().rows().betweenPreceding(1).andFollowing(2)
/// // ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING
/// ```
///
/// The order of the calls does not count; of two for the same thing the last does.
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
    @discardableResult
    public func range() -> FrameSpec { set(.range) }

    /// Bounds are numbers of rows.
    @discardableResult
    public func rows() -> FrameSpec { set(.rows) }

    /// Bounds are numbers of groups of equal rows.
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
    @discardableResult
    public func unboundedPreceding() -> FrameSpec { begin(.unboundedPreceding, isShort: true) }

    /// From so many rows before.
    @discardableResult
    public func preceding(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        begin(.preceding(expressionConvertible.tree), isShort: true)
    }

    /// The current row only.
    @discardableResult
    public func currentRow() -> FrameSpec { begin(.currentRow, isShort: true) }
}

// From one row to another.
extension FrameSpec {
    /// From the first row.
    @discardableResult
    public func betweenUnboundedPreceding() -> FrameSpec { begin(.unboundedPreceding) }

    /// From so many rows before.
    @discardableResult
    public func betweenPreceding(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        begin(.preceding(expressionConvertible.tree))
    }

    /// From the current row.
    @discardableResult
    public func betweenCurrentRow() -> FrameSpec { begin(.currentRow) }

    /// From so many rows behind.
    @discardableResult
    public func betweenFollowing(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        begin(.following(expressionConvertible.tree))
    }

    /// To the current row.
    @discardableResult
    public func andCurrentRow() -> FrameSpec { end(.currentRow) }

    /// To so many rows before.
    @discardableResult
    public func andPreceding(_ expressionConvertible: any ExpressionConvertible) -> FrameSpec {
        end(.preceding(expressionConvertible.tree))
    }

    /// To the last row.
    @discardableResult
    public func andUnboundedFollowing() -> FrameSpec { end(.unboundedFollowing) }

    /// To so many rows behind.
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
    @discardableResult
    public func excludeNoOthers() -> FrameSpec { exclude(.noOthers) }

    /// `EXCLUDE CURRENT ROW`
    @discardableResult
    public func excludeCurrentRow() -> FrameSpec { exclude(.currentRow) }

    /// `EXCLUDE GROUP`: the current row and those equal to it.
    @discardableResult
    public func excludeGroup() -> FrameSpec { exclude(.group) }

    /// `EXCLUDE TIES`: those equal to the current row.
    @discardableResult
    public func excludeTies() -> FrameSpec { exclude(.ties) }

    private func exclude(_ exclusion: WindowFrame.Exclusion) -> FrameSpec {
        self.exclusion = exclusion
        return self
    }
}
