import WCDBSQL

/// A table's declaration under construction: configurations add to it.
final class TableDraft: TableBindingBase {
    private(set) var outline: TableOutline

    init(columns: [ColumnDefinition]) { outline = TableOutline(columns: columns) }

    /// Adds constraints to the column of that key.
    func constrain(_ key: String, _ constraints: [ColumnConstraintTree]) {
        let name = Name(spelling: key)
        let index = outline.columns.firstIndex { $0.name.name == name }
        if let index {
            outline.columns[index].constraints += constraints
        } else {
            outline.problems.append("columndef not found: \(key)")
        }
    }

    func constrain(_ constraint: TableConstraintTree) { outline.constraints.append(constraint) }

    /// Adds an index; of two with one suffix the last counts.
    func addIndex(_ index: TableOutline.Index) {
        outline.indexes.removeAll { $0.suffix == index.suffix }
        outline.indexes.append(index)
    }

    func setModule(_ module: Name, _ arguments: [SQLText]) {
        outline.module = module
        outline.moduleArguments = arguments
    }

    func useAutoIncrement(of key: String) { outline.autoIncrementKeys.append(key) }

    func enableAutoIncrementForExistingTable() {
        outline.isAutoIncrementForExistingTable = true
    }
}

extension TableConfiguration {
    /// The draft behind a binding. Other bindings are not changed by anyone.
    func draft(of binding: any TableBindingBase) -> TableDraft? { binding as? TableDraft }
}
