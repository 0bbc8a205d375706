import WCDBSQL

/// Which columns a call is about.
enum WantedColumns {
    /// All that the type has, or what the purpose says.
    case all
    case properties([any PropertyConvertible])
    case results(distinct: Bool, [ResultTree])
}

/// The same, as a shelf remembers it.
enum ShelfColumns {
    case all
    /// The indexes of keys of the type.
    case keys([UInt8])
    case results(distinct: Bool, [ResultTree])

    /// Nil for properties that are more than the plain keys of the type.
    init?(_ wanted: WantedColumns, of type: any CodingTableKey.Type) {
        switch wanted {
        case .all: self = .all
        case .results(let isDistinct, let trees): self = .results(distinct: isDistinct, trees)
        case .properties(let properties):
            var indexes: [UInt8] = []
            for property in properties {
                guard let index = KeyForm.index(of: property, in: type) else { return nil }
                indexes.append(index)
            }
            self = .keys(indexes)
        }
    }

    /// Whether these are the columns that are wanted.
    func fit(_ wanted: WantedColumns, of type: any CodingTableKey.Type) -> Bool {
        switch (self, wanted) {
        case (.all, .all): return true
        case (.results(let one, let trees), .results(let other, let wanted)):
            return one == other && trees == wanted
        case (.keys(let indexes), .properties(let properties)):
            guard indexes.count == properties.count else { return false }
            for (index, property) in zip(indexes, properties)
            where KeyForm.index(of: property, in: type) != index { return false }
            return true
        default: return false
        }
    }
}
