/// What the writer of random scripts believes to exist. A statement that failed may prove it
/// wrong; the statements that build on it then fail on both sides alike.
struct ScriptSchema {
    struct Column {
        var name: String
        /// As declared; empty without a type.
        var type: String
        var collation: String
        var isGenerated = false
    }

    struct Table {
        /// The name of its database, where a statement has to say it.
        var database: String?
        /// The name alone.
        var bare: String
        var columns: [Column]
        var hasRowID = true
        var isView = false
        /// A column that foreign keys may refer to.
        var key: String?

        /// What statements call it.
        var name: String { (database.map { $0 + "." } ?? "") + bare }

        /// The columns that values can be given to.
        var stored: [Column] { columns.filter { !$0.isGenerated } }

        /// All columns, the rowid too, are of one kind. RETURNING of SQLite 3.40 takes every
        /// column for one of the first's affinity and collation.
        var isUniform: Bool {
            let type = hasRowID ? "INTEGER" : columns.first?.type
            return columns.allSatisfy { column in
                column.type == type && column.collation == columns.first?.collation
            }
        }
    }

    struct Index {
        /// As statements call it, and its table.
        var name: String
        var table: String
        /// It does not have all rows.
        var isPartial = false
    }

    var tables: [Table] = []
    var indexes: [Index] = []
    var triggers: [String] = []

    var views: [Table] { tables.filter(\.isView) }
    /// What rows can be put into.
    var baseTables: [Table] { tables.filter { !$0.isView } }

    /// What the steps of a trigger can change: they may not say where it is.
    var ownTables: [Table] { baseTables.filter { $0.database == nil } }

    mutating func drop(_ name: String) {
        tables.removeAll { $0.name == name }
        indexes.removeAll { $0.table == name }
    }
}
