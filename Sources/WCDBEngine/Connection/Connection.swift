package import WCDBSQL
package import WCDBStorage

/// A connection: SQL text in, rows out.
///
/// **Users.** One thread at a time.
package final class Connection: SchemaLookup, TableSizes, MachineHost {
    // MARK: Files

    @exclusivity(unchecked) var databases: [DatabaseFile] {
        didSet {
            transactions = Connection.transactions(of: databases)
            writerQueues.stores = databases.map(\.store)
        }
    }
    /// Those of `databases`, which every statement asks.
    @exclusivity(unchecked) private(set) var transactions: [Unmanaged<Transaction>]
    let isInMemory: Bool
    /// How attached databases are opened.
    let openOptions: StoreOptions
    let fileSystem: any FileSystem
    package internal(set) var scratchSpace: ScratchSpace
    let writerQueues = WriterQueues()
    /// The databases of what temporary triggers watch, where their text does not say it.
    var watchedDatabases: [TreeID: Int] = [:]

    // MARK: What programs are compiled with

    /// Changes with everything but the schema that compiled statements depend on.
    @exclusivity(unchecked) var environmentVersion: UInt64 = 0
    @exclusivity(unchecked) package internal(set) var functions = FunctionRegistry.builtIn {
        didSet { environmentVersion += 1 }
    }
    @exclusivity(unchecked) package var collations = CollationRegistry() {
        didSet { environmentVersion += 1 }
    }
    package let environment = FunctionEnvironment.system
    @exclusivity(unchecked) var plans = PlanCache<Plan>()
    @exclusivity(unchecked) var shapes = ShapePlans()
    /// The memory of the last compilation, for the next one; nil while somebody uses it.
    @exclusivity(unchecked) var spareBuilder: ProgramBuilder?
    /// What the parsers of statements so far have left to the next one.
    let parserMemory = ParserMemory()

    // MARK: Transactions

    /// Open savepoints, the outermost first, each with what foreign keys had counted when it began.
    @exclusivity(unchecked) var savepoints: [(name: String, brokenKeys: BrokenKeys)] = []
    /// The outermost savepoint began the transaction.
    @exclusivity(unchecked) var savepointBegan = false
    /// A statement found the schema changed when it began to write, and is about to start again.
    @exclusivity(unchecked) var isRestarting = false
    /// It is rebuilding the file of the main database.
    @exclusivity(unchecked) var isVacuuming = false
    @exclusivity(unchecked) var brokenKeys = BrokenKeys()
    /// The sequences that the statement has looked at, by database and table.
    @exclusivity(unchecked) var sequences: [SequenceKey: KeySequence] = [:]

    // MARK: Statements under way

    /// Queries with rows still to come, in the order in which they began. Each leaves when it ends.
    @exclusivity(unchecked) var readers: [Unmanaged<PreparedSQL>] = []
    var activeReaders: Int { readers.count }
    /// The statement that is in a series of runs: no other has changed anything since.
    @exclusivity(unchecked) var series: Unmanaged<PreparedSQL>?
    /// What was bound to the statement that is run, if that is no program.
    @exclusivity(unchecked) var directParameters: DirectParameters?
    /// A statement is looked at before it runs: what it would change stays.
    @exclusivity(unchecked) var isChecking = false
    package let interruption = InterruptFlag()

    // MARK: Settings

    /// What pragmas set, by their names.
    @exclusivity(unchecked) var settings: [String: Int64] = [:] {
        didSet {
            refusesChanges = flag("query_only")
            defersForeignKeys = flag("defer_foreign_keys")
        }
    }
    /// What this connection has in the place of the defaults of pragmas, until one sets them.
    @exclusivity(unchecked) package var initialSettings: [String: Int64] = [:]
    /// Kept apart from `settings`, because every change asks for it.
    @exclusivity(unchecked) private(set) var refusesChanges = false
    /// Until the transaction ends, which every statement outside of one does.
    @exclusivity(unchecked) package private(set) var defersForeignKeys = false
    /// The largest number that a parameter may have.
    @exclusivity(unchecked) package var parameterLimit = ParserLimits().parameters
    /// What PRAGMA auto_vacuum says of the main database, though its owner does the work: 1 where
    /// pages are given back after each commit, 2 where they are when somebody asks for it.
    @exclusivity(unchecked) package var autoVacuum: UInt32 = 0

    // MARK: Counters

    private struct Counters {
        var isAutocommit = true
        var transactionCount: UInt64 = 0
        /// The last transaction in which a statement read something.
        var readingTransaction: UInt64 = 0
        var lastInsertRowID: Int64 = 0
        var changeCount: Int64 = 0
        var totalChangeCount: Int64 = 0
    }

    /// Other modules ask for these with each statement. They do so through computed properties: the
    /// access of another module to a stored one is checked each time, whatever its attribute says.
    @exclusivity(unchecked) private var counters = Counters()

    /// No transaction that a statement began is open.
    package internal(set) var isAutocommit: Bool {
        get { counters.isAutocommit }
        set {
            if counters.isAutocommit, !newValue {
                counters.transactionCount &+= 1
                // What they are about to show is of a snapshot that is there already.
                if activeReaders > 0 { noteReading() }
            }
            counters.isAutocommit = newValue
        }
    }
    /// How many transactions a statement has begun: tells one from those after it.
    package var transactionCount: UInt64 { counters.transactionCount }
    /// Whether a statement of the transaction has read something: what it goes on with must be of
    /// the same snapshot.
    var hasShownRows: Bool { counters.readingTransaction == counters.transactionCount }
    func noteReading() { counters.readingTransaction = counters.transactionCount }
    package private(set) var lastInsertRowID: Int64 {
        get { counters.lastInsertRowID }
        set { counters.lastInsertRowID = newValue }
    }
    package internal(set) var changeCount: Int64 {
        get { counters.changeCount }
        set { counters.changeCount = newValue }
    }
    package internal(set) var totalChangeCount: Int64 {
        get { counters.totalChangeCount }
        set { counters.totalChangeCount = newValue }
    }

    // MARK: Opening

    /// Opens a database file, or, without a path, one in memory.
    package init(
        path: String?, options: StoreOptions = StoreOptions(),
        fileSystem: (any FileSystem)? = nil, scratchDirectory: String? = nil
    ) throws(EngineError) {
        openOptions = options
        var options = options
        isInMemory = path == nil
        let system: any FileSystem
        if path == nil {
            system = fileSystem ?? MemoryFileSystem()
            options.syncLevel = .off
        } else {
            system = fileSystem ?? SystemFileSystem.shared
        }
        self.fileSystem = path == nil ? SystemFileSystem.shared : system
        scratchSpace = ScratchSpace(
            fileSystem: system,
            path: scratchDirectory.map { $0 + "/wcdb" } ?? (path ?? "/memory") + "-scratch",
            codec: options.codec, budget: max(8 << 20, options.cacheBudget))
        do {
            let store = try Store.open(
                path ?? "/memory", options: options, fileSystem: system)
            let main = try DatabaseFile(
                number: DatabaseNumber.main, name: "main", store: store, isInMemory: path == nil,
                syncLevel: openOptions.syncLevel)
            let temporary = try Store.open(
                "/temp", options: Connection.temporaryOptions, fileSystem: MemoryFileSystem())
            databases = [
                main,
                try DatabaseFile(
                    number: DatabaseNumber.temporary, name: "temp", store: temporary,
                    isInMemory: true, syncLevel: .off),
            ]
            // Observers don't run here.
            transactions = Connection.transactions(of: databases)
            writerQueues.stores = databases.map(\.store)
        } catch {
            throw .storage(error)
        }
    }

    private static func transactions(of databases: [DatabaseFile]) -> [Unmanaged<Transaction>] {
        databases.map { .passUnretained($0.transaction) }
    }

    private static var temporaryOptions: StoreOptions {
        var options = StoreOptions()
        options.syncLevel = .off
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        return options
    }

    /// Ends the use of all files, also of those behind one that fails; throws the first failure.
    package func close() throws(EngineError) {
        endSeries()
        var failure: StorageError?
        for database in databases {
            database.transaction.end()
            do {
                try database.store.close()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw .storage(failure) }
    }

    /// Statements that are compiled from now on count the rows that their loops visit.
    @exclusivity(unchecked) package var countsVisits = false
    /// Statements that are compiled from now on note their plans in words, in `Program.plan`.
    @exclusivity(unchecked) package var notesPlans = false
    @exclusivity(unchecked) package private(set) var visitCount = 0
    package func didVisitRow() { visitCount += 1 }

    func clearInterrupt() { interruption.set(false) }

    // MARK: Names

    func database(_ schema: Name?) throws(EngineError) -> DatabaseFile? {
        guard let schema else { return nil }
        guard let found = databases.first(where: { FoldedName.equal($0.name, schema.text) })
        else { throw .error("unknown database \(schema.text)") }
        return found
    }

    /// Temporary things hide others of the same name.
    func searchOrder(_ schema: Name?) -> [DatabaseFile] {
        guard let schema else { return [temporaryDatabase, mainDatabase] + attachedDatabases }
        return databases.filter { FoldedName.equal($0.name, schema.text) }
    }

    package func table(_ name: QualifiedName) throws(EngineError) -> TableSchema? {
        guard case .table(let table) = try relation(name) else { return nil }
        return table
    }

    package func view(_ name: QualifiedName) throws(EngineError) -> ViewSchema? {
        guard case .view(let view) = try relation(name) else { return nil }
        return view
    }

    /// Refuses a name that no query could read from: `probe` is one that would.
    package func requireReadable(
        _ name: QualifiedName, by probe: @autoclosure () -> Statement
    ) throws(EngineError) {
        let found: DatabaseFile.Relation
        do throws(EngineError) {
            found = try relation(name)
        } catch {
            try? endStatement()
            throw error
        }
        try endStatement()
        switch found {
        case .table: break
        case .view: _ = try prepare(probe(), text: nil)
        case .none:
            throw .noSuchTable(name)
        }
    }

    /// What a name stands for in the first database that knows it. Temporary things hide others,
    /// but not what belongs to every database.
    private func relation(_ name: QualifiedName) throws(EngineError) -> DatabaseFile.Relation {
        let folded = FoldedName.fold(name.name.text)
        let schema = name.schema?.text
        let isOfEvery = FoldedName.isReserved(folded) && folded != "sqlite_sequence"
        for place in databases.indices {
            let database = databases[place < 2 && !isOfEvery ? 1 - place : place]
            if let schema, !FoldedName.equal(database.name, schema) { continue }
            if database.isUnused, !isOfEvery { continue }
            if let unfinished, unfinished.database === database, schema == nil,
                unfinished.name == folded
            {
                continue
            }
            try beginReading(database)
            let relation = try database.relation(folded, collations: collations)
            if case .none = relation { continue }
            return relation
        }
        return .none
    }

    /// A table that a query fills, which began when the table was not there: in the query the name,
    /// which is folded, is that of another one.
    @exclusivity(unchecked) var unfinished: (database: DatabaseFile, name: String)?

    package func databaseName(_ number: Int) -> String { databases[number].name }

    /// Changes whenever a compiled statement may be wrong.
    var schemaVersion: UInt64 {
        // Spread before the cookies come in: small numbers would take each other's place.
        var version = (environmentVersion &+ 1) &* 0xBF58_476D_1CE4_E5B9
        version ^= version >> 31
        // By index: an iterator counts a reference to the array.
        for index in transactions.indices {
            let cookie = transactions[index]._withUnsafeGuaranteedRef { $0.schemaCookie }
            version = (version ^ UInt64(cookie)) &* 0x9E37_79B9_7F4A_7C15
            version ^= version >> 29
        }
        return version
    }

    // MARK: For machines

    package func transaction(_ database: Int) throws(EngineError) -> Transaction {
        try beginReading(databases[database])
        return databases[database].transaction
    }

    package func didInsert(rowid: Int64) {
        lastInsertRowID = rowid
        environment.lastInsertRowID = rowid
    }

    package func defaultValue(_ column: Int, of table: TableSchema) -> Value {
        let database = databases[table.database]
        if let known = database.defaults[ObjectIdentifier(table)]?[column] { return known }
        var value = Value.null
        if let definition = table.columns[column].defaultValue,
            let computed = try? constant(definition.expression)
        {
            var scratch = ByteBuffer(capacity: 32)
            value = computed.withColumnValue {
                Value(table.columns[column].affinity.apply(to: $0, scratch: &scratch))
            }
        }
        database.defaults[ObjectIdentifier(table), default: [:]][column] = value
        return value
    }

    /// The value of an expression without columns. The statement that asks goes on: nothing is
    /// committed here.
    func constant(_ expression: Expression) throws(EngineError) -> Value {
        var body = SelectBody([ResultColumn(expression)])
        body.from = nil
        let program = try compile(
            .select(SelectStatement(.select(body))), text: nil,
            parameters: directParameters?.names)
        let machine = Machine(program, host: self)
        defer { machine.reset() }
        try directParameters?.bind(to: machine)
        return try machine.step() ? Value(machine.column(0)) : .null
    }
}
