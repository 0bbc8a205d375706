import Foundation
import WCDBStorage

/// The row that a decoder is at, and where each key lies in it: what its containers point to.
///
/// **Always true.** Without a row `values` is nil, and nothing is read. A position in `positions`
/// is -1 or less than the number of the row's columns.
struct RowState {
    var values: UnsafePointer<ColumnValue>?
    /// By the index of a key.
    let positions: UnsafeMutablePointer<Int16>
    /// Room for a value on its way to the object, empty before and after; `Data` is the largest.
    let place: UnsafeMutableRawPointer
    /// Counts the decoders that have had it: a container of an earlier one reads nothing.
    var generation: UInt32 = 0
    /// Who can say more: names, types. There as long as `values` may be.
    var decoder: Unmanaged<RowDecoder>?

    static let pool = StatePool<RowState> {
        let positions = UnsafeMutablePointer<Int16>.allocate(capacity: KeyForm.limit)
        positions.initialize(repeating: -1, count: KeyForm.limit)
        let place = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Data>.stride, alignment: MemoryLayout<Data>.alignment)
        return RowState(values: nil, positions: positions, place: place, decoder: nil)
    }

    /// What somebody gets who has kept a row for longer than it was there.
    static var gone: WCDBError { RowFault(table: "", row: 0, problem: "The row is gone.").error }
}
