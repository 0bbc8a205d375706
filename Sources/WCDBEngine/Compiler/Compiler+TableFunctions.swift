import WCDBSQL
import WCDBStorage

extension Compiler {
    /// Emits what fills the cursor of a function with its rows.
    mutating func emitRows(of source: Source) throws(EngineError) {
        guard case .function(let function, let arguments) = source.content else { return }
        let first = program.registers(max(1, arguments.count))
        for (index, argument) in arguments.enumerated() {
            try compile(argument, into: first + index)
        }
        let call = TableFunctionCall(function: function, columns: source.usedColumns)
        program.emit(
            .fillRows, source.cursor, first, program.tableFunction(call),
            flag: source.isNumbered ? 1 : 0, small: arguments.count)
    }
}
