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
        var name: String
        var columns: [Column]
        var hasRowID = true
        var isView = false
        /// A column that foreign keys may refer to.
        var key: String?

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
        var name: String
        var table: String
    }

    var tables: [Table] = []
    var indexes: [Index] = []
    var triggers: [String] = []

    var views: [Table] { tables.filter(\.isView) }
    /// What rows can be put into.
    var baseTables: [Table] { tables.filter { !$0.isView } }

    mutating func drop(_ name: String) {
        tables.removeAll { $0.name == name }
        indexes.removeAll { $0.table == name }
    }
}
