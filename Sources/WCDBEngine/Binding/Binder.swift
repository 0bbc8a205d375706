import WCDBSQL
import WCDBStorage

/// Resolves the names of one statement.
///
/// **Users.** One compilation.
final class Binder {
    let schema: any SchemaLookup
    let functions: FunctionRegistry
    let collations: CollationRegistry
    /// Names of parameters by number, from 1; nil for those without one.
    @exclusivity(unchecked) private(set) var parameters: [String?] = []
    /// The numbers of all parameters are known from the text.
    @exclusivity(unchecked) private(set) var knowsNumbers = false
    @exclusivity(unchecked) private(set) var needsNumbers = false
    /// Names were looked up among those of the databases.
    @exclusivity(unchecked) var usesSchema = false
    /// Expressions or conditions of indexes were resolved, to be compared with the statement's own.
    @exclusivity(unchecked) var comparesExpressions = false
    /// Views that are being expanded, to find those that contain themselves.
    @exclusivity(unchecked) var openViews: [String] = []
    /// Common table expressions that are visible, the innermost last.
    @exclusivity(unchecked) var tables: [CommonTable] = []
    /// Inside of a view or trigger that is not temporary: the only database whose tables it has.
    @exclusivity(unchecked) var home: String?
    /// What is being resolved is part of a definition.
    @exclusivity(unchecked) var place: DefinitionPlace?
    /// An UPDATE that assigns a column that is not there is refused. A trigger that does is another
    /// mistake than one of the table that ALTER changes.
    @exclusivity(unchecked) var knowsAssigned = true
    /// A name in double quotes that is none is a text.
    @exclusivity(unchecked) var takesNamesForTexts = true
    /// Where a text mentions a column that gets another name.
    @exclusivity(unchecked) var mentions: ColumnMentions?
    /// Generated columns whose expressions are being resolved.
    @exclusivity(unchecked) var openColumns: [(ObjectIdentifier, Int)] = []
    /// Sources that hold what generated columns are computed from, which names them in turn.
    @exclusivity(unchecked) private var selfNaming: [Source] = []
    /// CHECK constraints are not looked at.
    @exclusivity(unchecked) var ignoresChecks = false
    /// The next query is that of the rows of a change: a query of several columns gives as many
    /// values, and aggregates have no place in it.
    @exclusivity(unchecked) var collectsRows = false
    @exclusivity(unchecked) var firesTriggers = true
    /// What a change needs, a key for its conflicts or a trigger for its view, need not be there:
    /// only what names mean is of interest.
    @exclusivity(unchecked) var looksAtNamesOnly = false
    /// Foreign keys are looked at; not where only names are.
    @exclusivity(unchecked) var knowsForeignKeys = true
    @exclusivity(unchecked) private var knownTriggers: [ObjectIdentifier: [TriggerSchema]] = [:]
    /// A trigger may set itself off.
    @exclusivity(unchecked) var recursesTriggers = false
    /// The rowid of a row that is put in is the last one; not while CREATE TABLE AS fills a table.
    @exclusivity(unchecked) var notesRowids = true
    /// The largest number of a parameter.
    @exclusivity(unchecked) var parameterLimit = ParserLimits().parameters
    /// The statement as it was written: result columns without a name are called as they were.
    @exclusivity(unchecked) var text: [UInt8]?
    /// NEW and OLD, inside of a trigger.
    @exclusivity(unchecked) var outer: Scope?
    /// The tables that queries read, those within views included, each as often as it is named; nil
    /// while nobody wants to know.
    @exclusivity(unchecked) var readTables: [TableSchema]?
    /// Queries bound so far, those of views and WITH clauses at every use: forty short clauses can
    /// stand for more queries than a lifetime has seconds.
    @exclusivity(unchecked) var queryCount = 0
    /// How many queries lie around the one that is being resolved.
    @exclusivity(unchecked) var queryDepth = 0
    static let queryLimit = 10_000

    init(schema: any SchemaLookup, functions: FunctionRegistry, collations: CollationRegistry) {
        self.schema = schema
        self.functions = functions
        self.collations = collations
    }

    /// A source is about to hold values that name it.
    func willHoldItself(_ source: Source) {
        if source.generated.isEmpty { selfNaming.append(source) }
    }

    /// The compilation is over: takes apart what holds itself. Whoever makes a binder calls this.
    func releaseSources() {
        for source in selfNaming { source.generated = [:] }
        selfNaming = []
    }

    /// What the parser found.
    func take(numbered parameters: [String?]) {
        self.parameters = parameters
        knowsNumbers = true
    }

    /// Numbers go by the order of the text, which is not the order in which things are resolved:
    /// where they are not known, `needsNumbers` is set, and what comes out is no program to run.
    func number(of parameter: Parameter) throws(EngineError) -> Int {
        if let place { throw place.prohibits("parameters") }
        switch parameter {
        case .numbered(let number):
            guard number >= 1, number <= parameterLimit else {
                throw .error("variable number must be between ?1 and ?\(parameterLimit)")
            }
            guard !knowsNumbers else { return Int(number) }
            while parameters.count < Int(number) { parameters.append(nil) }
            if parameters[Int(number) - 1] == nil { parameters[Int(number) - 1] = "?\(number)" }
            return Int(number)
        case .named(let sign, let text):
            let name = String(decoding: [sign.rawValue], as: UTF8.self) + text.string
            if knowsNumbers,
                let index = parameters.firstIndex(where: {
                    $0.map { SQLText($0) } == SQLText(name)
                })
            {
                return index + 1
            }
            fallthrough
        case .next:
            needsNumbers = true
            return 1
        }
    }

    /// The triggers of a table, temporary ones of other databases included.
    func triggers(of table: TableSchema) throws(EngineError) -> [TriggerSchema] {
        guard firesTriggers else { return [] }
        if let known = knownTriggers[ObjectIdentifier(table)] { return known }
        let temporary = try schema.temporaryTriggers(of: table.name, in: table.database)
        let own = table.isTemporary ? [] : table.triggers
        guard !temporary.isEmpty else { return own }
        let found = temporary + own
        knownTriggers[ObjectIdentifier(table)] = found
        return found
    }

    func triggers(of view: ViewSchema) throws(EngineError) -> [TriggerSchema] {
        let own = view.isTemporary ? [] : view.triggers
        return try schema.temporaryTriggers(of: view.name, in: view.database) + own
    }
}

/// Where the binder finds tables and views.
protocol SchemaLookup: AnyObject {
    func table(_ name: QualifiedName) throws(EngineError) -> TableSchema?
    func view(_ name: QualifiedName) throws(EngineError) -> ViewSchema?
    /// What a database is called.
    func databaseName(_ number: Int) -> String
    func tableFunction(_ name: String) throws(EngineError) -> TableFunctionSchema?
    /// Triggers of the temporary database that watch a table or view of any database.
    func temporaryTriggers(
        of name: String, in database: Int
    ) throws(EngineError) -> [TriggerSchema]
    /// The foreign keys of other tables, and its own, that refer to a table.
    func referringKeys(to table: TableSchema) throws(EngineError) -> [ReferringKey]
    var enforcesForeignKeys: Bool { get }
    var defersForeignKeys: Bool { get }
}
