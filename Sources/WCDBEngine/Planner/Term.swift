import WCDBSQL
import WCDBStorage

/// One condition that rows have to meet, with the sources it needs.
///
/// **Users.** One compilation.
final class Term {
    let scalar: Scalar
    /// The sources of the FROM clause that it uses, one bit each.
    let mask: UInt64
    /// Of an outer join: the source whose ON it is part of; nil for WHERE and inner joins.
    let joinLevel: Int?
    /// Derived from others: may choose an access path, needs no test.
    let isDerived: Bool
    /// The part of the rows for which it holds, as far as its form tells.
    let selectivity: Double

    init(_ scalar: Scalar, mask: UInt64, joinLevel: Int?, isDerived: Bool = false) {
        selectivity = Term.selectivity(scalar)
        self.scalar = scalar
        self.mask = mask
        self.joinLevel = joinLevel
        self.isDerived = isDerived
    }

    private static func selectivity(_ scalar: Scalar) -> Double {
        switch scalar {
        case .comparison(.equal, _, _, _), .comparison(.is, _, _, _): 0.1
        case .comparison(.notEqual, _, _, _), .comparison(.isNot, _, _, _): 0.9
        case .comparison: 0.4
        case .between(_, _, _, _, _, let isNegated): isNegated ? 0.8 : 0.2
        case .inList(_, let list, _, let isNegated):
            isNegated ? 0.8 : min(0.9, 0.1 * Double(list.count))
        case .isNull(_, let isNegated): isNegated ? 0.9 : 0.1
        default: 0.7
        }
    }
}

extension Scalar {
    /// The column of `source` that the value is, as it is.
    func column(of source: Source) -> Int? {
        guard let (own, column) = ownColumn, own === source else { return nil }
        return column
    }

    /// The column of a source that the value is, as it is; -1 for its rowid by whatever name.
    var ownColumn: (source: Source, column: Int)? {
        switch self {
        case .column(let source, let column):
            if let table = source.table, column == table.rowidColumn { return (source, -1) }
            return (source, column)
        case .collate(let operand, _): return operand.ownColumn
        default: return nil
        }
    }

    var isColumn: Bool {
        if case .column = self { true } else { false }
    }

    /// The sources in `sources` that the expression needs, one bit each.
    /// Requires: each source knows its place.
    func mask(_ sources: [Source]) -> UInt64 {
        var mask: UInt64 = 0
        switch self {
        case .constant, .parameter: break
        case .column(let source, _): mask = source.bit(in: sources)
        case .comparison(_, let left, let right, _):
            mask = left.mask(sources) | right.mask(sources)
        default:
            visit { scalar in
                if case .column(let source, _) = scalar { mask |= source.bit(in: sources) }
            }
        }
        return mask
    }

    /// Whether it needs a value of a row, or of rows, that are not of this source.
    func reachesBeyond(_ source: Source) -> Bool {
        switch self {
        case .column(let own, _): own !== source
        case .register, .aggregate, .window: true
        default: anyOperand { $0.reachesBeyond(source) }
        }
    }
}

extension Source {
    /// The bit that stands for it among the sources of a FROM clause; none if it is no one of them.
    fileprivate func bit(in sources: [Source]) -> UInt64 {
        isPlaced(in: sources) ? 1 << UInt64(place) : 0
    }

    /// Whether the source is one of a FROM clause whose sources know their places.
    func isPlaced(in sources: [Source]) -> Bool {
        place >= 0 && place < sources.count && sources[place] === self
    }
}

extension BinaryOperator {
    /// The operator with its sides exchanged.
    var mirrored: BinaryOperator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}
