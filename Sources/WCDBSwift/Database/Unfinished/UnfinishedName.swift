import WCDBSQL

// Names. Text ends at a zero character, so a name that has one cannot be said; a statement that ran
// all the same would mean what no text of it says.

extension UnfinishedStatement {
    static func unsayable(_ name: Name?) -> String? {
        name?.hasNUL == true ? "a name has a zero character" : nil
    }

    static func unsayable(_ name: QualifiedName) -> String? {
        unsayable(name.schema) ?? unsayable(name.name)
    }

    static func unsayable(_ column: ColumnReference) -> String? {
        if let part = unsayable(column.name) { return part }
        return column.isPlain ? nil : unsayable(column.table) ?? unsayable(column.schema)
    }

    static func unsayable(_ table: TableReference) -> String? {
        if let part = unsayable(table.name) ?? unsayable(table.alias) { return part }
        guard case .indexed(let index) = table.indexing else { return nil }
        return unsayable(index)
    }

    static func unsayable(_ upkeep: UpkeepStatement) -> String? {
        switch upkeep {
        case .analyze(let name), .reindex(let name): name.flatMap { unsayable($0) }
        case .vacuum(let schema, let file): unsayable(schema) ?? missing(file)
        }
    }
}
