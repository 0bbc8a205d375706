/// Where an expression stands that belongs to the schema: what it may say there is less than
/// elsewhere, because rows that are there must keep meeting it.
enum DefinitionPlace: UInt8 {
    case check = 1
    case indexExpression
    case partialIndex
    case generatedColumn

    /// As messages about the text call it.
    private var clause: String {
        switch self {
        case .check: "CHECK constraints"
        case .indexExpression: "index expressions"
        case .partialIndex: "partial index WHERE clauses"
        case .generatedColumn: "generated columns"
        }
    }

    /// As messages of functions call it.
    var site: String {
        switch self {
        case .check: "a CHECK constraint"
        case .indexExpression, .partialIndex: "an index"
        case .generatedColumn: "a generated column"
        }
    }

    func prohibits(_ what: String) -> EngineError { .error("\(what) prohibited in \(clause)") }

    /// Keys and generated columns are computed from columns, not from the number of a row.
    var hidesRowid: Bool { self == .generatedColumn || self == .indexExpression }

    /// A constraint may fail by chance; what is kept of a row may not.
    var refusesChance: Bool { self != .check }
}
