/// Where the two sides of a script part.
struct ScriptDifference: Error, CustomStringConvertible {
    /// The number of the statement in its script.
    let index: Int
    let sql: String
    let what: String
    let ours: String
    let theirs: String

    var description: String {
        """
        \(what): \(sql)
          here   \(ours)
          SQLite \(theirs)
        """
    }
}
