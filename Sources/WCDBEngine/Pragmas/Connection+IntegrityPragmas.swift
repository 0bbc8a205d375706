import WCDBSQL
import WCDBStorage

/// `integrity_check` and `quick_check`: the structure of the file first, then, where it is sound,
/// whether rows keep the constraints of their tables and whether indexes hold what they must.
extension Connection {
    func checkIntegrity(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        // The argument is a number of findings, or the only table to look at.
        var limit = 100
        var only: String?
        if case .literal(let literal)? = call.value, literal.isNumber {
            if let number = call.integer, number > 0 { limit = Int(clamping: number) }
        } else {
            only = call.text
            if let only {
                let name = call.qualified(only)
                guard try table(name) != nil else { throw .noSuchTable(name) }
            }
        }
        let isFull = call.name == "integrity_check"
        var findings: [String] = []
        for database in databases where call.database == nil || call.database === database {
            guard findings.count < limit else { break }
            try beginReading(database)
            let damage = try structure(of: database, isFull: isFull, limit - findings.count)
            findings += damage
            guard damage.isEmpty else { continue }
            for entry in try entries(of: database) where entry.kind == .table {
                if let only, !FoldedName.equal(only, entry.name) { continue }
                guard findings.count < limit,
                    let table = try database.table(entry.name, collations: collations)
                else { continue }
                findings += try violations(of: table, limit - findings.count)
                guard isFull, findings.count < limit else { continue }
                findings += try indexFaults(of: table, limit - findings.count)
            }
        }
        return findings.isEmpty ? [[.text("ok")]] : findings.prefix(limit).map { [.text($0)] }
    }

    private func structure(
        of database: DatabaseFile, isFull: Bool, _ limit: Int
    ) throws(EngineError) -> [String] {
        do {
            return try IntegrityCheck.run(
                database.transaction, extent: isFull ? .full : .quick, limit: limit,
                hasRecords: { $0.kind == .table }, goesOn: { [interruption] in !interruption.isSet }
            ).map { finding in
                "*** in database \(database.name) *** tree \(finding.tree.rawValue)"
                    + " page \(finding.page.rawValue): \(finding.kind.rawValue)"
                    + (finding.detail.isEmpty ? "" : " - \(finding.detail)")
            }
        } catch {
            throw .storage(error)
        }
    }

    /// NOT NULL, CHECK and the types of STRICT, one finding for each row.
    private func violations(
        of table: TableSchema, _ limit: Int
    ) throws(EngineError) -> [String] {
        var findings: [String] = []
        for (index, column) in table.columns.enumerated()
        where column.isNotNull && index != table.rowidColumn {
            let test = Expression.unary(.isNull, .column(ColumnReference(Name(column.name))))
            for _ in 0..<(try count(of: table, where: test, atMost: limit - findings.count)) {
                findings.append("NULL value in \(table.name).\(column.name)")
            }
        }
        for check in table.checks where !flag("ignore_check_constraints") {
            let test = Expression.unary(.not, check.condition)
            for _ in 0..<(try count(of: table, where: test, atMost: limit - findings.count)) {
                findings.append("CHECK constraint failed in \(table.name)")
            }
        }
        return try findings + typeFaults(of: table, limit - findings.count)
    }

    /// Values of another type than their column has in a STRICT table: no row is written with one,
    /// but the DEFAULT of a column that was added to rows is not looked at.
    private func typeFaults(of table: TableSchema, _ limit: Int) throws(EngineError) -> [String] {
        var tests: [(finding: String, condition: Expression)] = []
        for column in table.columns {
            guard let type = column.strictType, let name = type.storageClass else { continue }
            let value = Expression.column(ColumnReference(Name(column.name)))
            let other = Expression.binary(
                .notEqual, .function(FunctionCall("typeof", [value])), .text(name))
            tests.append(
                (
                    "non-\(type.rawValue) value in \(table.name).\(column.name)",
                    .binary(.and, .unary(.notNull, value), other)
                ))
        }
        // Mostly there is none: the rows are read once.
        guard !tests.isEmpty else { return [] }
        let any = Self.any(of: tests.map(\.condition)[...])
        guard try count(of: table, where: any, atMost: 1) > 0 else { return [] }
        var findings: [String] = []
        for test in tests {
            let number = try count(
                of: table, where: test.condition, atMost: limit - findings.count)
            findings += Array(repeating: test.finding, count: number)
        }
        return findings
    }

    /// One condition that is met where any of some is: of little depth, however many they are.
    /// Requires: there are some.
    private static func any(of conditions: ArraySlice<Expression>) -> Expression {
        let middle = conditions.startIndex + conditions.count / 2
        guard conditions.count > 1 else { return conditions[middle] }
        return .binary(.or, any(of: conditions[..<middle]), any(of: conditions[middle...]))
    }
}
