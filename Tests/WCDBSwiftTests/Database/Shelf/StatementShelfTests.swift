import Foundation
import Synchronization
import Testing
import WCDBSwift

/// Calls that were made before are run by the statement that was compiled then: whatever changes
/// between two calls must be seen by the second.
@Suite struct `Repeated calls` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(9) }

    private func ids(_ condition: any Condition) throws -> [Int] {
        let memos: [Memo] = try database.getObjects(fromTable: "memos", where: condition)
        return memos.map(\.id)
    }

    @Test func `constants of every kind are those of the call`() throws {
        let (id, text, stars) = (Memo.Properties.id, Memo.Properties.text, Memo.Properties.stars)
        for number in 1...9 {
            #expect(try ids(id == number) == [number])
            #expect(try ids(WCDBSwift.Expression(with: number) == id) == [number])
            #expect(try ids(id > number) == Array((number + 1)..<10))
            #expect(
                try ids(id.between(number, number + 1)) == [number, number + 1].filter { $0 < 10 })
            #expect(try ids(id.in([number, 5])) == [number, 5].sorted().uniqued)
            #expect(try ids(!(id != number)) == [number])
            #expect(try ids(stars == Double(number) / 2) == [number])
            #expect(try ids(text == "text \(number)") == (number % 3 == 0 ? [] : [number]))
            #expect(try ids(id == number && stars < 3) == (number < 6 ? [number] : []))
            #expect(
                try ids(id == number || id == 10 - number)
                    == [number, 10 - number].sorted().uniqued)
        }
    }

    @Test func `the kind of a constant counts, not only its value`() throws {
        #expect(try ids(Memo.Properties.id == 4) == [4])
        #expect(try ids(Memo.Properties.id == "4") == [4])
        #expect(try ids(Memo.Properties.id == 4.0) == [4])
        #expect(try ids(Memo.Properties.text == 4) == [])
        #expect(try ids(Memo.Properties.text == LiteralValue(nil)) == [])
        #expect(try ids(Memo.Properties.stars == true) == [2])
        #expect(try ids(Memo.Properties.stars == 1) == [2])
    }

    @Test func `a parameter of the caller stays one`() throws {
        #expect(try ids(Memo.Properties.id == 4) == [4])
        #expect(try ids(Memo.Properties.id == BindParameter(1)) == [])
        #expect(try ids(Memo.Properties.id == BindParameter(2)) == [])
        let nothing = WCDBSwift.Expression(with: BindParameter(1)).isNull()
        #expect(try ids(Memo.Properties.id == 4 && nothing) == [4])
    }

    @Test func `columns, order and limit tell calls apart`() throws {
        let id = Memo.Properties.id
        for limit in 1...3 {
            let memos: [Memo] = try database.getObjects(
                fromTable: "memos", where: id > 2, orderBy: [id.order(.descending)], limit: limit)
            #expect(memos.map(\.id) == Array([9, 8, 7].prefix(limit)))
            let upwards: [Memo] = try database.getObjects(
                fromTable: "memos", where: id > 2, orderBy: [id.order(.ascending)], limit: limit)
            #expect(upwards.map(\.id) == Array([3, 4, 5].prefix(limit)))
            let parts: [Memo] = try database.getObjects(
                on: id, Memo.Properties.stars, fromTable: "memos", where: id > 2, limit: limit)
            #expect(parts.map(\.text) == Array(repeating: nil, count: limit))
            let renamed: Memo? = try database.getObject(
                on: (id + 10).as(id), Memo.Properties.stars, fromTable: "memos", where: id == limit)
            #expect(renamed?.id == limit + 10)
        }
    }

    @Test func `tables of one type are told apart`() throws {
        try database.create(table: "others", of: Memo.self)
        try database.insert(Memo(id: 4, text: "other"), intoTable: "others")
        for _ in 1...2 {
            for (table, text) in [("memos", "text 4"), ("others", "other")] {
                let memo: Memo? = try database.getObject(
                    fromTable: table, where: Memo.Properties.id == 4)
                #expect(memo?.text == text)
            }
        }
    }

    @Test func `values that one call bound are not left to the next`() throws {
        let (id, text, stars) = (Memo.Properties.id, Memo.Properties.text, Memo.Properties.stars)
        try database.update(table: "memos", on: [text, stars], with: ["new", 7.0], where: id == 1)
        try database.update(table: "memos", on: [text, stars], with: ["newer"], where: id == 2)
        try database.insert(Memo(id: 20, text: "twenty", stars: 1), intoTable: "memos")
        try database.insert(Memo(id: 21), intoTable: "memos")
        #expect(
            try temporary.rows(of: "SELECT id, text, stars FROM memos WHERE id IN (1, 2, 20, 21)")
                == ["1|new|7.0", "2|newer|NULL", "20|twenty|1.0", "21|NULL|0.0"])
    }

    @Test func `rows that are too long never reach the condition`() throws {
        let text = Memo.Properties.text
        for _ in 1...2 {
            try database.update(
                table: "memos", on: [text], with: ["new", 5, 6], where: Memo.Properties.id == 1)
        }
        #expect(try temporary.rows(of: "SELECT id FROM memos WHERE text = 'new'") == ["1"])
    }

    @Test func `deletions and values`() throws {
        for number in 1...3 {
            try database.delete(fromTable: "memos", where: Memo.Properties.id == number)
            let count = try database.getValue(
                on: Memo.Properties.any.count(), fromTable: "memos",
                where: Memo.Properties.id >= number)
            #expect(count.intValue == 9 - number)
        }
    }

    @Test func `more calls than are remembered`() throws {
        for number in 1...100 {
            let memos: [Memo] = try database.getObjects(
                fromTable: "memos", where: Memo.Properties.id > 0, limit: number)
            #expect(memos.count == min(9, number))
        }
    }
}

extension [Int] {
    fileprivate var uniqued: [Int] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}
