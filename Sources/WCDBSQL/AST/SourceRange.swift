/// Where a node was written: byte offsets into the text that was parsed.
///
/// It is an annotation: any two ranges are equal, so that trees compare by meaning. Nodes made by
/// a builder have `.none`.
package struct SourceRange: Hashable, Sendable {
    package var start: UInt32
    package var end: UInt32

    package static let none = SourceRange(start: .max, end: .max)

    package init(start: UInt32, end: UInt32) {
        self.start = start
        self.end = end
    }

    /// Offsets beyond four gigabytes are clamped; no statement is that long.
    package init(_ start: Int, _ end: Int) {
        self.start = UInt32(clamping: start)
        self.end = UInt32(clamping: end)
    }

    package var isNone: Bool { start == .max }

    package static func == (left: SourceRange, right: SourceRange) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
