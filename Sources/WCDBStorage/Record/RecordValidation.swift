/// The check that a record passes before its columns are read without checks.
extension RecordReader {
    /// What is wrong with these bytes as a record; nil if nothing is.
    ///
    /// Accepts exactly what `RecordWriter` writes, so a record has one form: the narrowest
    /// integers, no NaN, no reserved code, bodies that end where the record ends, and UTF-8 in
    /// texts. Texts may be left out (`checkingText: false`) where the same bytes were checked
    /// before. Touches nothing beyond `count` bytes, whatever they are.
    package static func validate(
        _ bytes: UnsafeRawPointer, count: Int, checkingText: Bool = true
    ) -> Corruption? {
        var codes = ByteReader(bytes, count: count)
        guard let columnCount = codes.readVarint() else {
            return Corruption(.record, "broken column count")
        }
        // Each column has at least its code, which also bounds the work by the size.
        guard columnCount <= UInt64(truncatingIfNeeded: RecordLimits.maxColumnCount),
            columnCount <= UInt64(truncatingIfNeeded: codes.remaining)
        else { return Corruption(.record, "\(columnCount) columns in \(count) bytes") }
        let firstCode = codes.offset
        guard let bodies = sizeOfBodies(&codes, columnCount: columnCount) else {
            return Corruption(.record, "broken type code")
        }
        guard bodies == codes.remaining else {
            return Corruption(.record, "bodies of \(bodies) bytes in \(codes.remaining)")
        }
        var bodyOffset = codes.offset
        codes = ByteReader(bytes + firstCode, count: codes.offset &- firstCode)
        while let code = codes.readVarint() {
            let size = RecordCode.bodySize(code)
            guard isCanonical(code, bytes + bodyOffset, size, checkingText: checkingText) else {
                return Corruption(.record, "malformed value of type code \(code)")
            }
            bodyOffset = bodyOffset &+ size
        }
        return nil
    }

    /// The bytes that the bodies of the next codes have together; nil if a code is broken,
    /// unknown, or longer than the record.
    private static func sizeOfBodies(_ codes: inout ByteReader, columnCount: UInt64) -> Int? {
        var total = 0
        var missing = columnCount
        while missing > 0 {
            guard let code = codes.readVarint(), RecordCode.isKnown(code) else { return nil }
            // Each size is bounded by the record before it is added: no sum can overflow.
            let size = RecordCode.bodySize(code)
            guard size <= codes.count else { return nil }
            total = total &+ size
            guard total <= codes.count else { return nil }
            missing = missing &- 1
        }
        return total
    }

    private static func isCanonical(
        _ code: UInt64, _ body: UnsafeRawPointer, _ size: Int, checkingText: Bool
    ) -> Bool {
        switch code {
        case 1...6:
            return RecordCode.integer(fixedValue(code, body, at: 0).integer) == code
        case RecordCode.real:
            return !Double(bitPattern: body.little(UInt64.self, at: 0)).isNaN
        case RecordCode.firstText...:
            guard checkingText, RecordCode.isText(code) else { return true }
            return UTF8Validation.isValid(body, count: size)
        default: return true
        }
    }
}
