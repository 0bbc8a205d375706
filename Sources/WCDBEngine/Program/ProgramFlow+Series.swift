extension ProgramFlow {
    /// Where the program can be entered again and again once its cursors are open, if all it does
    /// is to change one row that is made of its parameters: nothing is left over from one run to
    /// the next.
    var seriesStart: Int? {
        let code = instructions
        guard let first = code.first, first.opcode == .goto, first.c > 0,
            code.allSatisfy({ $0.opcode.isOfOneRow })
        else { return nil }
        // What is made once, at the end of the program, has to be there from run to run.
        let prologue = first.c == 1 ? [] : code[Int(first.c)...]
        guard prologue.allSatisfy({ $0.opcode == .constant || $0.opcode == .goto }) else {
            return nil
        }
        return code.indices.dropFirst().first { !code[$0].opcode.opensCursor }
    }
}

extension Opcode {
    fileprivate var opensCursor: Bool { self == .openTable || self == .openIndex }

    /// Whether it is among what one row is changed with: it takes nothing from earlier rows.
    fileprivate var isOfOneRow: Bool {
        switch self {
        case .goto, .openTable, .openIndex, .parameter, .constant, .null, .copy, .alias, .affinity,
            .cast, .mustBeInteger, .jumpIfNull, .jumpIfNotNull, .jumpIfTrue, .jumpIfFalse,
            .jumpIfCompare, .compare, .newRowid, .seekRowid, .indexConflict, .column, .rowid,
            .indexRowid, .raise, .checkTypes, .insertRow, .deleteRow, .indexInsert, .indexDelete,
            .indexReplace, .changed, .halt:
            true
        default: false
        }
    }
}
