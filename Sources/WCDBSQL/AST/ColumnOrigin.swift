/// Who put a column into a tree: an object that only its maker understands (the property of a
/// model, so that an error about a missing column can name it).
///
/// It is an annotation: any two origins are equal, so that trees compare by meaning.
package struct ColumnOrigin: Hashable, Sendable {
    package let object: (any AnyObject & Sendable)?

    package static let none = ColumnOrigin(nil)

    package init(_ object: (any AnyObject & Sendable)?) { self.object = object }

    package var isNone: Bool { object == nil }

    package static func == (left: ColumnOrigin, right: ColumnOrigin) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
