/// `(base PARTITION BY a ORDER BY b ROWS 1 PRECEDING)`: which rows a window function sees.
package struct WindowDefinition: Hashable, Sendable {
    /// A named window that this one extends.
    package var base: Name?
    package var partition: [Expression] = []
    package var order: [OrderingTerm] = []
    package var frame: WindowFrame?
    /// A builder began a frame, which has no unit or lacks a bound. It is not shown.
    package var hasUnfinishedFrame = false

    package init(
        base: Name? = nil, partition: [Expression] = [], order: [OrderingTerm] = [],
        frame: WindowFrame? = nil
    ) {
        self.base = base
        self.partition = partition
        self.order = order
        self.frame = frame
    }

    package var extent: TreeExtent {
        var parts = TreeExtent.empty
        parts.include(partition)
        for term in order { parts.include(term.expression.extent) }
        if let frame {
            parts.include(frame.start.offset)
            parts.include(frame.end?.offset)
        }
        return parts
    }
}
