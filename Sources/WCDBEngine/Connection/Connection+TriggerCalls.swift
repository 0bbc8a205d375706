import WCDBSQL
import WCDBStorage

/// The programs of triggers.
extension Connection {
    /// The programs of all triggers that are called; nil if none is.
    func programs(of calls: TriggerCalls?) throws(EngineError) -> TriggerPrograms? {
        guard let calls else { return nil }
        var programs: [Program] = []
        // Each may call some that nobody called before.
        while programs.count < calls.calls.count {
            let binder = makeBinder()
            defer { binder.releaseSources() }
            var compiler = makeCompiler(binder)
            compiler.triggers = calls
            try compiler.compile(calls.calls[programs.count], binder: binder)
            compiler.program.finish()
            programs.append(
                Program(
                    compiler.program, columns: [], parameters: [], schemaVersion: schemaVersion))
        }
        return TriggerPrograms(calls.calls, programs)
    }

    /// The databases that a program may write to.
    func written(by program: Program) -> [DatabaseFile] {
        var numbers = program.writtenDatabases
        for trigger in program.triggers?.programs ?? [] {
            for number in trigger.writtenDatabases where !numbers.contains(number) {
                numbers.append(number)
            }
        }
        return numbers.isEmpty ? [mainDatabase] : numbers.map { databases[$0] }
    }
}
