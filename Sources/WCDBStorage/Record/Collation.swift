/// How texts are ordered and when they are equal.
///
/// A collation is its *sort key*: the bytes that stand for a text in a key, so that comparing
/// keys as bytes compares texts. The built-in ones are frozen by the file format.
///
/// **Users.** Anyone; a value.
@usableFromInline
package enum Collation: Sendable {
    /// The bytes themselves.
    case binary
    /// ASCII letters in lower case.
    case nocase
    /// Without trailing spaces.
    case rtrim
    /// Whatever the program supplied.
    case custom(CustomCollation)

    package var name: String {
        switch self {
        case .binary: "BINARY"
        case .nocase: "NOCASE"
        case .rtrim: "RTRIM"
        case .custom(let custom): custom.name
        }
    }

    /// Stored with each index; another version means that the index must be built anew.
    package var version: String {
        switch self {
        case .binary, .nocase, .rtrim: "1"
        case .custom(let custom): custom.version
        }
    }

    /// Name and version in eight bytes, for the catalog and the file header.
    package var digest: UInt64 {
        var identity = "\(name)\u{0}\(version)"
        return identity.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else { return 0 }
            return Checksum.sum(UnsafeRawPointer(base), count: utf8.count, seed: 0)
        }
    }
}

/// A collation that the program supplies as a function from a text to its sort key.
///
/// PostgreSQL's indexes broke in silence when a library changed its sort order: so the version is
/// part of the identity, and a file that was sorted by another one refuses its indexes.
@usableFromInline
package final class CustomCollation: Sendable {
    package let name: String
    package let version: String
    /// From the UTF-8 of a text to bytes that compare as the texts shall. Must give the same bytes
    /// for the same text whenever name and version are the same.
    package let sortKey: @Sendable (UnsafeRawBufferPointer) -> [UInt8]

    package init(
        name: String, version: String,
        sortKey: @escaping @Sendable (UnsafeRawBufferPointer) -> [UInt8]
    ) {
        self.name = name
        self.version = version
        self.sortKey = sortKey
    }
}

/// One column of a key: how its values are turned into bytes.
@usableFromInline
package struct KeyColumn: Sendable {
    @usableFromInline package var collation: Collation
    @usableFromInline package var isDescending: Bool
    /// The affinity makes every number of this column a REAL, so that an integral one needs no
    /// fix-up to be told from an INTEGER.
    @usableFromInline package var holdsOnlyReals: Bool

    @inlinable
    package init(
        collation: Collation = .binary, isDescending: Bool = false, holdsOnlyReals: Bool = false
    ) {
        self.collation = collation
        self.isDescending = isDescending
        self.holdsOnlyReals = holdsOnlyReals
    }

    /// Whether the bytes of a value are those of the value alone.
    package var isPlain: Bool {
        guard case .binary = collation else { return false }
        return !isDescending && !holdsOnlyReals
    }

    @inlinable package static var ascending: KeyColumn { KeyColumn() }
    @inlinable package static var descending: KeyColumn { KeyColumn(isDescending: true) }
}
