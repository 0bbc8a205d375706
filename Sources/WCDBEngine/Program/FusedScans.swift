/// Finds the scans that give each row to a hash table or a sorter, those that look for rows in a
/// hash table, and those whose rows are the result, and lets the instruction at their end do what
/// the loop does for all rows behind the first one.
///
///     tableFirst; column…; alias…; sorterAdd; tableNext               →   tableFill at the end
///     tableFirst; column…; alias…; jumpIfNull…; hashAdd; tableNext    →   tableFill at the end
///     tableFirst; column; jumpIfNull; hashSeek; …; tableNext          →   tableProbe at the end
///     tableFirst; column…; resultRow; tableNext                       →   tableYield at the end
///     indexSeek; indexColumn…; resultRow; indexNext                   →   indexYield at the end
///     indexSeek; indexRowid; seekRowid; column…; resultRow; indexNext →   indexYield at the end
///
/// `tableProbe` looks for each row of a table by one of its columns; the program goes on with the
/// rows that find something. `tableYield` and `indexYield` give each step one row.
///
/// Where a loop goes through a range, what asks for its end stands before the rest.
///
/// **Users.** The builder of a program, when jumps have their addresses.
///
/// **Always true.** The instructions of the loop stay: they do the same for the first row, and for
/// those that are left to them.
struct FusedScans {
    private let instructions: [Instruction]

    init(_ instructions: [Instruction]) { self.instructions = instructions }

    /// The addresses of the ends of loops that can be another instruction, and that one.
    var ends: [(address: Int, instruction: Instruction)] {
        instructions.indices.compactMap { end in
            var instruction = instructions[end]
            if instruction.opcode == .indexNext {
                guard let count = keyReads(end).flatMap(UInt16.init(exactly:)) else { return nil }
                instruction.opcode = .indexYield
                instruction.small = count
                return (end, instruction)
            }
            guard instruction.opcode == .tableNext else { return nil }
            let (start, readsEnd) = instructions.reads(inLoopTo: end)
            guard readsEnd < end else { return nil }
            if fills(from: readsEnd, to: end) {
                instruction.opcode = .tableFill
            } else if readsEnd == end - 1, instructions[readsEnd].opcode == .resultRow,
                let count = UInt16(exactly: readsEnd - start)
            {
                instruction.opcode = .tableYield
                instruction.small = count
            } else if readsEnd == start + 1, probes(from: start, to: end) {
                instruction.opcode = .tableProbe
            } else {
                return nil
            }
            return (end, instruction)
        }
    }

    /// How many instructions read the key in a loop over keys whose rows are the result; nil if it
    /// is none.
    private func keyReads(_ end: Int) -> Int? {
        let next = instructions[end]
        var start = Int(next.c)
        if instructions[start].opcode == .indexBeyond, instructions[start].a == next.a {
            start += 1
        }
        var place = start
        while place < end, instructions[place].isKeyRead(of: next.a) { place += 1 }
        let count = place - start
        let seek = instructions[place]
        if seek.opcode == .seekRowid {
            guard seek.small == next.a + 1, seek.c == end else { return nil }
            place += 1
            while place < end, instructions[place].isRead(of: seek.a) { place += 1 }
        }
        let isWhole = place == end - 1 && instructions[place].opcode == .resultRow
        return isWhole && count > 0 ? count : nil
    }

    private func fills(from start: Int, to end: Int) -> Bool {
        let last = instructions[end - 1]
        // A sorter that takes the first rows only has looked at the keys before.
        guard last.opcode == .hashAdd || last.opcode == .sorterAdd && last.flag == 0 else {
            return false
        }
        return instructions[start..<(end - 1)].allSatisfy { step in
            switch step.opcode {
            case .alias, .affinity: true
            case .jumpIfNull: step.c == end
            default: false
            }
        }
    }

    private func probes(from start: Int, to end: Int) -> Bool {
        guard start + 2 < end else { return false }
        let (read, jump, seek) = (
            instructions[start], instructions[start + 1], instructions[start + 2]
        )
        return jump.opcode == .jumpIfNull && jump.a == read.c && seek.opcode == .hashSeek
            && seek.b == read.c && Int(seek.small) == Int(read.a) + 1
            && Int(seek.flag) == (read.opcode == .rowid ? 0 : Int(read.b) + 1)
    }
}

extension [Instruction] {
    /// Where the instructions are that read a row in the loop over a table that ends at `end`:
    /// behind what asks for the end of a range; where rows pass a sieve, behind what tests the
    /// same.
    func reads(inLoopTo end: Int) -> (start: Int, end: Int) {
        let next = self[end]
        var start = Int(next.b > 0 ? self[end + 1].c : next.c)
        if self[start].endsRange(of: next.a) { start += 1 }
        var place = start
        while place < end, self[place].isRead(of: next.a) { place += 1 }
        return (start, place)
    }
}
