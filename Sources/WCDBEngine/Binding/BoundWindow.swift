import WCDBSQL

/// A window whose names are resolved.
final class BoundWindow {
    var partition: [Scalar] = []
    var order: [BoundSelect.OrderTerm] = []
    var frame = WindowFrame(.range, .unboundedPreceding, .currentRow)
    /// The offsets of the frame.
    var start: Scalar?
    var end: Scalar?

    /// Whether the rows of both come in the same order.
    func sortsLike(_ other: BoundWindow) -> Bool {
        guard partition.count == other.partition.count, order.count == other.order.count else {
            return false
        }
        return zip(partition, other.partition).allSatisfy { $0.isSame(as: $1) }
            && zip(order, other.order).allSatisfy {
                $0.scalar.isSame(as: $1.scalar) && $0.isDescending == $1.isDescending
                    && $0.nullsFirst == $1.nullsFirst
            }
    }
}

/// One call of a function over a window.
final class WindowedCall {
    enum Function {
        case window(WindowFunction)
        case aggregate(AggregateFunction)
    }

    let function: Function
    let arguments: [Scalar]
    let filter: Scalar?
    let window: BoundWindow

    init(
        _ function: Function, _ arguments: [Scalar], filter: Scalar?, window: BoundWindow
    ) {
        self.function = function
        self.arguments = arguments
        self.filter = filter
        self.window = window
    }

    /// Everything that is computed for each row.
    var operands: [Scalar] {
        arguments + [filter, window.start, window.end].compactMap(\.self) + window.partition
            + window.order.map(\.scalar)
    }
}
