import WCDBSQL

/// The name of a PRAGMA.
///
/// ```swift
/// StatementPragma().pragma(.userVersion).to(3)  // PRAGMA user_version = 3
/// ```
public final class Pragma: Identifier, Sendable {
    package let name: Name

    /// The pragma of this name.
    ///
    /// ```swift
    /// StatementPragma().pragma(Pragma(named: "table_list"))  // PRAGMA table_list
    /// ```
    public init(named name: String) { self.name = Name(spelling: name) }

    /// The name as SQL.
    public var description: String { name.sql }
}

extension Pragma {
    /// `application_id`
    public static let applicationId = Pragma(named: "application_id")
    /// `auto_vacuum`
    public static let autoVacuum = Pragma(named: "auto_vacuum")
    /// `automatic_index`
    public static let automaticIndex = Pragma(named: "automatic_index")
    /// `busy_timeout`
    public static let busyTimeout = Pragma(named: "busy_timeout")
    /// `cache_size`
    public static let cacheSize = Pragma(named: "cache_size")
    /// `cache_spill`
    public static let cacheSpill = Pragma(named: "cache_spill")
    /// `case_sensitive_like`
    public static let caseSensitiveLike = Pragma(named: "case_sensitive_like")
    /// `cell_size_check`
    public static let cellSizeCheck = Pragma(named: "cell_size_check")
    /// `checkpoint_fullfsync`
    public static let checkpointFullfsync = Pragma(named: "checkpoint_fullfsync")
    /// `cipher`
    public static let cipher = Pragma(named: "cipher")
    /// `cipher_add_random`
    public static let cipherAddRandom = Pragma(named: "cipher_add_random")
    /// `cipher_default_kdf_iter`
    public static let cipherDefaultKdfIter = Pragma(named: "cipher_default_kdf_iter")
    /// `cipher_default_page_size`
    public static let cipherDefaultPageSize = Pragma(named: "cipher_default_page_size")
    /// `cipher_default_use_hmac`
    public static let cipherDefaultUseHmac = Pragma(named: "cipher_default_use_hmac")
    /// `cipher_migrate`
    public static let cipherMigrate = Pragma(named: "cipher_migrate")
    /// `cipher_profile`
    public static let cipherProfile = Pragma(named: "cipher_profile")
    /// `cipher_provider`
    public static let cipherProvider = Pragma(named: "cipher_provider")
    /// `cipher_provider_version`
    public static let cipherProviderVersion = Pragma(named: "cipher_provider_version")
    /// `cipher_use_hmac`
    public static let cipherUseHmac = Pragma(named: "cipher_use_hmac")
    /// `cipher_version`
    public static let cipherVersion = Pragma(named: "cipher_version")
    /// `cipher_page_size`
    public static let cipherPageSize = Pragma(named: "cipher_page_size")
    /// `cipher_salt`
    public static let cipherSalt = Pragma(named: "cipher_salt")
    /// `cipher_plaintext_header_size`
    public static let cipherPlainTextHeaderSize = Pragma(named: "cipher_plaintext_header_size")
    /// `collation_list`
    public static let collationList = Pragma(named: "collation_list")
    /// `compile_options`
    public static let compileOptions = Pragma(named: "compile_options")
    /// `count_changes`
    public static let countChanges = Pragma(named: "count_changes")
    /// `data_store_directory`
    public static let dataStoreDirectory = Pragma(named: "data_store_directory")
    /// `data_version`
    public static let dataVersion = Pragma(named: "data_version")
    /// `database_list`
    public static let databaseList = Pragma(named: "database_list")
    /// `default_cache_size`
    public static let defaultCacheSize = Pragma(named: "default_cache_size")
    /// `defer_foreign_keys`
    public static let deferForeignKeys = Pragma(named: "defer_foreign_keys")
    /// `empty_result_callbacks`
    public static let emptyResultCallbacks = Pragma(named: "empty_result_callbacks")
    /// `encoding`
    public static let encoding = Pragma(named: "encoding")
    /// `foreign_key_check`
    public static let foreignKeyCheck = Pragma(named: "foreign_key_check")
    /// `foreign_key_list`
    public static let foreignKeyList = Pragma(named: "foreign_key_list")
    /// `foreign_keys`
    public static let foreignKeys = Pragma(named: "foreign_keys")
    /// `freelist_count`
    public static let freelistCount = Pragma(named: "freelist_count")
    /// `full_column_names`
    public static let fullColumnNames = Pragma(named: "full_column_names")
    /// `fullfsync`
    public static let fullfsync = Pragma(named: "fullfsync")
    /// `ignore_check_constraints`
    public static let ignoreCheckConstraints = Pragma(named: "ignore_check_constraints")
    /// `incremental_vacuum`
    public static let incrementalVacuum = Pragma(named: "incremental_vacuum")
    /// `index_info`
    public static let indexInfo = Pragma(named: "index_info")
    /// `index_list`
    public static let indexList = Pragma(named: "index_list")
    /// `index_xinfo`
    public static let indexXinfo = Pragma(named: "index_xinfo")
    /// `integrity_check`
    public static let integrityCheck = Pragma(named: "integrity_check")
    /// `journal_mode`
    public static let journalMode = Pragma(named: "journal_mode")
    /// `journal_size_limit`
    public static let journalSizeLimit = Pragma(named: "journal_size_limit")
    /// `key`
    public static let key = Pragma(named: "key")
    /// `kdf_iter`
    public static let kdfIter = Pragma(named: "kdf_iter")
    /// `legacy_file_format`
    public static let legacyFileFormat = Pragma(named: "legacy_file_format")
    /// `locking_mode`
    public static let lockingMode = Pragma(named: "locking_mode")
    /// `max_page_count`
    public static let maxPageCount = Pragma(named: "max_page_count")
    /// `mmap_size`
    public static let mmapSize = Pragma(named: "mmap_size")
    /// `page_count`
    public static let pageCount = Pragma(named: "page_count")
    /// `page_size`
    public static let pageSize = Pragma(named: "page_size")
    /// `parser_trace`
    public static let parserTrace = Pragma(named: "parser_trace")
    /// `query_only`
    public static let queryOnly = Pragma(named: "query_only")
    /// `quick_check`
    public static let quickCheck = Pragma(named: "quick_check")
    /// `read_uncommitted`
    public static let readUncommitted = Pragma(named: "read_uncommitted")
    /// `recursive_triggers`
    public static let recursiveTriggers = Pragma(named: "recursive_triggers")
    /// `rekey`
    public static let rekey = Pragma(named: "rekey")
    /// `reverse_unordered_selects`
    public static let reverseUnorderedSelects = Pragma(named: "reverse_unordered_selects")
    /// `schema_version`
    public static let schemaVersion = Pragma(named: "schema_version")
    /// `secure_delete`
    public static let secureDelete = Pragma(named: "secure_delete")
    /// `short_column_names`
    public static let shortColumnNames = Pragma(named: "short_column_names")
    /// `shrink_memory`
    public static let shrinkMemory = Pragma(named: "shrink_memory")
    /// `soft_heap_limit`
    public static let softHeapLimit = Pragma(named: "soft_heap_limit")
    /// `stats`
    public static let stats = Pragma(named: "stats")
    /// `synchronous`
    public static let synchronous = Pragma(named: "synchronous")
    /// `table_info`
    public static let tableInfo = Pragma(named: "table_info")
    /// `temp_store`
    public static let tempStore = Pragma(named: "temp_store")
    /// `temp_store_directory`
    public static let tempStoreDirectory = Pragma(named: "temp_store_directory")
    /// `threads`
    public static let threads = Pragma(named: "threads")
    /// `user_version`
    public static let userVersion = Pragma(named: "user_version")
    /// `vdbe_addoptrace`
    public static let vdbeAddoptrace = Pragma(named: "vdbe_addoptrace")
    /// `vdbe_debug`
    public static let vdbeDebug = Pragma(named: "vdbe_debug")
    /// `vdbe_listing`
    public static let vdbeListing = Pragma(named: "vdbe_listing")
    /// `vdbe_trace`
    public static let vdbeTrace = Pragma(named: "vdbe_trace")
    /// `wal_autocheckpoint`
    public static let walAutocheckpoint = Pragma(named: "wal_autocheckpoint")
    /// `wal_checkpoint`
    public static let walCheckpoint = Pragma(named: "wal_checkpoint")
    /// `writable_schema`
    public static let writableSchema = Pragma(named: "writable_schema")
}
