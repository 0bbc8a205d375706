/// The columns of nearly all rows: present, sound and short. What is anything else is left to
/// `column(at:)`, which says what is wrong with it.
extension RowReader {
    /// Puts the column at `index` where it is wanted, unless it takes a longer look; the reader
    /// must be rewound then, or go back. Hot.
    @inlinable @inline(__always)
    package mutating func read(
        _ index: Int, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        guard index < columnCount else { return false }
        if index < column { rewind() }
        while column < index {
            let code = readShortCode()
            bodyOffset = bodyOffset &+ RecordCode.bodySize(code)
            // A code that is not short is larger than any record.
            guard bodyOffset <= end else { return false }
            column = column &+ 1
        }
        let code = readShortCode()
        let start = bodyOffset
        bodyOffset = start &+ RecordCode.bodySize(code)
        column = column &+ 1
        guard bodyOffset <= end else { return false }
        if code < RecordCode.firstText { return readNumber(code, at: start, into: target) }
        let size = bodyOffset &- start
        guard RecordCode.isText(code) else {
            target.pointee = ColumnValue(kind: .blob, bytes: bytes + start, count: size)
            return true
        }
        guard UTF8Validation.isValid(bytes + start, count: size) else { return false }
        target.pointee = ColumnValue(kind: .text, bytes: bytes + start, count: size)
        return true
    }

    /// Where it is: good for any record with the same codes.
    @inlinable @inline(__always)
    package var place: (column: Int, codeOffset: Int, bodyOffset: Int) {
        get { (column, codeOffset, bodyOffset) }
        set { (column, codeOffset, bodyOffset) = newValue }
    }

    /// Starts again at the first column.
    @inlinable @inline(__always)
    package mutating func rewind() {
        column = 0
        codeOffset = firstCode
        bodyOffset = firstBody
    }

    /// A code of one or two bytes, or one that no body in memory is long enough for.
    @inlinable @inline(__always)
    mutating func readShortCode() -> UInt64 {
        let first = UInt64(bytes.byte(at: codeOffset))
        if first < 0x80 {
            codeOffset = codeOffset &+ 1
            return first
        }
        let second = UInt64(bytes.byte(at: codeOffset &+ 1))
        codeOffset = codeOffset &+ 2
        return second < 0x80 ? first & 0x7F | second &<< 7 : 1 &<< 62
    }

    /// Of a code below the texts, whose body lies before `end`. Integers of all widths are cut out
    /// of a word that holds them at one of its ends.
    @inlinable @inline(__always)
    func readNumber(
        _ code: UInt64, at start: Int, into target: UnsafeMutablePointer<ColumnValue>
    ) -> Bool {
        if code == RecordCode.real {
            let real = Double(bitPattern: bytes.little(UInt64.self, at: start))
            target.pointee = .real(real)
            return !real.isNaN
        }
        if code &- 1 < 6 {
            let unused = 64 &- RecordCode.fixedSizes &>> (code &* 4) & 15 &* 8
            if start &+ 8 <= end {
                let word = bytes.little(Int64.self, at: start) &<< Int64(unused)
                target.pointee = .integer(word &>> Int64(unused))
            } else if bodyOffset >= 8 {
                let word = bytes.little(Int64.self, at: bodyOffset &- 8)
                target.pointee = .integer(word &>> Int64(unused))
            } else {
                target.pointee = RecordReader.fixedValue(code, bytes, at: start)
            }
            return true
        }
        target.pointee = RecordReader.fixedValue(code, bytes, at: start)
        return code < RecordCode.real
    }
}
