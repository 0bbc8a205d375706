package import WCDBSQL
import WCDBStorage

/// A statement with its program, and a machine that waits to run it again.
///
/// **Users.** One connection: its cache, and the prepared statements that were made from it.
///
/// **Always true.** A machine that waits has no open cursor and no bound value, and runs
/// `program`.
package final class Plan {
    let statement: Statement
    let text: [UInt8]?
    /// By their numbers; nil if the tree does not come from a text that this knows.
    let parameters: [String?]?
    private(set) var program: Program?
    private var idle: Machine?

    /// Its parameters stand for constants of the text, and nobody hears of them.
    let isOfShape: Bool

    init(
        _ statement: Statement, text: [UInt8]?, parameters: [String?]? = nil,
        isOfShape: Bool = false
    ) {
        self.statement = statement
        self.text = text
        self.parameters = parameters
        self.isOfShape = isOfShape
    }

    /// For a tree that was built.
    package convenience init(_ statement: Statement) { self.init(statement, text: nil) }

    /// Whether the statement is compiled; others are run as they are.
    var isProgram: Bool {
        switch statement {
        case .select, .insert, .update, .delete: true
        default: false
        }
    }

    func set(_ program: Program) {
        self.program = program
        idle = nil
    }

    /// A machine for this program of the plan, which may have another one by now.
    func takeMachine(_ program: Program, _ host: any MachineHost) -> Machine {
        guard let machine = idle, machine.program === program else {
            return Machine(program, host: host)
        }
        idle = nil
        return machine
    }

    /// Keeps a machine for the next statement of this plan.
    func give(_ machine: Machine) {
        guard idle == nil, machine.program === program else { return }
        machine.close()
        machine.clearParameters()
        idle = machine
    }
}
