import Foundation
import StorageSimulation

/// SQLite's C interface, found at run time: nothing links it. Where it is missing, targets that
/// need it say so and end.
///
/// **Safe because** each type below is the declaration of `sqlite3.h`, whose interface is frozen.
/// The library stays loaded until the process ends.
struct SQLiteOracle: Sendable {
    typealias Database = OpaquePointer
    typealias Statement = OpaquePointer
    typealias DatabaseNumber = @Sendable @convention(c) (Database?) -> Int32
    typealias DatabaseCount = @Sendable @convention(c) (Database?) -> Int64
    typealias StatementCall = @Sendable @convention(c) (Statement?) -> Int32
    typealias ColumnBytes = @Sendable @convention(c) (Statement?, Int32) -> UnsafeRawPointer?

    let version: @Sendable @convention(c) () -> UnsafePointer<CChar>?
    let open:
        @Sendable @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<Database?>?, Int32, UnsafePointer<CChar>?
        ) -> Int32
    let close: DatabaseNumber
    let extendedCode: DatabaseNumber
    let isAutocommit: DatabaseNumber
    let errorMessage: @Sendable @convention(c) (Database?) -> UnsafePointer<CChar>?
    let changes: DatabaseCount
    let totalChanges: DatabaseCount
    let lastInsertRowID: DatabaseCount
    let prepare:
        @Sendable @convention(c) (
            Database?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<Statement?>?,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    let finalize: StatementCall
    let step: StatementCall
    let columnCount: StatementCall
    let columnName: @Sendable @convention(c) (Statement?, Int32) -> UnsafePointer<CChar>?
    let columnType: @Sendable @convention(c) (Statement?, Int32) -> Int32
    let columnInteger: @Sendable @convention(c) (Statement?, Int32) -> Int64
    let columnReal: @Sendable @convention(c) (Statement?, Int32) -> Double
    let columnText: ColumnBytes
    let columnBlob: ColumnBytes
    let columnSize: @Sendable @convention(c) (Statement?, Int32) -> Int32
    /// `sqlite3_test_control`, for which planner rewritings are switched off. It takes variable
    /// arguments, which travel like fixed ones everywhere but on Apple's 64-bit ARM.
    let testControl: @Sendable @convention(c) (Int32, Database?, Int32) -> Int32
    typealias Progress = @convention(c) (UnsafeMutableRawPointer?) -> Int32
    let progressHandler:
        @Sendable @convention(c) (Database?, Int32, Progress?, UnsafeMutableRawPointer?) -> Void

    /// SQLite under the first usual name that works.
    static func load() throws -> SQLiteOracle {
        let names = [
            "libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib", "/usr/lib/libsqlite3.dylib",
        ]
        for name in names {
            if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return try SQLiteOracle(handle) }
        }
        throw Contradiction("there is no SQLite library here, and nothing to compare with")
    }

    private init(_ handle: UnsafeMutableRawPointer) throws {
        func find<Function>(_ name: String) throws -> Function {
            guard let symbol = dlsym(handle, "sqlite3_" + name) else {
                throw Contradiction("the SQLite library has no sqlite3_\(name)")
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        version = try find("libversion")
        open = try find("open_v2")
        close = try find("close_v2")
        extendedCode = try find("extended_errcode")
        isAutocommit = try find("get_autocommit")
        errorMessage = try find("errmsg")
        changes = try find("changes64")
        totalChanges = try find("total_changes64")
        lastInsertRowID = try find("last_insert_rowid")
        prepare = try find("prepare_v2")
        finalize = try find("finalize")
        step = try find("step")
        columnCount = try find("column_count")
        columnName = try find("column_name")
        columnType = try find("column_type")
        columnInteger = try find("column_int64")
        columnReal = try find("column_double")
        columnText = try find("column_text")
        columnBlob = try find("column_blob")
        columnSize = try find("column_bytes")
        testControl = try find("test_control")
        progressHandler = try find("progress_handler")
    }
}
