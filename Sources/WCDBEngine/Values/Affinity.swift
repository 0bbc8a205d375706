package import WCDBStorage

/// What a column, or an expression that stands for one, likes its values to be.
package enum Affinity: UInt8, Sendable {
    /// An expression that is no column: it takes what it is compared with.
    case none
    /// A column that leaves every value as it is.
    case blob
    case text
    case numeric
    case integer
    case real

    /// The kinds of values that each affinity leaves as they are, a byte for each from the first
    /// on, a bit for each kind.
    private static let settledKinds: UInt64 = 0x15_13_13_19_1F_1F

    /// Whether values of that kind stay as they are. Hot.
    @inline(__always)
    static func settles(_ affinity: UInt8, _ kind: ColumnValue.Kind) -> Bool {
        settledKinds >> (UInt64(affinity) &* 8 &+ UInt64(kind.rawValue)) & 1 != 0
    }

    /// The affinity of a column from its declared type; `.blob` without one. The type is searched
    /// for words, whatever else it says: so `FLOATING POINT` is an INTEGER.
    package init(declaredType: ByteView) {
        guard !declaredType.isEmpty else {
            self = .blob
            return
        }
        for (affinity, words) in Affinity.words {
            for word in words where declaredType.containsWord(word) {
                self = affinity
                return
            }
        }
        self = .numeric
    }

    private static let words: [(Affinity, [StaticString])] = [
        (.integer, ["int"]), (.text, ["char", "clob", "text"]), (.blob, ["blob"]),
        (.real, ["real", "floa", "doub"]),
    ]

    package var isNumeric: Bool { self >= .numeric }

    /// What is applied to both sides of a comparison. Between two columns only a number decides;
    /// between a column and an expression the column does.
    package static func ofComparison(_ left: Affinity, _ right: Affinity) -> Affinity {
        if left != .none && right != .none {
            return left.isNumeric || right.isNumeric ? .numeric : .blob
        }
        return left == .none ? right : left
    }

    // MARK: - Application

    /// The value as a column of this affinity stores it. Text of a number is added to `scratch`.
    package func apply(to value: ColumnValue, scratch: inout ByteBuffer) -> ColumnValue {
        switch self {
        case .none, .blob: value
        case .text: value.isNumber ? value.appendingText(to: &scratch) : value
        case .numeric, .integer: Affinity.applyNumeric(to: value, makesIntegers: true)
        case .real: Affinity.applyNumeric(to: value, makesIntegers: false).integerAsReal
        }
    }

    /// One side of a comparison under the affinity of `ofComparison`: only text is turned into a
    /// number, a REAL stays one.
    package func applyForComparison(
        to value: ColumnValue, scratch: inout ByteBuffer
    ) -> ColumnValue {
        switch self {
        case .none, .blob: value
        case .text: value.isNumber ? value.appendingText(to: &scratch) : value
        case .numeric, .integer, .real:
            value.kind == .text
                ? Affinity.applyNumeric(to: value, makesIntegers: false) : value
        }
    }

    /// Text becomes a number if it is nothing but a number, a REAL an INTEGER if nothing is lost.
    static func applyNumeric(to value: ColumnValue, makesIntegers: Bool) -> ColumnValue {
        switch value.kind {
        case .null, .integer, .blob:
            return value
        case .real:
            return makesIntegers ? integerIfSame(value.real) : value
        case .text:
            let scan = RealScan(value.view)
            guard scan.extent == .integer || scan.extent == .real else { return value }
            let real = scan.value
            if scan.extent == .integer {
                if let same = sameInteger(real) { return .integer(same) }
                let integer = IntegerScan(value.view)
                if integer.extent == .whole { return .integer(integer.value) }
            }
            return makesIntegers ? integerIfSame(real) : .real(real)
        }
    }

    /// The integer that equals `real`, except the two at the ends of the range.
    private static func integerIfSame(_ real: Double) -> ColumnValue {
        let integer = real.clampedInteger
        guard Double(integer) == real, integer > .min, integer < .max else { return .real(real) }
        return .integer(integer)
    }

    /// The integer that equals `real`, if the text is sure to have been that integer too.
    static func sameInteger(_ real: Double) -> Int64? {
        guard real > -0x1p51, real < 0x1p51 else { return nil }
        let integer = Int64(real)
        return Double(integer) == real ? integer : nil
    }
}

extension Affinity: Comparable {
    package static func < (left: Affinity, right: Affinity) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ByteView {
    /// Whether `word` occurs, letters A–Z in either case. Requires: `word` is in lower case.
    func containsWord(_ word: StaticString) -> Bool {
        guard count >= word.utf8CodeUnitCount else { return false }
        for start in 0...(count - word.utf8CodeUnitCount)
        where dropFirst(start).hasWordPrefix(word) {
            return true
        }
        return false
    }
}
