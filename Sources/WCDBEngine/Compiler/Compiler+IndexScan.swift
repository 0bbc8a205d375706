import WCDBSQL
import WCDBStorage

/// Loops over a part of an index.
extension Compiler {
    mutating func emitIndex(
        _ source: Source, _ range: AccessPath.IndexRange, _ level: PlannedLevel,
        _ done: ProgramBuilder.Label, _ skipping: Int?, _ body: LoopBody
    ) throws(EngineError) {
        let cursor = source.indexCursor ?? source.cursor
        let looksUpRows = level.path.looksUpRows
        let ahead = level.isReversed ? ScanFlag.backwards : ScanFlag.forwards
        try emitIndexKeys(cursor, range, level, done, isOver: source.nullRowRegister) {
            (compiler, next) throws(EngineError) in
            if looksUpRows {
                if let skipping {
                    compiler.program.jump(.jumpIfPositive, skipping, to: next)
                }
                let rowid = compiler.program.register()
                compiler.program.emit(.indexRowid, cursor, 0, rowid)
                compiler.program.jump(
                    .seekRowid, source.cursor, rowid, to: next, flag: ahead, small: cursor + 1)
            }
            try body(&compiler, next)
        }
    }

    /// Goes through the keys of a range, with the cursor on each; jumps to `done` if a value that
    /// must be equal is NULL.
    mutating func emitIndexKeys(
        _ cursor: Int, _ range: AccessPath.IndexRange, _ level: PlannedLevel,
        _ done: ProgramBuilder.Label, isOver: Int?, _ body: LoopBody
    ) throws(EngineError) {
        let isReversed = level.isReversed
        var ends = RangeEnds(range)
        if let lower = range.lower {
            ends.lower = try boundRegister(lower, done)
        }
        if let upper = range.upper {
            ends.upper = try boundRegister(upper, done)
        }
        let passesFirst = range.equals.first?.isAny ?? false
        let passed =
            passesFirst ? PassedColumn(cursor: cursor, isReversed: isReversed) : nil
        try emitEquals(
            range.equals, done, room: 1, passed: passed, isOver: isOver,
            isDescending: { range.index.keys[$0].isDescending != isReversed }
        ) { (compiler, first) throws(EngineError) in
            let labels = compiler.makeLoop()
            if isReversed {
                try compiler.emitBackwards(cursor, ends, first, labels, body)
            } else {
                try compiler.emitForwards(cursor, ends, first, labels, body)
            }
            compiler.program.place(labels.done)
        }
    }

    /// The ends of a range of an index, with the registers of their values.
    struct RangeEnds {
        let range: AccessPath.IndexRange
        var lower: Int?
        var upper: Int?

        init(_ range: AccessPath.IndexRange) { self.range = range }

        var count: Int { range.equals.count }
        var isDescending: Bool {
            count < range.index.columns.count && range.index.columns[count].key.isDescending
        }
        var hasRange: Bool { lower != nil || upper != nil || range.skipsNulls }
        /// The end that comes first in the order of the keys; without one NULLs are skipped.
        var first: (register: Int, isInclusive: Bool)? {
            isDescending ? end(upper, range.upper) : end(lower, range.lower)
        }
        var last: (register: Int, isInclusive: Bool)? {
            isDescending ? end(lower, range.lower) : end(upper, range.upper)
        }

        private func end(
            _ register: Int?, _ bound: AccessPath.Bound?
        ) -> (register: Int, isInclusive: Bool)? {
            guard let register, let bound else { return nil }
            return (register, bound.isInclusive)
        }
    }

    private mutating func boundRegister(
        _ bound: AccessPath.Bound, _ done: ProgramBuilder.Label
    ) throws(EngineError) -> Int {
        let register = program.register()
        try compile(bound.value, into: register)
        // Nothing is more or less than NULL.
        program.jump(.jumpIfNull, register, to: done)
        program.emit(
            .affinity, register, flag: bound.comparison.affinity.forProbe.rawValue, small: 1)
        return register
    }

    private mutating func emitForwards(
        _ cursor: Int, _ ends: RangeEnds, _ first: Int, _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        let count = ends.count
        if let last = ends.last {
            program.emit(.alias, last.register, first + count)
            program.emit(
                .indexBound, cursor, first, flag: last.isInclusive ? InstructionFlag.inclusive : 0,
                small: count + 1)
            emitBlobEscape(cursor, ends, first)
        } else if ends.hasRange, ends.isDescending {
            // NULL comes last: it is outside of any range.
            program.emit(.null, first + count, 1)
            program.emit(.indexBound, cursor, first, small: count + 1)
        } else if count > 0 {
            program.emit(.indexBound, cursor, first, flag: InstructionFlag.inclusive, small: count)
        }
        if let start = ends.first {
            program.emit(.alias, start.register, first + count)
            program.jump(
                .indexSeek, cursor, first, to: labels.done,
                flag: start.isInclusive ? 0 : InstructionFlag.beyond,
                small: count + 1)
        } else if ends.hasRange, !ends.isDescending {
            program.emit(.null, first + count, 1)
            program.jump(
                .indexSeek, cursor, first, to: labels.done, flag: InstructionFlag.beyond,
                small: count + 1)
        } else if count > 0 {
            program.jump(.indexSeek, cursor, first, to: labels.done, small: count)
        } else {
            program.jump(.indexFirst, cursor, to: labels.done)
        }
        program.place(labels.loop)
        if count > 0 || ends.last != nil || ends.hasRange && ends.isDescending {
            program.jump(.indexBeyond, cursor, to: labels.done)
        }
        try body(&self, labels.next)
        program.place(labels.next)
        program.noteLoop()
        program.jump(.indexNext, cursor, to: labels.loop)
    }

    /// Blobs lie above all texts, and match patterns too: if the index has any, the range of a
    /// pattern's prefix does not end before them.
    private mutating func emitBlobEscape(_ cursor: Int, _ ends: RangeEnds, _ first: Int) {
        guard ends.range.upper?.yieldsToBlobs ?? false, let upper = ends.upper else { return }
        let count = ends.count
        let none = program.makeLabel()
        let done = program.makeLabel()
        program.emit(.constant, program.constant(.blob([])), first + count)
        program.jump(.indexSeek, cursor, first, to: none, small: count + 1)
        program.emit(.indexBound, cursor, first, flag: InstructionFlag.inclusive, small: count)
        program.jump(.indexBeyond, cursor, to: none)
        program.jump(.goto, to: done)
        program.place(none)
        program.emit(.alias, upper, first + count)
        program.emit(.indexBound, cursor, first, small: count + 1)
        program.place(done)
    }

    private mutating func emitBackwards(
        _ cursor: Int, _ ends: RangeEnds, _ first: Int, _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        let count = ends.count
        var isBounded = true
        if let stop = ends.first {
            program.emit(.alias, stop.register, first + count)
            program.emit(
                .indexBound, cursor, first, flag: stop.isInclusive ? InstructionFlag.inclusive : 0,
                small: count + 1)
        } else if ends.hasRange, !ends.isDescending {
            program.emit(.null, first + count, 1)
            program.emit(.indexBound, cursor, first, small: count + 1)
        } else if count > 0 {
            program.emit(.indexBound, cursor, first, flag: InstructionFlag.inclusive, small: count)
        } else {
            isBounded = false
        }
        if ends.range.upper?.yieldsToBlobs ?? false, let upper = ends.upper {
            emitBlobStart(cursor, count, first, upper, labels)
        } else if let start = ends.last {
            program.emit(.alias, start.register, first + count)
            program.jump(
                .indexSeekBack, cursor, first, to: labels.done,
                flag: start.isInclusive ? 0 : InstructionFlag.beyond,
                small: count + 1)
        } else if ends.hasRange, ends.isDescending {
            program.emit(.null, first + count, 1)
            program.jump(
                .indexSeekBack, cursor, first, to: labels.done, flag: InstructionFlag.beyond,
                small: count + 1)
        } else if count > 0 {
            program.jump(.indexSeekBack, cursor, first, to: labels.done, small: count)
        } else {
            program.jump(.indexLast, cursor, to: labels.done)
        }
        program.place(labels.loop)
        if isBounded { program.jump(.indexBefore, cursor, to: labels.done) }
        try body(&self, labels.next)
        program.place(labels.next)
        program.jump(.indexPrevious, cursor, to: labels.loop)
    }

    /// Where the range of a pattern's prefix begins, going backwards: behind the blobs, if the
    /// index has any.
    private mutating func emitBlobStart(
        _ cursor: Int, _ count: Int, _ first: Int, _ upper: Int, _ labels: LoopLabels
    ) {
        let none = program.makeLabel()
        program.emit(.constant, program.constant(.blob([])), first + count)
        program.jump(.indexSeek, cursor, first, to: none, small: count + 1)
        if count > 0 {
            program.jump(.indexSeekBack, cursor, first, to: labels.done, small: count)
        } else {
            program.jump(.indexLast, cursor, to: labels.done)
        }
        program.jump(.goto, to: labels.loop)
        program.place(none)
        program.emit(.alias, upper, first + count)
        program.jump(
            .indexSeekBack, cursor, first, to: labels.done, flag: InstructionFlag.beyond,
            small: count + 1)
    }
}
