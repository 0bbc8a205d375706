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

    /// Goes to a column and says what is asked for of it and where its body ends. If the body is
    /// not at hand, that is only what its code says, and nil if this is not enough; the bytes of a
    /// text or blob are not to be looked at then. Whoever asks for columns in ascending order goes
    /// by each code once. Requires: there is the column.
    package mutating func outline(
        of index: Int, _ part: ValuePart
    ) throws(StorageError) -> (value: ColumnValue?, end: Int) {
        if index < column { rewind() }
        while column < index {
            bodyOffset = bodyOffset &+ RecordCode.bodySize(try readCode())
            column = column &+ 1
        }
        var reader = self
        let code = try reader.readCode()
        let body = bodyOffset..<(bodyOffset &+ RecordCode.bodySize(code))
        return (body.upperBound > end ? try outline(code, body, part) : nil, body.upperBound)
    }

    private func outline(
        _ code: UInt64, _ body: Range<Int>, _ part: ValuePart
    ) throws(StorageError) -> ColumnValue? {
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
}
