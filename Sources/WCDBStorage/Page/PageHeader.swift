/// What a page is for. The raw value is the byte in the file.
package enum PageKind: UInt8, Sendable, CaseIterable {
    case header = 1
    case spaceMap = 2
    case rowidLeaf = 3
    case rowidInner = 4
    case keyLeaf = 5
    case keyInner = 6
    case overflow = 7
    case free = 8
}

/// The 32 bytes with which every page begins (on page 1 and 2 they begin at offset 32, behind
/// the clear prefix).
///
///      0          8        12       16       24     25      26      28        30
///     ┌──────────┬────────┬────────┬────────┬──────┬───────┬───────┬─────────┬──────────┐
///     │ checksum │ page   │ tree   │ LSN    │ kind │ level │ cell  │ content │ fragment │
///     │          │ number │        │        │      │       │ count │ start   │ bytes    │
///     └──────────┴────────┴────────┴────────┴──────┴───────┴───────┴─────────┴──────────┘
package enum PageHeader {
    package static let checksum = 0
    package static let pageNumber = 8
    package static let tree = 12
    package static let lsn = 16
    package static let kind = 24
    package static let level = 25
    package static let cellCount = 26
    package static let contentStart = 28
    package static let fragmentBytes = 30
    package static let size = 32
}
