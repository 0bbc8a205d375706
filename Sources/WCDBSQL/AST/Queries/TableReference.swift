/// A table by name, as a source or as the target of UPDATE and DELETE.
///
/// What it says is shared by its copies and never changed: one with another alias is another
/// object.
package struct TableReference: Hashable, Sendable {
    package enum Indexing: Hashable, Sendable {
        case free
        case indexed(by: Name)
        case notIndexed
    }

    private var content: Content

    package init(_ name: QualifiedName, alias: Name? = nil, indexing: Indexing = .free) {
        content = Content(name, alias, indexing)
    }

    package var name: QualifiedName {
        get { content.name }
        set { content = Content(newValue, content.alias, content.indexing) }
    }
    package var alias: Name? {
        get { content.alias }
        set { content = Content(content.name, newValue, content.indexing) }
    }
    package var indexing: Indexing {
        get { content.indexing }
        set { content = Content(content.name, content.alias, newValue) }
    }

    private final class Content: Hashable, Sendable {
        let name: QualifiedName
        let alias: Name?
        let indexing: Indexing

        init(_ name: QualifiedName, _ alias: Name?, _ indexing: Indexing) {
            self.name = name
            self.alias = alias
            self.indexing = indexing
        }

        static func == (left: Content, right: Content) -> Bool {
            left === right
                || left.name == right.name && left.alias == right.alias
                    && left.indexing == right.indexing
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(alias)
            hasher.combine(indexing)
        }
    }
}
