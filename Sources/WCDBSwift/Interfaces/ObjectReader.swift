import WCDBSQL
import WCDBStorage

/// Reads objects from the rows of a statement, one after the other.
///
/// **Users.** The thread that has the handle. While it is used nobody else steps the statement.
struct ObjectReader {
    private let compiled: CompiledStatement
    private let decoder: RowDecoder

    /// Reads the columns of the layout, in its order, from a statement that is prepared.
    init(_ compiled: CompiledStatement, _ layout: ColumnLayout, table: String) {
        self.compiled = compiled
        decoder = RowDecoder(layout, columnCount: compiled.columnCount, table: table)
    }

    /// Reads the rows of a statement from the shelf.
    init(_ statement: ShelvedStatement, _ layout: @autoclosure () -> ColumnLayout) {
        compiled = statement.compiled
        decoder = statement.decoder(layout())
    }

    /// The object of the current row.
    func current<Object: TableDecodable>() throws -> Object { try object(StoredRow(decoder)) }

    /// The object of the current row, which it reads through `row`: the same for all rows.
    @inline(__always)
    private func object<Object: TableDecodable>(
        _ row: StoredRow<Object.CodingKeys>
    ) throws -> Object {
        guard let values = compiled.row else { throw noRow() }
        decoder.row(values.baseAddress, count: values.count, number: compiled.rowNumber)
        defer { decoder.end() }
        do {
            return try Object(row: row)
        } catch {
            throw compiled.located(error)
        }
    }

    private func noRow() -> any Error {
        compiled.located(WCDBError(.Misuse, "The statement has no current row. Step it first."))
    }

    /// The object of the next row; nil after the last.
    func next<Object: TableDecodable>() throws -> Object? {
        guard try compiled.step() else { return nil }
        return try current()
    }

    /// The objects of all rows that are left.
    func all<Object: TableDecodable>() throws -> [Object] {
        var objects = ObjectList<Object>()
        let row = StoredRow<Object.CodingKeys>(decoder)
        while try compiled.step() { objects.append(try object(row)) }
        return objects.takeAll()
    }
}
