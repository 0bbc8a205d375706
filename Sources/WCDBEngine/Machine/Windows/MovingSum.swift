import WCDBStorage

/// The sum of numbers that come at one end and leave at the other.
///
/// Nothing is ever subtracted: that would keep the rounding of numbers that are gone, which may be
/// larger than all that are left, and infinity would never leave. So the numbers that came last
/// have one sum, and those before them have sums from each of them on, of which the next one is
/// looked at when the first number leaves. Each number is added twice.
///
/// **Always true.** `front` ends with the sum of the numbers that `back` does not have; below it
/// are those of one number less each. `waiting` are the numbers of `back`.
struct MovingSum {
    private struct Part {
        var real = 0.0
        var integer: Int64 = 0
        var count = 0
        /// The integers do not fit into 64 bits.
        var hasOverflow = false

        mutating func add(_ other: Part) {
            real += other.real
            let sum = integer.addingReportingOverflow(other.integer)
            integer = sum.partialValue
            count += other.count
            hasOverflow = hasOverflow || other.hasOverflow || sum.overflow
        }
    }

    private var front: [Part] = []
    private var back = Part()
    private var waiting: [Part] = []
    /// A number was no integer. From then on sums are REALs, also when it has left, as in SQLite.
    private(set) var hasReals = false

    /// Takes all numbers away, but for what `hasReals` says.
    mutating func removeAll() {
        front.removeAll(keepingCapacity: true)
        back = Part()
        waiting.removeAll(keepingCapacity: true)
    }

    /// A value comes behind all others. What is no number counts for nothing.
    mutating func add(_ value: ColumnValue) {
        let number = value.asNumberIfWhole
        var part = Part()
        switch number.kind {
        case .null: break
        case .integer: part = Part(real: Double(number.integer), integer: number.integer, count: 1)
        case .real, .text, .blob:
            hasReals = true
            part = Part(real: number.asReal, count: 1)
        }
        back.add(part)
        waiting.append(part)
    }

    /// The first value leaves.
    mutating func removeFirst() {
        if front.isEmpty {
            var sum = Part()
            for part in waiting.reversed() {
                var next = part
                next.add(sum)
                sum = next
                front.append(sum)
            }
            waiting.removeAll(keepingCapacity: true)
            back = Part()
        }
        if !front.isEmpty { front.removeLast() }
    }

    /// As the aggregate of the name: NULL without numbers, a REAL if there was one. Nil where
    /// integers have to be added in their order, to tell whether they fit.
    func result(_ function: AggregateFunction) -> ColumnValue? {
        var sum = front.last ?? Part()
        sum.add(back)
        switch function {
        case .total: return .realOrNull(sum.real)
        case .average: return sum.count > 0 ? .realOrNull(sum.real / Double(sum.count)) : .null
        default:
            guard sum.count > 0 else { return .null }
            if hasReals { return .realOrNull(sum.real) }
            return sum.hasOverflow ? nil : .integer(sum.integer)
        }
    }
}
