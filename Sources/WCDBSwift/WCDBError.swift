import Foundation

/// What went wrong in a database, and everything that is known about it.
///
/// ```swift
/// do {
///     try database.insert(note, intoTable: "notes")
/// } catch let error as WCDBError where error.extendedCode == .ConstraintUnique {
///     // There is one with this identifier already.
/// }
/// ```
///
/// Error tracers are given the same type, whether it is thrown or not: see ``Level``.
///
/// Logs want all of it, `"\(error)"`; whoever is shown one sentence gets ``message``. Foundation's
/// `localizedDescription` is its stock sentence for unknown errors: only the number in it says
/// something.
public final class WCDBError: Swift.Error, CustomStringConvertible, Sendable {
    /// What is known, by key.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     let infos: WCDBError.Infos = error.infos
    ///     for (key, value) in infos { log("\(key): \(value.stringValue)") }
    /// }
    /// ```
    public typealias Infos = [WCDBError.Key: Value]
    /// What else is known, by names.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     let infos: WCDBError.ExtInfos = error.extInfos
    ///     for (key, value) in infos { log("\(key): \(value.stringValue)") }
    /// }
    /// ```
    public typealias ExtInfos = [String: Value]

    /// How bad it is.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     if error.level == .Fatal { log("mistake in the program: \(error)") }
    /// }
    /// ```
    public let level: WCDBError.Level
    /// The class of the error.
    ///
    /// ```swift
    /// do {
    ///     try database.exec(sql: "SELEKT 1")
    /// } catch let error as WCDBError {
    ///     print(error.code == .Error)
    /// }
    /// ```
    public let code: WCDBError.Code
    /// What is known, by key.
    ///
    /// ```swift
    /// database.traceError { error in
    ///     if error.infos[.type]?.stringValue == "Integrity" { log("the file is damaged") }
    /// }
    /// ```
    public let infos: Infos
    /// What else is known, by names.
    ///
    /// ```swift
    /// database.traceError { error in
    ///     for (name, value) in error.extInfos { log("\(name): \(value.stringValue)") }
    /// }
    /// ```
    public let extInfos: ExtInfos

    init(level: Level, code: Code, infos: Infos, extInfos: ExtInfos = [:]) {
        self.level = level
        self.code = code
        self.infos = infos
        self.extInfos = extInfos
    }

    /// The tag of the database; 0 if it has none.
    ///
    /// ```swift
    /// Database.globalTraceError { error in log("database \(error.tag ?? 0): \(error.code)") }
    /// ```
    public var tag: Tag? { infos[.tag]?.intValue ?? 0 }

    /// The exact kind of the error, for those that have one.
    ///
    /// ```swift
    /// do {
    ///     try database.insert(note, intoTable: "notes")
    /// } catch let error as WCDBError where error.extendedCode == .ConstraintPrimaryKey {
    ///     try database.insertOrReplace(note, intoTable: "notes")
    /// }
    /// ```
    public var extendedCode: WCDBError.ExtendCode? {
        infos[.extendedCode].flatMap { ExtendCode(rawValue: $0.intValue) }
    }

    /// A sentence on what went wrong.
    ///
    /// ```swift
    /// do {
    ///     try database.exec(sql: "SELECT * FROM nowhere")
    /// } catch let error as WCDBError {
    ///     print(error.message ?? "")
    /// }
    /// ```
    public var message: String? { infos[.message]?.stringValue }

    /// The statement that failed.
    ///
    /// ```swift
    /// database.traceError { error in log("\(error.code) in \(error.sql ?? "no statement")") }
    /// ```
    public var sql: String? { infos[.SQL]?.stringValue }

    /// The path of the database.
    ///
    /// ```swift
    /// Database.globalTraceError { error in
    ///     if error.code == .Corrupt, let path = error.path { log("\(path) is damaged") }
    /// }
    /// ```
    public var path: String? { infos[.path]?.stringValue }

    /// Everything that is known, in one line.
    ///
    /// ```swift
    /// do {
    ///     try database.exec(sql: "SELECT * FROM nowhere")
    /// } catch let error as WCDBError {
    ///     log(error.description)
    /// }
    /// ```
    public var description: String {
        let known = infos.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key):\($0.value.stringValue)" }
            .joined(separator: ",")
        let more = extInfos.sorted { $0.key < $1.key }
            .map { " \($0.key):\($0.value.stringValue)" }
            .joined()
        return "[\(level)] Code:\(code) \(known)\(more)"
    }
}
