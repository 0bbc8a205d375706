import WCDBSQL
import WCDBStorage

/// Reads objects from the rows of a statement, one after the other.
///
/// **Users.** The thread that has the handle. While it is used nobody else steps the statement.
struct ObjectReader {
    private let compiled: CompiledStatement
    private let decoder: RowDecoder

    /// Reads the columns of the layout, in its order, from a statement that is prepared.
    init(_ compiled: CompiledStatement, _ layout: RowLayout, table: String) {
        self.compiled = compiled
        decoder = RowDecoder(layout, columnCount: compiled.columnCount, table: table)
    }

    /// Reads the rows of a statement from the shelf.
    init(_ statement: ShelvedStatement, _ layout: @autoclosure () -> RowLayout) {
        compiled = statement.compiled
        decoder = statement.decoder(layout())
    }

    /// The object of the current row.
    func current<Object: TableDecodable>() throws -> Object {
        guard let row = compiled.row else {
            throw compiled.located(WCDBError(.Misuse, "There is no row."))
        }
        decoder.row(row, count: compiled.columnCount)
        defer { decoder.end() }
        do {
            return try Object(row: StoredRow(decoder))
        } catch {
            throw compiled.located(error)
        }
    }

    /// The object of the next row; nil after the last.
    func next<Object: TableDecodable>() throws -> Object? {
        guard try compiled.step() else { return nil }
        return try current()
    }

    /// The objects of all rows that are left.
    func all<Object: TableDecodable>() throws -> [Object] {
        var objects = ObjectList<Object>()
        while try compiled.step() { objects.append(try current()) }
        return objects.takeAll()
    }
}
