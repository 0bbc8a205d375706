import WCDBSQL
import WCDBStorage

/// A prepared statement that is no program: its columns and parameters are known before it runs,
/// as those of a program are.
extension PreparedSQL {
    /// The names of the columns, of the rows that are there or of those to come.
    var directColumns: [String] { kept?.names ?? connection.columns(of: plan.statement) }

    /// Throws what a statement of the schema would throw before it changes anything. A program has
    /// been checked when it was compiled.
    package func check() throws(EngineError) {
        guard program == nil else { return }
        try connection.check(plan.statement, text: plan.text)
    }

    func bindDirectly(_ value: ColumnValue, at index: Int) throws(EngineError) {
        loadDirectParameters()
        guard directParameters != nil else { throw PreparedSQL.noSuchParameter }
        guard kept?.hasBegun != true else { throw PreparedSQL.boundTooLate }
        try directParameters?.bind(value, at: index)
    }

    /// The names of the parameters, by their numbers.
    var directParameterNames: [String?] {
        loadDirectParameters()
        return directParameters?.names ?? []
    }

    private func loadDirectParameters() {
        guard directParameters == nil else { return }
        directParameters = connection.directParameters(of: plan)
    }
}
