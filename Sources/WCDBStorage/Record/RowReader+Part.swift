/// Rows of which only the beginning is at hand: the codes of all columns, and some bodies.
extension RowReader {
    package var start: UnsafeRawPointer { bytes }

    /// How many bytes are at hand.
    package var byteCount: Int { end }

    /// More of the same record is at hand now, here or elsewhere.
    package mutating func extend(to record: UnsafeRawBufferPointer) {
        guard let base = record.baseAddress else { return }
        bytes = base
        end = record.count
    }

    /// Where the body of a column ends, be it at hand or not. Requires: there is the column.
    package func end(of index: Int) throws(StorageError) -> Int {
        try extent(of: index).body.upperBound
    }

    /// What is asked for of a column whose body is not at hand, if its code says it; nil if not, or
    /// if the body does not end within `length`, as the whole row does. The bytes of a text or blob
    /// are not to be looked at. Requires: there is the column.
    package func outline(
        of index: Int, _ part: ValuePart, within length: Int
    ) throws(StorageError) -> ColumnValue? {
        let (code, body) = try extent(of: index)
        guard body.upperBound > end, body.upperBound <= length else { return nil }
        guard code >= RecordCode.firstText else {
            // Integers and reals have to be read to be told from what is broken.
            return body.isEmpty ? try fixedValue(code, at: 0) : nil
        }
        let isText = RecordCode.isText(code)
        switch part {
        case _ where body.isEmpty, .kind:
            return isText ? .text(bytes, count: 0) : .blob(bytes, count: 0)
        case .length where !isText: return .blob(bytes, count: body.count)
        case .length, .whole: return nil
        }
    }

    private func extent(
        of index: Int
    ) throws(StorageError) -> (code: UInt64, body: Range<Int>) {
        var reader = self
        if index < column { reader.rewind() }
        var code = UInt64(0)
        var start = 0
        while reader.column <= index {
            code = try reader.readCode()
            start = reader.bodyOffset
            reader.bodyOffset = start &+ RecordCode.bodySize(code)
            reader.column = reader.column &+ 1
        }
        return (code, start..<reader.bodyOffset)
    }
}
