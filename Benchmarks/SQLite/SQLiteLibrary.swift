import Foundation

/// SQLite's C interface, found at run time: nothing links it, and nothing breaks where it is
/// missing. Every function pointer of the benchmark is typed here.
///
/// **Safe because** each type below is the declaration of `sqlite3.h`, whose interface is frozen.
/// The library stays loaded until the process ends.
struct SQLiteLibrary: Sendable {
    typealias Database = OpaquePointer
    typealias Statement = OpaquePointer
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias StatementCall = @Sendable @convention(c) (Statement?) -> Int32
    typealias BindBytes =
        @Sendable @convention(c) (
            Statement?, Int32, UnsafeRawPointer?, Int32, Destructor?
        ) -> Int32

    let version: @Sendable @convention(c) () -> UnsafePointer<CChar>?
    let open:
        @Sendable @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<Database?>?, Int32, UnsafePointer<CChar>?
        ) -> Int32
    let close: @Sendable @convention(c) (Database?) -> Int32
    let errorMessage: @Sendable @convention(c) (Database?) -> UnsafePointer<CChar>?
    let busyTimeout: @Sendable @convention(c) (Database?, Int32) -> Int32
    let execute:
        @Sendable @convention(c) (
            Database?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeRawPointer?,
            UnsafeRawPointer?
        ) -> Int32
    let checkpoint:
        @Sendable @convention(c) (
            Database?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<Int32>?
        ) -> Int32
    let prepare:
        @Sendable @convention(c) (
            Database?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Statement?>?,
            UnsafeRawPointer?
        ) -> Int32
    let finalize: StatementCall
    let step: StatementCall
    let reset: StatementCall
    let bindInt: @Sendable @convention(c) (Statement?, Int32, Int64) -> Int32
    let bindReal: @Sendable @convention(c) (Statement?, Int32, Double) -> Int32
    let bindText: BindBytes
    let bindBlob: BindBytes
    let columnInt: @Sendable @convention(c) (Statement?, Int32) -> Int64
    let columnReal: @Sendable @convention(c) (Statement?, Int32) -> Double
    let columnText: @Sendable @convention(c) (Statement?, Int32) -> UnsafeRawPointer?
    let columnBlob: @Sendable @convention(c) (Statement?, Int32) -> UnsafeRawPointer?
    let columnSize: @Sendable @convention(c) (Statement?, Int32) -> Int32
    let columnType: @Sendable @convention(c) (Statement?, Int32) -> Int32
    let bindNull: @Sendable @convention(c) (Statement?, Int32) -> Int32

    /// Loads SQLite from `path`, or under the first usual name that works; nil if it is missing.
    static func load(path: String?) throws -> SQLiteLibrary? {
        let usual = [
            "libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib", "/usr/lib/libsqlite3.dylib",
        ]
        for name in path.map({ [$0] }) ?? usual {
            if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
                return try SQLiteLibrary(handle)
            }
        }
        return nil
    }

    private init(_ handle: UnsafeMutableRawPointer) throws {
        func find<Function>(_ name: String) throws -> Function {
            guard let symbol = dlsym(handle, "sqlite3_" + name) else {
                throw BenchmarkError("the SQLite library has no sqlite3_\(name)")
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        SQLiteLibrary.switchOffMemoryStatistics(try find("config"))
        version = try find("libversion")
        open = try find("open_v2")
        close = try find("close_v2")
        errorMessage = try find("errmsg")
        busyTimeout = try find("busy_timeout")
        execute = try find("exec")
        checkpoint = try find("wal_checkpoint_v2")
        prepare = try find("prepare_v2")
        finalize = try find("finalize")
        step = try find("step")
        reset = try find("reset")
        bindInt = try find("bind_int64")
        bindReal = try find("bind_double")
        bindText = try find("bind_text")
        bindBlob = try find("bind_blob")
        columnInt = try find("column_int64")
        columnReal = try find("column_double")
        columnText = try find("column_text")
        columnBlob = try find("column_blob")
        columnSize = try find("column_bytes")
        columnType = try find("column_type")
        bindNull = try find("bind_null")
    }

    /// `sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0)`, kinder to SQLite than WCDB is.
    ///
    /// The function takes variable arguments. On Linux they travel like fixed ones; on Apple's
    /// 64-bit ARM they do not, and there the statistics stay on.
    private static func switchOffMemoryStatistics(
        _ configure: @convention(c) (Int32, Int32) -> Int32
    ) {
        #if os(Linux)
            _ = configure(9, 0)
        #endif
    }
}
