// The pragmas that programs name, by what this engine does with them.

// MARK: It has an effect, or an answer

extension Pragma {
    /// A number that the file keeps, to tell programs what it is of.
    public static let applicationId = Pragma(named: "application_id")
    /// How the file gives back freed pages: 0 never, 1 with each commit, 2 when asked to. It can
    /// only be read; ``Database/enableAutoVacuum(incremental:)`` sets it.
    public static let autoVacuum = Pragma(named: "auto_vacuum")
    /// Whether LIKE tells upper case from lower case.
    public static let caseSensitiveLike = Pragma(named: "case_sensitive_like")
    /// The collations of the connection.
    public static let collationList = Pragma(named: "collation_list")
    /// How the engine was compiled: no row, as there is nothing to choose.
    public static let compileOptions = Pragma(named: "compile_options")
    /// A number that changes when somebody else has committed.
    public static let dataVersion = Pragma(named: "data_version")
    /// The files of the connection: main, temporary and attached ones.
    public static let databaseList = Pragma(named: "database_list")
    /// Whether foreign keys are checked when the transaction ends, and not before.
    public static let deferForeignKeys = Pragma(named: "defer_foreign_keys")
    /// How texts are stored: always `UTF-8`. It can only be read.
    public static let encoding = Pragma(named: "encoding")
    /// The rows that refer to a row that is not there.
    public static let foreignKeyCheck = Pragma(named: "foreign_key_check")
    /// The foreign keys of a table.
    public static let foreignKeyList = Pragma(named: "foreign_key_list")
    /// Whether foreign keys are enforced. It cannot be set within a transaction.
    public static let foreignKeys = Pragma(named: "foreign_keys")
    /// How many pages of the file hold nothing.
    public static let freelistCount = Pragma(named: "freelist_count")
    /// Whether rows need not meet the CHECKs of their tables.
    public static let ignoreCheckConstraints = Pragma(named: "ignore_check_constraints")
    /// Moves that many pages from the end of the file into gaps; without a number, as many as fit.
    public static let incrementalVacuum = Pragma(named: "incremental_vacuum")
    /// The columns of an index.
    public static let indexInfo = Pragma(named: "index_info")
    /// The indexes of a table.
    public static let indexList = Pragma(named: "index_list")
    /// The columns of an index, those behind its key included.
    public static let indexXinfo = Pragma(named: "index_xinfo")
    /// Whether the file, its tables and its indexes are sound: `ok`, or what is wrong.
    public static let integrityCheck = Pragma(named: "integrity_check")
    /// How commits are kept: `wal`, or `memory` for a database in memory. It can only be read.
    public static let journalMode = Pragma(named: "journal_mode")
    /// How the file is locked: always `normal`. It can only be read.
    public static let lockingMode = Pragma(named: "locking_mode")
    /// How many pages the file may have for this connection.
    public static let maxPageCount = Pragma(named: "max_page_count")
    /// How many pages the file has.
    public static let pageCount = Pragma(named: "page_count")
    /// How many bytes a page has. It can only be read.
    public static let pageSize = Pragma(named: "page_size")
    /// Whether the connection refuses to change anything.
    public static let queryOnly = Pragma(named: "query_only")
    /// Like `integrity_check`, but faster: indexes are not compared with their rows.
    public static let quickCheck = Pragma(named: "quick_check")
    /// Whether what a trigger does can fire the trigger again.
    public static let recursiveTriggers = Pragma(named: "recursive_triggers")
    /// A number that changes when tables, indexes or the like are created, dropped or altered.
    public static let schemaVersion = Pragma(named: "schema_version")
    /// How commits are made durable: 0 not one by one, 1 when the log goes into the file, 2 or more
    /// with each commit.
    public static let synchronous = Pragma(named: "synchronous")
    /// The columns of a table or a view.
    public static let tableInfo = Pragma(named: "table_info")
    /// A number that the file keeps for the program.
    public static let userVersion = Pragma(named: "user_version")
    /// Moves what is committed from the log into the file.
    public static let walCheckpoint = Pragma(named: "wal_checkpoint")
}

// MARK: It is kept and read back

// These change nothing here: a program that sets one reads back what it has set.
extension Pragma {
    /// In SQLite: whether a query may make an index for itself.
    public static let automaticIndex = Pragma(named: "automatic_index")
    /// In SQLite: how long a writer waits for another, in milliseconds.
    public static let busyTimeout = Pragma(named: "busy_timeout")
    /// In SQLite: how many pages are kept in memory.
    public static let cacheSize = Pragma(named: "cache_size")
    /// In SQLite: whether pages may be written before the commit.
    public static let cacheSpill = Pragma(named: "cache_spill")
    /// In SQLite: whether pages are looked at more closely when they are read.
    public static let cellSizeCheck = Pragma(named: "cell_size_check")
    /// In SQLite: whether Apple's disks are told to write at once, at checkpoints.
    public static let checkpointFullfsync = Pragma(named: "checkpoint_fullfsync")
    /// In SQLite: whether a change answers with how many rows it changed.
    public static let countChanges = Pragma(named: "count_changes")
    /// In SQLite: whether a query without rows calls back.
    public static let emptyResultCallbacks = Pragma(named: "empty_result_callbacks")
    /// In SQLite: whether columns of results are named with their tables.
    public static let fullColumnNames = Pragma(named: "full_column_names")
    /// In SQLite: whether Apple's disks are told to write at once.
    public static let fullfsync = Pragma(named: "fullfsync")
    /// In SQLite: how much of the log stays behind a checkpoint, in bytes.
    public static let journalSizeLimit = Pragma(named: "journal_size_limit")
    /// In SQLite: how much of the file is mapped into memory, in bytes.
    public static let mmapSize = Pragma(named: "mmap_size")
    /// In SQLite: whether uncommitted changes of other connections are read.
    public static let readUncommitted = Pragma(named: "read_uncommitted")
    /// In SQLite: whether rows without an order come in reverse.
    public static let reverseUnorderedSelects = Pragma(named: "reverse_unordered_selects")
    /// In SQLite: whether what is deleted is overwritten.
    public static let secureDelete = Pragma(named: "secure_delete")
    /// In SQLite: whether columns of results are named without their tables.
    public static let shortColumnNames = Pragma(named: "short_column_names")
    /// In SQLite: how much memory is used before some is given back, in bytes.
    public static let softHeapLimit = Pragma(named: "soft_heap_limit")
    /// In SQLite: whether temporary tables lie in files or in memory.
    public static let tempStore = Pragma(named: "temp_store")
    /// In SQLite: how many threads help a statement.
    public static let threads = Pragma(named: "threads")
    /// In SQLite: after how many pages of the log a commit takes a checkpoint.
    public static let walAutocheckpoint = Pragma(named: "wal_autocheckpoint")
    /// In SQLite: whether statements may change the table of definitions.
    public static let writableSchema = Pragma(named: "writable_schema")
}

// MARK: It is refused

// A file is not encrypted: a program that asks for it must not take it for that.
extension Pragma {
    /// In SQLCipher: the cipher.
    public static let cipher = Pragma(named: "cipher")
    /// In SQLCipher: adds to what random numbers are made of.
    public static let cipherAddRandom = Pragma(named: "cipher_add_random")
    /// In SQLCipher: how often keys are derived anew, in files to come.
    public static let cipherDefaultKdfIter = Pragma(named: "cipher_default_kdf_iter")
    /// In SQLCipher: how large pages are, in files to come.
    public static let cipherDefaultPageSize = Pragma(named: "cipher_default_page_size")
    /// In SQLCipher: whether pages are signed, in files to come.
    public static let cipherDefaultUseHmac = Pragma(named: "cipher_default_use_hmac")
    /// In SQLCipher: brings a file of an older version to the present one.
    public static let cipherMigrate = Pragma(named: "cipher_migrate")
    /// In SQLCipher: logs how long statements take.
    public static let cipherProfile = Pragma(named: "cipher_profile")
    /// In SQLCipher: whose implementation of the cipher it is.
    public static let cipherProvider = Pragma(named: "cipher_provider")
    /// In SQLCipher: the version of that implementation.
    public static let cipherProviderVersion = Pragma(named: "cipher_provider_version")
    /// In SQLCipher: whether pages are signed.
    public static let cipherUseHmac = Pragma(named: "cipher_use_hmac")
    /// In SQLCipher: its version.
    public static let cipherVersion = Pragma(named: "cipher_version")
    /// In SQLCipher: how large pages are.
    public static let cipherPageSize = Pragma(named: "cipher_page_size")
    /// In SQLCipher: what is mixed into the key.
    public static let cipherSalt = Pragma(named: "cipher_salt")
    /// In SQLCipher: how many bytes at the beginning of the file are not encrypted.
    public static let cipherPlainTextHeaderSize = Pragma(named: "cipher_plaintext_header_size")
    /// In SQLCipher: the key of the file.
    public static let key = Pragma(named: "key")
    /// In SQLCipher: encrypts the file with another key.
    public static let rekey = Pragma(named: "rekey")
}

// MARK: It is not known, and passed over

// These do nothing and have no answer, like whatever SQLite does not know.
extension Pragma {
    /// In SQLite, on Windows: where files without a full path lie.
    public static let dataStoreDirectory = Pragma(named: "data_store_directory")
    /// In SQLite: how many pages are kept in memory, of a file whenever it is opened.
    public static let defaultCacheSize = Pragma(named: "default_cache_size")
    /// In SQLCipher: how often the key is derived anew.
    public static let kdfIter = Pragma(named: "kdf_iter")
    /// In SQLite: whether new files can be read by its versions before 3.3.
    public static let legacyFileFormat = Pragma(named: "legacy_file_format")
    /// In SQLite, for its own tests: prints what the parser does.
    public static let parserTrace = Pragma(named: "parser_trace")
    /// In SQLite: gives memory back that can be spared.
    public static let shrinkMemory = Pragma(named: "shrink_memory")
    /// In SQLite, for its own tests: numbers that the planner goes by.
    public static let stats = Pragma(named: "stats")
    /// In SQLite: where temporary files lie. See
    /// ``Database/setDefaultTemporaryDirectory(_:)``.
    public static let tempStoreDirectory = Pragma(named: "temp_store_directory")
    /// In SQLite, for its own tests: prints instructions as they are made.
    public static let vdbeAddoptrace = Pragma(named: "vdbe_addoptrace")
    /// In SQLite, for its own tests: prints everything about programs.
    public static let vdbeDebug = Pragma(named: "vdbe_debug")
    /// In SQLite, for its own tests: prints programs before they run.
    public static let vdbeListing = Pragma(named: "vdbe_listing")
    /// In SQLite, for its own tests: prints instructions as they run.
    public static let vdbeTrace = Pragma(named: "vdbe_trace")
}
