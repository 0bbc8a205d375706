/// `CREATE VIRTUAL TABLE t USING module(…)`. The arguments are the module's own language, kept
/// as they were written.
package struct CreateVirtualTableStatement: Hashable, Sendable {
    package var ifNotExists = false
    package var name: QualifiedName
    package var module: Name
    package var arguments: [SQLText]

    package init(
        _ name: QualifiedName = QualifiedName(), using module: Name = .empty,
        _ arguments: [SQLText] = []
    ) {
        self.name = name
        self.module = module
        self.arguments = arguments
    }
}
