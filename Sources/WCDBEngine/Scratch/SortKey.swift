package import WCDBStorage

/// One term of ORDER BY: how its values compare, and where NULL goes.
package struct SortKey: Sendable {
    package enum NullOrder: Sendable {
        case first, last
    }

    package var column: KeyColumn
    /// nil means what SQL does by itself: NULL is less than everything.
    package var nulls: NullOrder?

    package init(_ column: KeyColumn = .ascending, nulls: NullOrder? = nil) {
        self.column = column
        // Promises that the column holds only REALs matter to keys that are decoded again.
        self.column.holdsOnlyReals = false
        self.nulls = nulls
    }

    /// Whether NULL goes to the other end than its key would.
    fileprivate var movesNulls: Bool {
        switch nulls {
        case nil: false
        case .first: column.isDescending
        case .last: !column.isDescending
        }
    }
}

/// Makes the keys of rows after a list of terms, one after another in the same memory.
///
/// **Users.** One owner, one thread.
struct SortKeyEncoder: ~Copyable {
    private struct Term {
        let column: KeyColumn
        let movesNulls: Bool
        /// Texts compare byte by byte.
        let isBinary: Bool
        /// Nothing but the value decides about its bytes.
        let isPlain: Bool
    }

    private var encoder = KeyEncoder()
    /// Not an array: copying a term out of one would retain its collation for each value.
    private let terms: UnsafeMutableBufferPointer<Term>

    init(_ keys: [SortKey]) {
        terms = .allocate(capacity: keys.count)
        for (index, key) in keys.enumerated() {
            let isBinary = if case .binary = key.column.collation { true } else { false }
            terms.initializeElement(
                at: index,
                to: Term(
                    column: key.column, movesNulls: key.movesNulls, isBinary: isBinary,
                    isPlain: key.column.isPlain && !key.movesNulls))
        }
    }

    deinit {
        terms.deinitialize()
        terms.deallocate()
    }

    /// The key that was made last; good until the next `encode`.
    var key: UnsafeRawBufferPointer { encoder.key }

    /// Makes the key of one row. Hot. Requires: as many values as there are terms.
    @inline(__always)
    mutating func encode(_ values: UnsafePointer<ColumnValue>) {
        encoder.begin()
        for index in 0..<terms.count {
            if terms[index].isPlain {
                encoder.appendPlain(values[index])
            } else if terms[index].movesNulls, SortKeyEncoder.isNull(values[index]) {
                // Bytes that no value begins with, below and above all that one does.
                if terms[index].column.isDescending {
                    encoder.appendLowerBound()
                } else {
                    encoder.appendUpperBound()
                }
            } else {
                encoder.append(values[index], terms[index].column)
            }
        }
    }

    /// No key of these values has first bytes below this number, which is known without making
    /// the key if the first value is an integer or a plain text; 0 tells nothing. Hot. Requires:
    /// as many values as there are terms.
    @inline(__always)
    func leastPrefix(_ values: UnsafePointer<ColumnValue>) -> UInt64 {
        guard terms.count > 0 else { return 0 }
        let isDescending = terms[0].column.isDescending
        switch values[0].kind {
        case .integer:
            let (word, size) = KeyEncoder.firstBytes(of: values[0].integer)
            guard isDescending else { return word }
            // All of its bytes complemented, and none behind them known.
            return size < 8 ? (~word &>> unused(size)) &<< unused(size) : ~word
        case .text:
            guard terms[0].isBinary,
                let word = KeyEncoder.firstBytes(ofText: values[0].bytes)
            else { return 0 }
            return isDescending ? ~word : word
        case .null, .real, .blob: return 0
        }
    }

    /// The bits of a word behind the first bytes.
    @inline(__always)
    private func unused(_ size: Int) -> UInt64 { UInt64(truncatingIfNeeded: 64 &- size &* 8) }

    /// NaN is not a value of SQL, and sorts as NULL.
    private static func isNull(_ value: ColumnValue) -> Bool {
        switch value.kind {
        case .null: true
        case .real: value.real.isNaN
        case .integer, .text, .blob: false
        }
    }
}
