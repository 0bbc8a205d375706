import StorageSimulation
package import WCDBSQL

// Names, constants, parameters and types.

extension RandomTree {
    private static let spellings = [
        "a", "b", "col1", "_x$1", "käse", "表", "a b", "a.b", "1a", "$a", "it's", "say \"hi\"",
        "back`tick", "[x]", "x]", "*", "-- no comment", "/*", "\n", "rowid", "strict", "stored",
        "a\u{301}", "\u{E1}", "😀", "x'00'",
    ]

    /// A name of any kind: plain, a keyword, or in need of quotes.
    package mutating func name() -> Name {
        switch random.below(4) {
        case 0:
            let keyword = oneOf(Keyword.allCases).rawValue
            return Name(random.oneIn(2) ? keyword : keyword.uppercased(), quoting: quoting())
        case 1:
            // An empty name must be in quotes: without, it is a hole.
            if random.oneIn(20) { return Name("", quoting: .backticks) }
            return Name(oneOf(RandomTree.spellings), quoting: quoting())
        default: return Name(oneOf(["a", "b", "c", "t", "u", "t1"]))
        }
    }

    private mutating func quoting() -> Name.Quoting {
        let quoting = oneOf([
            Name.Quoting.bare, .doubleQuotes, .backticks, .brackets, .singleQuotes,
        ])
        hit("Quoting.\(quoting)")
        return quoting
    }

    mutating func qualifiedName() -> QualifiedName {
        QualifiedName(name(), schema: flag("QualifiedName.schema") ? name() : nil)
    }

    mutating func columnReference() -> ColumnReference {
        switch random.below(4) {
        case 0: return ColumnReference(name(), table: name())
        case 1: return ColumnReference(name(), table: name(), schema: name())
        default: return ColumnReference(name())
        }
    }

    /// A column where only its name may stand.
    mutating func columnName() -> ColumnReference { ColumnReference(name()) }

    mutating func literal() -> Literal {
        let (name, literal): (String, Literal) =
            switch random.below(10) {
            case 0, 1: ("integer", .integer(integer()))
            case 2, 3: ("real", .real(real()))
            case 4: ("text", .text(text()))
            case 5: ("blob", .blob((0..<random.below(5)).map { _ in UInt8(random.below(256)) }))
            case 6: ("null", .null)
            case 7: ("boolean", .boolean(random.oneIn(2)))
            case 8: ("currentDate", .currentDate)
            default:
                random.oneIn(2)
                    ? ("currentTime", .currentTime) : ("currentTimestamp", .currentTimestamp)
            }
        hit("Literal." + name)
        return literal
    }

    private mutating func integer() -> Int64 {
        switch random.below(3) {
        case 0: Int64(bitPattern: random.next())
        case 1: oneOf([.min, .max, .min + 1, -1, 0, 1 << 53])
        default: Int64(random.below(100)) - 50
        }
    }

    private mutating func real() -> Double {
        switch random.below(4) {
        case 0:
            let value = Double(bitPattern: random.next())
            return value.isNaN ? 0.1 : value
        case 1:
            return oneOf([
                0, -0.0, 0x1p63, -0x1p63, 1e15, 1e16, 1e17, 1e-5, .infinity, -.infinity,
                .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi,
            ])
        default: return Double(random.below(2000) - 1000) / 8
        }
    }

    func textSamples() -> [String] {
        ["", "x", "it's", "say \"hi\"", "a\0b", "line\nline", "käse", "e\u{301}", "'", "--", "/*"]
    }

    mutating func text() -> String { oneOf(textSamples()) }

    mutating func parameter() -> Parameter {
        switch random.below(3) {
        case 0:
            hit("Parameter.next")
            return .next
        case 1:
            hit("Parameter.numbered")
            return .numbered(UInt32(1 + random.below(32_766)))
        default:
            hit("Parameter.named")
            let word = oneOf(["a", "1", "_", "käse", "a::b", "select", "a(x)"])
            return .named(any(Parameter.Sign.self), SQLText(word))
        }
    }

    mutating func typeName() -> TypeName {
        TypeName(
            oneOf([
                "INTEGER", "TEXT", "REAL", "BLOB", "VARCHAR(10)", "DECIMAL(10, 2)", "\"my type\"",
                "DOUBLE PRECISION", "unsigned  big int", "[a](-1)", "generated", "key",
            ]))
    }
}
