/// Where the two sides of a script part.
struct ScriptDifference: Error, CustomStringConvertible {
    /// The number of the statement in its script.
    let index: Int
    let sql: String
    let what: String
    let ours: String
    let theirs: String

    /// What a smaller script must share to show the same: the kind of difference, and the errors
    /// without the names and numbers in them.
    var kind: String {
        let words = [ours, theirs].map { text in
            text.hasPrefix("error") ? text.prefix { $0 != "\"" }.filter { !$0.isNumber } : "fine"
        }
        return what.prefix(24) + words.map { String($0.prefix(30)) }.joined(separator: "/")
    }

    var description: String {
        """
        \(what): \(sql)
          here   \(ours)
          SQLite \(theirs)
        """
    }
}
