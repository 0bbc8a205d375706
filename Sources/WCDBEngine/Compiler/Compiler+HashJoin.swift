import WCDBSQL
import WCDBStorage

/// Joins without an index.
extension Compiler {
    /// Puts the rows of a source into a hash table. Conditions on the source alone are tested
    /// before.
    mutating func buildHash(
        _ source: Source, _ columns: [TermUse], _ nest: LoopNest
    ) throws(EngineError) {
        let hash = program.cursor()
        program.fusesScans = true
        let done = program.makeLabel()
        if allowsOnce, !isCorrelated(source), !isBeingChanged(source) {
            program.jump(.once, program.once(), to: done)
        }
        var used = ColumnSet()
        for column in source.usedColumns.columns {
            used.insert(column == source.table?.rowidColumn ? -1 : column)
        }
        for use in columns { if let column = use.column { used.insert(column) } }
        let kept = used.columns
        let shape = program.set(
            .init(keys: columns.map { KeyColumn(collation: $0.comparison.collation) }))
        program.emit(.openHash, hash, shape, kept.count)
        if let table = source.table {
            openTable(source, table)
        } else if case .select(let select) = source.content {
            if source.isNumbered || source.shared != nil {
                try materialize(source)
            } else {
                try emitCoroutine(source, select)
            }
        } else if source.isFunction {
            source.cursor = program.cursor()
        }
        let scan = PlannedLevel(source: source.place, path: AccessPath(.scan, rows: 0))
        let tests = nest.ownTests(of: source)
        let sieve = try makeSieve(tests, of: source, scan, nil)
        try emitScan(source, scan, sieve) { (compiler, next) throws(EngineError) in
            try compiler.emitTests(tests, sieve, next)
            let first = compiler.program.registers(kept.count)
            for (index, column) in kept.enumerated() {
                try compiler.compile(.column(source, column), into: first + index)
            }
            let keys = compiler.program.registers(columns.count)
            for (index, use) in columns.enumerated() {
                guard let column = use.column, let place = kept.firstIndex(of: column) else {
                    continue
                }
                compiler.program.emit(.alias, first + place, keys + index)
                compiler.emitProbeAffinity(
                    keys + index, .column(source, column), use.comparison)
                if use.hashesNull == true { continue }
                compiler.program.jump(.jumpIfNull, keys + index, to: next)
            }
            compiler.program.emit(.hashAdd, hash, keys, first)
        }
        program.place(done)
        source.cursor = hash
        source.isCoroutine = false
        source.firstRegister = -1
        source.positions = ColumnPositions(kept)
    }

    /// The column whose values are looked up in a hash table as they are stored, if it is of the
    /// table that is being scanned; -1 is its rowid. A collation of the caller's is not called for
    /// rows that may never be reached.
    func scannedColumn(_ use: TermUse) -> (cursor: Int, column: Int)? {
        if case .custom = use.comparison.collation { return nil }
        guard case .column(let source, let column) = use.value, source === scanned,
            source.generated[column] == nil, column < Int(UInt8.max),
            source.cursor < Int(UInt16.max), probeAffinity(use.value, use.comparison) == nil
        else { return nil }
        return (source.cursor, column == source.table?.rowidColumn ? -1 : column)
    }

    /// Makes a value of a register what an index or a hash table has in its place. What a table
    /// stores in a column with numbers was made so when it came in.
    mutating func emitProbeAffinity(_ register: Int, _ value: Scalar, _ comparison: Comparison) {
        guard let affinity = probeAffinity(value, comparison) else { return }
        program.emit(.affinity, register, flag: affinity.rawValue, small: 1)
    }

    /// What a value has to be made before it is looked up; nil if it is that as it stands.
    private func probeAffinity(_ value: Scalar, _ comparison: Comparison) -> Affinity? {
        let affinity = comparison.affinity.forProbe
        return affinity > .blob && !value.isStored(with: affinity) ? affinity : nil
    }

    /// Whether an UPDATE changes the table from row to row, itself or by triggers.
    private func isBeingChanged(_ source: Source) -> Bool {
        guard let changed, let table = source.table else { return false }
        let isSame = changed.table.tree == table.tree && changed.table.database == table.database
        return isSame || !changed.triggerTarget.triggers.isEmpty || changed.hasForeignKeys
    }

    private func isCorrelated(_ source: Source) -> Bool {
        if case .select(let select) = source.content { return select.isCorrelated }
        return false
    }
}

extension Scalar {
    /// Whether the values come from a column of a table in whose rows they have an affinity.
    fileprivate func isStored(with affinity: Affinity) -> Bool {
        guard case .column(let source, let column) = self, let table = source.table,
            source.generated[column] == nil
        else { return false }
        if column < 0 || column == table.rowidColumn { return affinity == .numeric }
        let own = table.columns[column].affinity
        return own == affinity || (affinity == .numeric && own.isNumeric)
    }
}
