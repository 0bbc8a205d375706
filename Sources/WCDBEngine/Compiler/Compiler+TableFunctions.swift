import WCDBSQL
import WCDBStorage

/// Functions in FROM.
extension Compiler {
    /// Emits the loop over the parts of a JSON text, which are read where they stand.
    mutating func emitJSON(
        _ function: TableFunctionSchema, _ arguments: [Scalar], _ source: Source,
        _ labels: LoopLabels, _ body: LoopBody
    ) throws(EngineError) {
        let first = try registers(of: arguments)
        var isTree = false
        if case .jsonTree = function.maker { isTree = true }
        program.jump(
            .jsonFirst, source.cursor, first, to: labels.done,
            flag: isTree ? InstructionFlag.wholeTree : 0,
            small: arguments.count)
        program.place(labels.loop)
        try body(&self, labels.next)
        program.place(labels.next)
        program.jump(.jsonNext, source.cursor, to: labels.loop)
    }

    private mutating func registers(of arguments: [Scalar]) throws(EngineError) -> Int {
        let first = program.registers(max(1, arguments.count))
        for (index, argument) in arguments.enumerated() {
            try compile(argument, into: first + index)
        }
        return first
    }

    /// Emits what fills the cursor of a function with its rows.
    mutating func emitRows(of source: Source) throws(EngineError) {
        guard case .function(let function, let arguments) = source.content else { return }
        let first = try registers(of: arguments)
        program.emit(
            .fillRows, source.cursor, first, program.tableFunction(function),
            flag: source.isNumbered ? InstructionFlag.numbered : 0, small: arguments.count)
    }
}
