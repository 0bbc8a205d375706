/// `ATTACH file AS schema KEY key`. Words without quotes are strings here. Unfinished without a
/// file.
package struct AttachStatement: Hashable, Sendable {
    package var file: Expression?
    package var schema: Expression
    package var key: Expression?

    package init(_ file: Expression?, as schema: Expression, key: Expression? = nil) {
        self.file = file
        self.schema = schema
        self.key = key
    }
}

/// `DETACH schema`.
package struct DetachStatement: Hashable, Sendable {
    package var schema: Expression

    package init(_ schema: Expression) { self.schema = schema }
}
