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
