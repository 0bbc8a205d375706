import WCDBStorage

extension Sorter {
    /// Does an instruction that reads a value of the current row, and those right behind it that
    /// read others. Answers how many it did. Hot.
    @inline(never)
    func readColumns(
        _ code: UnsafePointer<Instruction>, _ values: UnsafeMutablePointer<ColumnValue>
    ) -> Int {
        let number = code.pointee.a
        var count = 0
        repeat {
            let i = code + count
            values[Int(i.pointee.c)] = column(Int(i.pointee.b))
            count = count &+ 1
        } while code[count].opcode == .sorterColumn && code[count].a == number
        return count
    }
}
