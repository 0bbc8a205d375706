import Testing

@testable import WCDBEngine

@Suite struct `Sets of columns` {
    /// The rowid, the last column in the word, and the first behind it.
    @Test func `columns on both sides of the word come in their order`() {
        var set = ColumnSet()
        for column in [200, 62, -1, 63, 0, 62, 200] { set.insert(column) }
        #expect(set.columns == [-1, 0, 62, 63, 200])
        for column in [-1, 0, 62, 63, 200] { #expect(set.contains(column)) }
        for column in [1, 61, 64, 199] { #expect(!set.contains(column)) }
    }

    @Test func `a question ends with the first no`() {
        var set = ColumnSet()
        for column in [3, 70, 5] { set.insert(column) }
        var asked: [Int] = []
        let answer = set.allSatisfy { column in
            asked.append(column)
            return column < 5
        }
        #expect(!answer)
        #expect(asked == [3, 5])
        #expect(ColumnSet().allSatisfy { _ in false })
    }
}
