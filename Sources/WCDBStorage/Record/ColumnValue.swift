/// One value of a row, borrowed: numbers by value, text and blobs as address and length.
///
/// **Users.** Anyone, as long as the bytes behind it are kept: those of a record read from a page
/// live as long as the page is pinned. A plain 16-byte value, copied freely.
///
/// **Always true.** Text is UTF-8 (who makes one from unchecked bytes has validated them). Only a
/// text is marked as JSON.
@frozen
@usableFromInline
package struct ColumnValue: Sendable {
    @frozen
    @usableFromInline
    package enum Kind: UInt8, Sendable {
        case null, integer, real, text, blob
    }

    @usableFromInline package let kind: Kind
    /// The text was made as JSON: other makers of JSON take it as it is. No record keeps that.
    @usableFromInline package let isJSON: Bool
    @usableFromInline let length: UInt32
    /// The integer, the bits of the real, or the address of the bytes.
    @usableFromInline let payload: UInt64

    @inlinable @inline(__always)
    init(kind: Kind, length: UInt32, payload: UInt64, isJSON: Bool = false) {
        self.kind = kind
        self.isJSON = isJSON
        self.length = length
        self.payload = payload
    }

    @inlinable @inline(__always)
    package static var null: ColumnValue { ColumnValue(kind: .null, length: 0, payload: 0) }

    @inlinable @inline(__always)
    package static func integer(_ value: Int64) -> ColumnValue {
        ColumnValue(kind: .integer, length: 0, payload: UInt64(bitPattern: value))
    }

    /// NaN is not a value of SQL: it is stored as NULL.
    @inlinable @inline(__always)
    package static func real(_ value: Double) -> ColumnValue {
        ColumnValue(kind: .real, length: 0, payload: value.bitPattern)
    }

    /// Requires: valid UTF-8, and `0 <= count <= RecordLimits.maxValueSize`.
    @inlinable @inline(__always)
    package static func text(_ bytes: UnsafeRawPointer, count: Int) -> ColumnValue {
        ColumnValue(kind: .text, bytes: bytes, count: count)
    }

    /// Requires: `0 <= count <= RecordLimits.maxValueSize`.
    @inlinable @inline(__always)
    package static func blob(_ bytes: UnsafeRawPointer, count: Int) -> ColumnValue {
        ColumnValue(kind: .blob, bytes: bytes, count: count)
    }

    @inlinable @inline(__always)
    init(kind: Kind, bytes: UnsafeRawPointer, count: Int) {
        assert(count >= 0 && count <= RecordLimits.maxValueSize, "length out of range")
        self.init(
            kind: kind, length: UInt32(truncatingIfNeeded: count),
            payload: UInt64(UInt(bitPattern: bytes)))
    }

    /// The same text, marked as JSON or not; other values as they are.
    @inlinable @inline(__always)
    package func marked(asJSON isJSON: Bool) -> ColumnValue {
        guard case .text = kind else { return self }
        return ColumnValue(kind: kind, length: length, payload: payload, isJSON: isJSON)
    }

    /// The same text or blob, whose bytes lie elsewhere. Requires: there are as many.
    @inlinable @inline(__always)
    package func moved(to bytes: UnsafeRawPointer) -> ColumnValue {
        ColumnValue(
            kind: kind, length: length, payload: UInt64(UInt(bitPattern: bytes)), isJSON: isJSON)
    }

    // Kinds are matched and not compared: `==` of an enumeration is a call into this module.

    @inlinable @inline(__always)
    package var isNull: Bool { if case .null = kind { true } else { false } }

    /// Requires: `kind == .integer`.
    @inlinable @inline(__always)
    package var integer: Int64 { Int64(bitPattern: payload) }

    /// Requires: `kind == .real`.
    @inlinable @inline(__always)
    package var real: Double { Double(bitPattern: payload) }

    /// The number of bytes of a text or blob, else 0.
    @inlinable @inline(__always)
    package var count: Int { Int(truncatingIfNeeded: length) }

    /// The bytes of a text or blob; empty for everything else.
    @inlinable @inline(__always)
    package var bytes: UnsafeRawBufferPointer {
        switch kind {
        case .null, .integer, .real: return UnsafeRawBufferPointer(start: nil, count: 0)
        case .text, .blob:
            let start = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: payload))
            return UnsafeRawBufferPointer(start: start, count: count)
        }
    }
}

/// What fits into a record.
@usableFromInline
package enum RecordLimits {
    @usableFromInline package static let maxColumnCount = 32_767
    /// The longest text or blob, in bytes.
    @usableFromInline package static let maxValueSize = 0x7FFF_FFFF
    /// The longest row that is written, in bytes, and so the longest value that is worth making.
    /// Not stored, so that other modules have the number itself and not a call.
    @inlinable package static var maxWrittenSize: Int { 1_000_000_000 }
}
