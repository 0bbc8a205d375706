import WCDBSQL
import WCDBStorage

/// Triggers, which are programs of their own: each call has a machine, and all of them lie on one
/// explicit stack, so that no depth of recursion overflows a thread's.
extension Machine {
    private static let deepestCall = 1000

    /// A machine at work, and what the connection is to remember again when it is done: what a
    /// trigger inserted or changed is nobody's last row, and no count of the statement's.
    private struct Frame {
        let machine: Machine
        /// The number of its program; -1 is the statement itself.
        let number: Int
        let changeCount: Int64
        let lastInsertRowID: Int64
    }

    /// Runs a program that changes things to its end; `onRow` sees the rows of RETURNING.
    func run(_ onRow: (Machine) throws(EngineError) -> Void) throws(EngineError) {
        raised = .abort
        guard !program.sites.isEmpty, let programs = program.triggers else {
            while try step() { try onRow(self) }
            return
        }
        let callees = self.callees ?? TriggerMachines(programs, host: host)
        self.callees = callees
        var stack = [frame(self, number: -1)]
        do throws(EngineError) {
            while let top = stack.last {
                if try top.machine.step() {
                    guard let site = top.machine.call else {
                        try onRow(top.machine)
                        continue
                    }
                    guard try mayCall(programs.calls[site.number], stack, programs) else {
                        top.machine.call = nil
                        continue
                    }
                    let callee = callees.take(site.number)
                    callee.take(site, from: top.machine, programs.calls[site.number])
                    stack.append(frame(callee, number: site.number))
                    continue
                }
                stack.removeLast()
                guard let caller = stack.last?.machine else { break }
                leave(top)
                caller.goOn(isAbandoned: top.machine.isAbandoned)
                callees.give(top.machine, top.number)
            }
        } catch {
            raised = stack.last?.machine.raised ?? .abort
            if stack.count > 1 { leave(stack[1]) }
            for frame in stack.dropFirst() { callees.give(frame.machine, frame.number) }
            throw error
        }
    }

    private func frame(_ machine: Machine, number: Int) -> Frame {
        Frame(
            machine: machine, number: number, changeCount: host.changeCount,
            lastInsertRowID: host.lastInsertRowID)
    }

    private func leave(_ frame: Frame) {
        host.forgetStep(changeCount: frame.changeCount, lastInsertRowID: frame.lastInsertRowID)
    }

    /// Only if it is asked for do triggers set themselves off.
    private func mayCall(
        _ call: TriggerCall, _ stack: [Frame], _ programs: TriggerPrograms
    ) throws(EngineError) -> Bool {
        let isRunning = stack.dropFirst().contains { frame in
            programs.calls[frame.number].isSameTrigger(as: call)
        }
        if isRunning, !call.mayRecurse { return false }
        guard stack.count <= Machine.deepestCall else {
            throw .error("too many levels of trigger recursion")
        }
        return true
    }

    /// Takes the rows OLD and NEW. The caller waits, so its registers stay as they are.
    private func take(_ site: TriggerSite, from caller: Machine, _ call: TriggerCall) {
        for (from, to) in [(site.old, call.oldRegister), (site.new, call.newRegister)]
        where to >= 0 {
            for index in 0..<call.width {
                registers[Int32(to + index)] = caller.registers[Int32(from + index)]
            }
        }
    }

    private func goOn(isAbandoned: Bool) {
        call = nil
        if isAbandoned { position = skip }
    }
}

/// Machines for the triggers of a statement, kept from one call to the next.
///
/// **Users.** The machine of the statement.
final class TriggerMachines {
    private let programs: TriggerPrograms
    /// The connection, which outlives the statements that it runs.
    private unowned(unsafe) let host: any MachineHost
    private var idle: [[Machine]]
    /// A recursion needs many, and needs them once.
    private static let mostIdle = 4

    init(_ programs: TriggerPrograms, host: any MachineHost) {
        self.programs = programs
        self.host = host
        idle = Array(repeating: [], count: programs.programs.count)
    }

    func take(_ number: Int) -> Machine {
        idle[number].popLast() ?? Machine(programs.programs[number], host: host)
    }

    func give(_ machine: Machine, _ number: Int) {
        machine.reset()
        if idle[number].count < TriggerMachines.mostIdle { idle[number].append(machine) }
    }
}
