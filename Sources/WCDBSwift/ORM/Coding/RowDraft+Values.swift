import Foundation
import WCDBStorage

// How values get into a draft. Positions are checked by the callers.

extension RowDraft {
    @inline(__always)
    mutating func setText(_ value: String, at position: Int) {
        let copied: ColumnValue?? = value.utf8.withContiguousStorageIfAvailable { bytes in
            text(UnsafeRawBufferPointer(bytes), at: position)
        }
        if let copied {
            values[position] = copied ?? .null
        } else {
            var native = value
            values[position] =
                native.withUTF8 { text(UnsafeRawBufferPointer($0), at: position) } ?? .null
        }
    }

    mutating func setData(_ value: Data, at position: Int) {
        values[position] =
            value.withUnsafeBytes { source -> ColumnValue? in
                guard fits(source.count, at: position) else { return nil }
                return .blob(bytes.copy(source), count: source.count)
            } ?? .null
    }

    mutating func set(_ value: Value, at position: Int) {
        switch value.content {
        case .integer(let integer): values[position] = .integer(integer)
        case .real(let real): values[position] = real.isNaN ? .null : .real(real)
        case .text(let text): setText(text, at: position)
        case .blob(let data): setData(data, at: position)
        case .null: values[position] = .null
        }
    }

    @inline(__always)
    private mutating func text(
        _ source: UnsafeRawBufferPointer, at position: Int
    ) -> ColumnValue? {
        guard fits(source.count, at: position) else { return nil }
        return .text(bytes.copy(source), count: source.count)
    }

    /// Whether a value of so many bytes can be stored at all.
    @inline(__always)
    private mutating func fits(_ count: Int, at position: Int) -> Bool {
        if count <= RecordLimits.maxValueSize { return true }
        if problem == nil { problem = tooLarge(at: position) }
        return false
    }

    private func tooLarge(at position: Int) -> WCDBError {
        let encoder = encoder?.takeUnretainedValue()
        let names = encoder?.layout.names ?? []
        let place = FaultPlace(
            table: encoder?.table ?? "", row: encoder?.rowNumber ?? 0,
            column: names.indices.contains(position) ? names[position] : "")
        var fault = RowFault(place, problem: "string or blob too big")
        fault.code = .Exceed
        return fault.error
    }
}
