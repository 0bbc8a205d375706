package import WCDBStorage

/// A compiled statement: data that any number of machines may run.
package final class Program: Sendable {
    package struct Column: Sendable {
        package var name: String
        /// The column that it is, as it is.
        var source: VisibleColumn?
        package var declaredType: String? { source?.declaredType }
        package var table: String? { source?.origin?.table }
        package var origin: String? { source?.origin?.column }
        package var database: String? { source?.origin == nil ? nil : "main" }
    }

    let pinned: PinnedProgram
    package let constants: [Value]
    package let tables: [TableSchema]
    package let indexes: [(table: TableSchema, index: IndexSchema)]
    /// Nil if it has none of them.
    private let finished: FinishedParts?
    package let registerCount: Int
    package let cursorCount: Int
    package let onceCount: Int
    /// Whether it names anything in a database, be it a view without a table.
    let usesSchema: Bool
    /// With other constants there may be a better plan.
    let hangsOnConstants: Bool
    package let columns: [Column]
    package let parameters: [String?]
    /// The tables with AUTOINCREMENT that it, and its triggers, put rows into.
    package let countedTables: [TableSchema]
    /// What those call; nil in the programs of triggers, which are among them.
    let triggers: TriggerPrograms?
    /// The databases that it writes to, those of triggers' own programs not counted.
    package let writtenDatabases: [Int]
    /// The only database that it writes to, if that is sure.
    let soleWrittenDatabase: Int?
    package let changesData: Bool
    /// Whether it may fail when it has changed something already, so that a savepoint must be able
    /// to take that back.
    package let mayFailHalfway: Bool
    /// Where a series of runs enters it, each of which changes one row, or fails before that; nil
    /// if it cannot be run like this.
    let seriesStart: Int?
    /// The schema for which it was compiled.
    package let schemaVersion: UInt64

    /// What a statement asks of its program in every run.
    struct Traits {
        /// Whether there is a program.
        var isProgram: Bool
        var usesSchema: Bool
        var changesData: Bool
        var columnCount: Int
        var schemaVersion: UInt64

        static let none = Traits(
            isProgram: false, usesSchema: false, changesData: false, columnCount: 0,
            schemaVersion: 0)
    }

    package var sorters: [SorterShape] { finished?.parts.sorters ?? [] }
    package var groups: [GroupShape] { finished?.parts.groups ?? [] }
    package var sets: [SetShape] { finished?.parts.sets ?? [] }
    var windows: [WindowShape] { finished?.parts.windows ?? [] }
    package var messages: [(code: ResultCode, text: String)] { finished?.parts.messages ?? [] }
    var tableFunctions: [TableFunctionSchema] { finished?.parts.tableFunctions ?? [] }
    var sites: [TriggerSite] { finished?.parts.sites ?? [] }
    package var plan: [PlanLine] { finished?.parts.plan ?? [] }

    package var instructions: [Instruction] {
        Array(UnsafeBufferPointer(start: pinned.instructions, count: pinned.count))
    }

    var traits: Traits {
        Traits(
            isProgram: true, usesSchema: usesSchema, changesData: changesData,
            columnCount: columns.count, schemaVersion: schemaVersion)
    }

    /// Itself, and those of the triggers that it may set off.
    package var allPrograms: [Program] { [self] + (triggers?.programs ?? []) }

    /// Its tables, and those of the triggers that it may set off.
    package var allTables: [TableSchema] {
        allPrograms.flatMap(\.tables)
    }

    package struct SorterShape: Sendable {
        package var keys: [SortKey]
        package var payloadCount: Int
    }

    package struct GroupShape: Sendable {
        package var keys: [KeyColumn]
        package var aggregates: [AggregateShape]
        package var storeCount: Int
        /// The values of a row that waits for its group; 0 if none does.
        package var spillCount = 0
    }

    package struct AggregateShape: Sendable {
        package var function: AggregateFunction
        package var isDistinct: Bool
        package var argumentCount: Int
        package var collation: Collation

        /// Whether a row changes a few numbers, or one value that is kept, and cannot fail.
        var isPlain: Bool { function.isPlain && !isDistinct }
    }

    package struct SetShape: Sendable { package var keys: [KeyColumn] }

    package struct PlanLine: Sendable {
        package var depth: Int
        package var text: String
    }

    init(
        _ builder: ProgramBuilder, columns: [Column], parameters: [String?], schemaVersion: UInt64,
        triggers: TriggerPrograms? = nil
    ) {
        constants = builder.constants
        pinned = PinnedProgram(builder)
        tables = builder.tables
        indexes = builder.indexes
        finished = builder.hasParts ? FinishedParts(builder.parts) : nil
        registerCount = builder.registerCount
        cursorCount = builder.cursorCount
        onceCount = builder.onceCount
        usesSchema = builder.usesSchema
        hangsOnConstants = builder.hangsOnConstants
        self.columns = columns
        self.parameters = parameters
        let ownCounted = builder.parts.countedTables
        countedTables =
            triggers.map { ownCounted + $0.programs.flatMap(\.countedTables) } ?? ownCounted
        self.triggers = triggers
        writtenDatabases = builder.writtenDatabases
        soleWrittenDatabase =
            triggers == nil && writtenDatabases.count == 1 ? writtenDatabases[0] : nil
        changesData = builder.changesData
        mayFailHalfway =
            builder.changesData && ProgramFlow(builder.instructions).mayFailHalfway
        let isPlainChange =
            changesData && !mayFailHalfway && columns.isEmpty
            && builder.parts.sites.isEmpty && countedTables.isEmpty
        seriesStart = isPlainChange ? ProgramFlow(builder.instructions).seriesStart : nil
        self.schemaVersion = schemaVersion
    }
}
