import StorageSimulation
import Testing

@testable import WCDBStorage

/// After a row was removed, the cursor that stood on it looked for the next one from the root. Now
/// it knows the place, until something else changes.
@Suite struct `Removed rows` {
    /// What happens between the removal of a row and the next step of its cursor.
    private enum Between: CaseIterable {
        case nothing, insertionBefore, insertionBehind, removalBehind, replacement
    }

    @Test(arguments: [512, 4096], [UInt64(1), 2, 3, 4])
    func `are left for the row behind or before`(pageSize: Int, seed: UInt64) throws {
        let store = try TestDatabase.store(pageSize: pageSize)
        var random = SeededRandom(seed: seed)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(id)
        var rows = Set<Int64>()
        for number in 1...900 {
            try insert(Int64(number) * 4, into: tree, &rows)
        }
        let cursor = tree.makeCursor()
        while rows.count > 20 {
            let from = Int64(random.next() % 3600)
            guard try cursor.seek(atOrAfter: from) else { continue }
            let isBackward = random.next() % 4 == 0
            for _ in 0..<40 {
                let rowid = cursor.rowid
                #expect(rows.contains(rowid))
                if random.next() % 3 > 0 {
                    #expect(try tree.delete(rowid, under: cursor))
                    rows.remove(rowid)
                    let between = Between.allCases[Int(random.next() % 8) % 5]
                    try change(tree, &rows, around: rowid, between)
                }
                let expected =
                    isBackward
                    ? rows.filter { $0 < rowid }.max() : rows.filter { $0 > rowid }.min()
                let isThere = try isBackward ? cursor.previous() : cursor.next()
                #expect(isThere == (expected != nil), "seed \(seed)")
                guard let expected, isThere else { break }
                #expect(cursor.rowid == expected, "seed \(seed)")
            }
            #expect(try IntegrityCheck.run(write) == [], "seed \(seed)")
        }
        try write.commit()
        try store.close()
    }

    private func change(
        _ tree: RowidTree, _ rows: inout Set<Int64>, around rowid: Int64, _ between: Between
    ) throws {
        switch between {
        case .nothing: break
        case .insertionBefore: try insert(rowid - 1, into: tree, &rows)
        case .insertionBehind: try insert(rowid + 1, into: tree, &rows)
        case .removalBehind:
            guard let behind = rows.filter({ $0 > rowid }).min() else { return }
            #expect(try tree.delete(behind))
            rows.remove(behind)
        case .replacement:
            guard let behind = rows.filter({ $0 > rowid }).min() else { return }
            let payload = [UInt8](repeating: 2, count: 70)
            #expect(try payload.withUnsafeBytes { try tree.replace(behind, $0) })
        }
    }

    private func insert(
        _ rowid: Int64, into tree: RowidTree, _ rows: inout Set<Int64>
    ) throws {
        let payload = [UInt8](repeating: 1, count: 20 + Int(rowid % 40))
        let isNew = try payload.withUnsafeBytes { try tree.insert(rowid, $0) }
        #expect(isNew == rows.insert(rowid).inserted)
    }
}
