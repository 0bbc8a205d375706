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
/// The same type is what error tracers are given, be it thrown or not: see ``Level``.
public final class WCDBError: Swift.Error, CustomStringConvertible, Sendable {
    /// What is known, by key.
    public typealias Infos = [WCDBError.Key: Value]
    /// What else is known, by names.
    public typealias ExtInfos = [String: Value]

    /// How bad it is.
    public let level: WCDBError.Level
    /// The class of the error.
    public let code: WCDBError.Code
    /// What is known, by key.
    public let infos: Infos
    /// What else is known, by names.
    public let extInfos: ExtInfos

    init(level: Level, code: Code, infos: Infos, extInfos: ExtInfos = [:]) {
        self.level = level
        self.code = code
        self.infos = infos
        self.extInfos = extInfos
    }

    /// The tag of the database; 0 if it has none.
    public var tag: Tag? { infos[.tag]?.intValue ?? 0 }

    /// The exact kind of the error, for those that have one.
    public var extendedCode: WCDBError.ExtendCode? {
        infos[.extendedCode].flatMap { ExtendCode(rawValue: $0.intValue) }
    }

    /// A sentence on what went wrong.
    public var message: String? { infos[.message]?.stringValue }

    /// The statement that failed.
    public var sql: String? { infos[.SQL]?.stringValue }

    /// The path of the database.
    public var path: String? { infos[.path]?.stringValue }

    /// Everything that is known, in one line.
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
