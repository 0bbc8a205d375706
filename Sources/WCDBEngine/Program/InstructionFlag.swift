// What `flag` says, opcode by opcode. `Spec/opcodes.md` tells where each stands.

/// The bits of `flag`, each with the instructions that know it.
enum InstructionFlag {
    // MARK: Control

    /// `halt`: RAISE(IGNORE) has ended it, so that the row is left out.
    static let abandoned: UInt8 = 1
    /// `jumpIfFalse`: NULL jumps too.
    static let jumpsIfNull: UInt8 = 1
    /// `limitTotal`, `openSorter`: the register behind the limit holds an OFFSET.
    static let hasOffset: UInt8 = 1

    // MARK: Values

    /// `truth`: asks for TRUE, not for FALSE.
    static let wantsTrue: UInt8 = 1
    /// `truth`: IS NOT.
    static let negated: UInt8 = 2

    // MARK: Cursors

    /// `indexSeek`, `indexSeekBack`: keys that are equal are passed by.
    static let beyond: UInt8 = 1
    /// `indexBound`: keys that are equal belong to the scan.
    static let inclusive: UInt8 = 1
    /// `indexGroupEnd`: goes to the first of the group, not to the last.
    static let reversed: UInt8 = 1
    /// `indexGroupEnd`: goes on to the first key that is equal to the one that was found.
    static let thenFirstAlike: UInt8 = 2
    /// `nullRow`: the cursor is on no row of NULLs any more.
    static let endsNullRow: UInt8 = 1
    /// `fillRows`: behind the columns of each row stands its number.
    static let numbered: UInt8 = 1
    /// `jsonFirst`: all parts at any depth, as `json_tree` has them.
    static let wholeTree: UInt8 = 1

    // MARK: Changes

    /// `insertRow`: in place of the row under the cursor.
    static let inPlace: UInt8 = 1
    /// `changed`: the row is new, and its rowid is the last that was inserted.
    static let inserted: UInt8 = 1
    /// `clearTable`: empties an index, and no table.
    static let ofIndex: UInt8 = 1
    /// `checkTypes`: generated columns are not there yet.
    static let givenOnly: UInt8 = 1
    /// `countBroken`, `jumpIfNoneBroken`: counts until the transaction ends.
    static let deferred: UInt8 = 1

    // MARK: Sorting and groups

    /// `sorterAdd`: under the key that `sorterAdmit` has looked at.
    static let admitted: UInt8 = 1
    /// `groupStep`: jumps unless the row is the extreme one so far.
    static let extreme: UInt8 = 1
}

/// The values of `flag` in lookups of a row that the key of an index names: which way the scan
/// goes.
enum ScanFlag {
    static let forwards: UInt8 = 1
    static let backwards: UInt8 = 2
}

/// The values of `flag` in `nextValues`: what the rows are made of.
enum NextValuesFlag {
    static let constants: UInt8 = 0
    static let parameters: UInt8 = 1
}

/// The bits of `flag` in comparisons.
enum ComparisonFlag {
    static let equal: UInt8 = 0
    static let notEqual: UInt8 = 1
    static let less: UInt8 = 2
    static let lessOrEqual: UInt8 = 3
    static let greater: UInt8 = 4
    static let greaterOrEqual: UInt8 = 5
    static let `is`: UInt8 = 6
    static let isNot: UInt8 = 7
    static let operation: UInt8 = 7
    /// A jump is also taken when a side is NULL.
    static let jumpsIfNull: UInt8 = 8
}
