import WCDBSQL
import WCDBStorage

extension Scalar {
    /// Whether both always have the same value, as far as their forms tell.
    func isSame(as other: Scalar) -> Bool {
        switch (self, other) {
        case (.constant(let one), .constant(let other)):
            return one == other && one.isNegativeZero == other.isNegativeZero
        case (.parameter(let one), .parameter(let other)): return one == other
        case (.column(let one, let left), .column(let other, let right)):
            return one === other && left == right
        case (.register(let one, _, _), .register(let other, _, _)): return one == other
        case (.aggregate(let one), .aggregate(let other)): return one === other
        case (.window(let one), .window(let other)): return one === other
        case (.select(let one), .select(let other)): return one === other
        case (.field(let one, let left), .field(let other, let right)):
            return one === other && left == right
        case (.exists(let one), .exists(let other)): return one === other
        case (
            .inSelect(_, let one, let left, let isNegated),
            .inSelect(_, let other, let right, let isOtherNegated)
        ):
            guard one === other, isNegated == isOtherNegated, left.count == right.count,
                zip(left, right).allSatisfy({ $0.isSame(as: $1) })
            else { return false }
        case (.arithmetic(let one, _, _), .arithmetic(let other, _, _)) where one != other:
            return false
        case (.comparison(let one, _, _, let left), .comparison(let other, _, _, let right)):
            guard one == other, left.isSame(as: right) else { return false }
        case (.isNull(_, let one), .isNull(_, let other)): guard one == other else { return false }
        case (.cast(_, let one), .cast(_, let other)): guard one == other else { return false }
        case (.collate(_, let one), .collate(_, let other)):
            guard one.name == other.name else { return false }
        case (.function(let one, _, let left), .function(let other, _, let right)):
            guard one == other, left.name == right.name else { return false }
        case (.inList(_, _, _, let one), .inList(_, _, _, let other)):
            guard one == other else { return false }
        case (.between(_, _, _, _, _, let one), .between(_, _, _, _, _, let other)):
            guard one == other else { return false }
        case (.truth(_, let one, let left), .truth(_, let other, let right)):
            guard one == other, left == right else { return false }
        case (.choice(let one, let left, let last), .choice(let other, let right, let otherLast)):
            guard (one == nil) == (other == nil), left.count == right.count,
                (last == nil) == (otherLast == nil)
            else { return false }
        case (.arithmetic, .arithmetic), (.and, .and), (.or, .or), (.negate, .negate),
            (.bitNot, .bitNot), (.not, .not), (.plain, .plain), (.row, .row),
            (.firstKnown, .firstKnown):
            break
        default: return false
        }
        let (left, right) = (operands, other.operands)
        return left.count == right.count
            && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    }
}

extension Comparison {
    func isSame(as other: Comparison) -> Bool {
        affinity == other.affinity && collation.name == other.collation.name
    }
}
