import WCDBSQL
import WCDBStorage

/// Triggers that are programs of their own: each call has a machine, and all of them lie on one
/// explicit stack, so that no depth of recursion overflows a thread's.
extension Machine {
    private static let deepestCall = 1000

    /// Runs a program that changes things to its end; `onRow` sees the rows of RETURNING.
    func run(_ onRow: (Machine) throws(EngineError) -> Void) throws(EngineError) {
        raised = .abort
        guard !program.calls.isEmpty else {
            do throws(EngineError) {
                while try step() { try onRow(self) }
            } catch {
                leaveTriggers()
                throw error
            }
            return
        }
        var stack: [Machine] = [self]
        do throws(EngineError) {
            while let top = stack.last {
                if try top.step() {
                    guard let call = top.call else {
                        try onRow(top)
                        continue
                    }
                    guard stack.count <= Machine.deepestCall else {
                        throw .error("too many levels of trigger recursion")
                    }
                    stack.append(try top.callee(call))
                    continue
                }
                stack.removeLast()
                stack.last?.finishCall(of: top)
                if !stack.isEmpty { top.reset() }
            }
        } catch {
            raised = stack.last?.raised ?? .abort
            for callee in stack.dropFirst() { callee.reset() }
            leaveTriggers()
            throw error
        }
    }

    /// What the triggers of a failed statement inserted was nobody's last row.
    private func leaveTriggers() {
        guard triggerDepth > 0 else { return }
        triggerDepth = 0
        host.didInsert(rowid: rowBeforeTriggers)
    }

    private func callee(_ i: Instruction) throws(EngineError) -> Machine {
        let call = program.calls[Int(i.a)]
        let callee = Machine(try host.program(for: call), host: host)
        for index in 0..<call.parameterCount {
            callee.bind(registers[i.b &+ Int32(index)], at: index + 1)
        }
        return callee
    }

    private func finishCall(of callee: Machine) {
        guard let i = call else { return }
        call = nil
        triggerChanges += callee.triggerChanges
        if callee.isAbandoned { position = Int(i.c) }
    }
}
