import WCDBSQL

extension Expression {
    /// The number that a term of ORDER BY or GROUP BY is: an integer of 31 bits, whatever signs are
    /// before it. A larger one is a value like any other.
    var ordinal: Int? {
        var term = self
        var isNegative = false
        while case .unary(let node) = term {
            switch node.operation {
            case .plus: break
            case .minus: isNegative.toggle()
            default: return nil
            }
            term = node.operand
        }
        guard case .literal(.integer(let value)) = term, value.magnitude <= Int32.max else {
            return nil
        }
        return isNegative ? -Int(value) : Int(value)
    }
}
