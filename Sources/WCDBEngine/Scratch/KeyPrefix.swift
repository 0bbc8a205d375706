import WCDBStorage

/// Eight bytes of a key as a number that compares as they do: big-endian, zeros where the key has
/// ended. Most comparisons of keys end with it.
enum KeyPrefix {
    /// The eight bytes from `offset` on; touches none outside of the key. Hot.
    @inline(__always)
    static func load(_ key: UnsafeRawBufferPointer, at offset: Int = 0) -> UInt64 {
        guard let base = key.baseAddress, offset < key.count else { return 0 }
        let start = base + offset
        let count = key.count &- offset
        if count >= 8 { return start.big(UInt64.self, at: 0) }
        let end = UInt64(truncatingIfNeeded: 64 &- count &* 8)
        if count >= 4 {
            // Two loads that overlap, which the OR does not mind.
            let last = UInt64(start.big(UInt32.self, at: count &- 4))
            return UInt64(start.big(UInt32.self, at: 0)) &<< 32 | last &<< end
        }
        let middle = count &>> 1
        let shift = UInt64(truncatingIfNeeded: 56 &- middle &* 8)
        return UInt64(start.byte(at: 0)) &<< 56 | UInt64(start.byte(at: middle)) &<< shift
            | UInt64(start.byte(at: count &- 1)) &<< end
    }
}

/// A key as sorting moves it around: its first bytes, and what leads to the rest.
struct SortRecord: BitwiseCopyable {
    /// What a record takes while it is sorted, which needs another area of their size.
    static let sortingSize = 2 * MemoryLayout<SortRecord>.stride

    var prefix: UInt64
    /// What it stands for: the address of a row, or the number of an entry.
    var reference: UInt64

    @inline(__always)
    init(prefix: UInt64, reference: UInt64) {
        self.prefix = prefix
        self.reference = reference
    }

    @inline(__always)
    init(prefix: UInt64, row: UnsafeRawPointer) {
        self.init(prefix: prefix, reference: UInt64(UInt(bitPattern: row)))
    }

    /// The row at the address. Requires: it was made from one.
    @inline(__always)
    var row: UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: reference))
    }
}

/// Leads from the reference in a sort record to the whole key.
protocol KeySource {
    func key(of reference: UInt64) -> UnsafeRawBufferPointer
}
