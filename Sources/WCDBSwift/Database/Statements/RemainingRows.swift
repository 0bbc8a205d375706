import WCDBEngine
import WCDBStorage

/// The rows that a statement had still to give: they need no connection any more, and what is too
/// much for memory lies in a scratch file.
///
/// **Users.** One thread at a time.
final class RemainingRows {
    private let rows: KeptRows
    private let core: DatabaseCore
    private let sql: String

    init(_ rows: KeptRows, of core: DatabaseCore, sql: String) {
        self.rows = rows
        self.core = core
        self.sql = sql
    }

    /// The next row; nil after the last.
    func next() throws(WCDBError) -> OneRowValue? {
        do throws(EngineError) {
            return try rows.nextValues()?.map { Value($0) }
        } catch {
            throw core.report(WCDBError(error, sql: sql, path: core.path, tag: core.tag))
        }
    }
}

extension CompiledStatement {
    /// Makes the rows that are still to come, and gives them away; nil if there are none.
    func giveRest() throws(WCDBError) -> RemainingRows? {
        do throws(EngineError) {
            return try prepared?.giveRest().map {
                RemainingRows($0, of: connection.core, sql: sql)
            }
        } catch {
            throw connection.failure(error, sql: sql)
        }
    }
}
