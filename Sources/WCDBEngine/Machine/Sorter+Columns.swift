import WCDBStorage

extension Sorter {
    /// Does an instruction that reads a value of the current row, and those right behind it that
    /// read others. Answers how many it did. Hot.
    @inline(never)
    func readColumns(
        _ code: UnsafePointer<Instruction>, _ values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        let number = code.pointee.a
        guard let row, shift == 0 else { return readMovedColumns(code, values) }
        let own = RowLayout.values(of: row)
        var place = code
        repeat {
            assert(place.pointee.b >= 0 && place.pointee.b < layout.columnCount, "out of range")
            // In one piece.
            (values + Int(place.pointee.c)).update(from: own + Int(place.pointee.b), count: 1)
            place += 1
        } while place.pointee.opcode == .sorterColumn && place.pointee.a == number
        return place - code
    }

    /// The same for a row whose addresses are off, or none.
    @inline(never)
    private func readMovedColumns(
        _ code: UnsafePointer<Instruction>, _ values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        let number = code.pointee.a
        var place = code
        repeat {
            values[Int(place.pointee.c)] = column(Int(place.pointee.b))
            place += 1
        } while place.pointee.opcode == .sorterColumn && place.pointee.a == number
        return place - code
    }
}
