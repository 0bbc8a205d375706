/// Which rows of one table a change is about: mostly one, for which no query is needed.
struct ChangedRows {
    let source: Source
    var condition: [Scalar] = []
    let scope: Scope
}
