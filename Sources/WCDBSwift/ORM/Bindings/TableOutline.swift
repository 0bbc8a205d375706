package import WCDBSQL

/// What a binding says about a table, as trees: columns, constraints, indexes.
package struct TableOutline: Sendable {
    package struct Index: Sendable {
        /// What the name of the index has behind the name of the table.
        package let suffix: String
        package let isUnique: Bool
        package let columns: [OrderingTree]
    }

    /// The columns in the order of the keys.
    package internal(set) var columns: [ColumnDefinition]
    package internal(set) var constraints: [TableConstraintTree] = []
    package internal(set) var indexes: [Index] = []
    /// The module of a virtual table.
    package internal(set) var module: Name?
    package internal(set) var moduleArguments: [SQLText] = []
    /// The keys whose values the database gives out.
    package internal(set) var autoIncrementKeys: [String] = []
    package internal(set) var isAutoIncrementForExistingTable = false
    /// What is wrong, in sentences: such a table is not created.
    package internal(set) var problems: [String] = []
    /// What could not be understood, in sentences: whoever creates the table reports it.
    package internal(set) var remarks: [String] = []

    init(columns: [ColumnDefinition]) { self.columns = columns }
}
