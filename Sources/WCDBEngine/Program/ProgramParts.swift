/// What few programs have: apart, so that the others pay for none of it.
struct ProgramParts: Sendable {
    fileprivate(set) var sorters: [Program.SorterShape] = []
    fileprivate(set) var groups: [Program.GroupShape] = []
    fileprivate(set) var windows: [WindowShape] = []
    fileprivate(set) var sets: [Program.SetShape] = []
    fileprivate(set) var messages: [(code: ResultCode, text: String)] = []
    fileprivate(set) var tableFunctions: [TableFunctionSchema] = []
    fileprivate(set) var sites: [TriggerSite] = []
    /// The tables with AUTOINCREMENT that it puts rows into.
    fileprivate(set) var countedTables: [TableSchema] = []
    fileprivate(set) var plan: [Program.PlanLine] = []
}

/// The parts that a program has, once it is made: one object for all of them.
final class FinishedParts: Sendable {
    let parts: ProgramParts

    init(_ parts: ProgramParts) { self.parts = parts }
}

/// Each gives the number of what it takes.
extension ProgramBuilder {
    func sorter(_ shape: Program.SorterShape) -> Int {
        change { ProgramParts.add(shape, to: &$0.sorters) }
    }

    func group(_ shape: Program.GroupShape) -> Int {
        change { ProgramParts.add(shape, to: &$0.groups) }
    }

    func window(_ shape: WindowShape) -> Int {
        change { ProgramParts.add(shape, to: &$0.windows) }
    }

    func set(_ shape: Program.SetShape) -> Int {
        change { ProgramParts.add(shape, to: &$0.sets) }
    }

    func tableFunction(_ function: TableFunctionSchema) -> Int {
        change { ProgramParts.add(function, to: &$0.tableFunctions) }
    }

    func site(_ site: TriggerSite) -> Int {
        change { ProgramParts.add(site, to: &$0.sites) }
    }

    func message(_ code: ResultCode, _ text: String) -> Int {
        change { ProgramParts.add((code, text), to: &$0.messages) }
    }

    func counts(_ table: TableSchema) {
        change { parts in
            if !parts.countedTables.contains(where: { $0 === table }) {
                parts.countedTables.append(table)
            }
        }
    }

    func note(_ text: @autoclosure () -> String) {
        guard notesPlan else { return }
        let line = Program.PlanLine(depth: planDepth, text: text())
        change { $0.plan.append(line) }
    }
}

extension ProgramParts {
    /// The number of what was added.
    fileprivate static func add<Element>(_ part: Element, to list: inout [Element]) -> Int {
        list.append(part)
        return list.count - 1
    }
}
