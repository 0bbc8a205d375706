import WCDBStorage

extension Sorter {
    /// Does an instruction that reads a value of the current row, and those right behind it that
    /// read others. Answers how many it did. Hot.
    @inline(never)
    func readColumns(
        _ code: UnsafePointer<Instruction>, _ values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        let number = code.pointee.a
        guard var reader else {
            values[Int(code.pointee.c)] = .null
            return 1
        }
        var place = code
        repeat {
            assert(place.pointee.b >= 0 && place.pointee.b < layout.columnCount, "out of range")
            values[Int(place.pointee.c)] = reader.read(Int(place.pointee.b))
            place += 1
        } while place.pointee.opcode == .sorterColumn && place.pointee.a == number
        self.reader = reader
        return place - code
    }
}
