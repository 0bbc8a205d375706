// What is known of an error, put together in one place.

extension WCDBError.Infos {
    /// What is known of an error: what is nil is left out.
    init(
        source: String, message: String, path: String?, tag: Tag?, sql: String? = nil,
        work: String? = nil, extendedCode: Int32? = nil
    ) {
        self = [.source: Value(source), .message: Value(message)]
        if let work { self[.type] = Value(work) }
        if let extendedCode { self[.extendedCode] = Value(Int64(extendedCode)) }
        locate(path: path, tag: tag, sql: sql)
    }

    /// Adds where the error belongs to. What is nil, and a statement without text, is left out.
    mutating func locate(path: String?, tag: Tag?, sql: String?) {
        if let path { self[.path] = Value(path) }
        if let tag { self[.tag] = Value(Int64(tag)) }
        if let sql, !sql.isEmpty { self[.SQL] = Value(sql) }
    }
}

extension WCDBError {
    /// Something that the library itself refuses or reports.
    convenience init(
        _ code: Code, _ message: String, level: Level = .Error, sql: String? = nil,
        path: String? = nil, tag: Tag? = nil, source: String = "Swift", work: String? = nil,
        extInfos: ExtInfos = [:]
    ) {
        self.init(
            level: level, code: code,
            infos: Infos(
                source: source, message: message, path: path, tag: tag, sql: sql, work: work),
            extInfos: extInfos)
    }

    /// The same error with what was not known where it was made: the database, and the statement.
    func located(path: String, tag: Tag?, sql: String? = nil) -> WCDBError {
        var infos = infos
        infos.locate(path: path, tag: tag, sql: sql)
        return WCDBError(level: level, code: code, infos: infos, extInfos: extInfos)
    }
}

extension WCDBError.ExtInfos {
    /// A place in a statement: the bytes in front of it for programs, line and column for people.
    mutating func note(place offset: Int, in sql: String) {
        let lines = String(decoding: sql.utf8.prefix(offset), as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        self["Offset"] = Value(Int64(offset))
        self["Place"] = Value("line \(lines.count), column \((lines.last?.count ?? 0) + 1)")
    }
}
