import WCDBSQL
import WCDBStorage

/// The programs of shapes that came more than once, and memory to read a shape into.
///
/// **Always true.** All plans were made for `schemaVersion`. A shape whose constants may decide
/// about the plan, or that means nothing, is known without a plan.
struct ShapePlans {
    fileprivate var plans = PlanCache<Plan?>()
    fileprivate var shape = StatementShape()
    fileprivate var schemaVersion: UInt64 = 0
}

extension Connection {
    /// Prepares the statement at a position of a text by its shape, and moves the position behind
    /// it. Nil if it has none that has a program: then the text itself says what it means, or what
    /// is wrong.
    func prepareShape(_ text: [UInt8], from position: inout Int) -> PreparedSQL? {
        guard !notesPlans, shapes.shape.read(Lexer(text), from: position) else { return nil }
        if shapes.schemaVersion != schemaVersion {
            shapes.plans.forget()
            shapes.schemaVersion = schemaVersion
        }
        guard let plan = planOfShape(), let prepared = try? prepare(plan) else { return nil }
        prepared.bind(constantsOf: shapes.shape)
        position = shapes.shape.end
        return prepared
    }

    /// The plan of the shape that was read last.
    private func planOfShape() -> Plan? {
        let known = shapes.shape.text.withUnsafeBytes { shapes.plans.find($0) }
        if let known { return known }
        guard shapes.shape.text.withUnsafeBytes({ shapes.plans.hasCome($0) }) else { return nil }
        let plan = makePlanOfShape()
        shapes.shape.text.withUnsafeBytes { shapes.plans.insert(plan, $0) }
        return plan
    }

    private func makePlanOfShape() -> Plan? {
        let text = shapes.shape.text
        var parser = Parser(bytes: text)
        parser.numbersParameters = true
        guard let parsed = try? parser.nextStatement() else { return nil }
        let plan = Plan(
            parsed.statement, text: text, parameters: parsed.parameters, isOfShape: true)
        guard (try? prepare(plan)) != nil, let program = plan.program,
            !program.hangsOnConstants, program.parameters.count == shapes.shape.constants.count
        else { return nil }
        return plan
    }
}

extension ColumnValue {
    /// A constant of a shape, whose bytes lie among `characters`.
    init(_ constant: ShapeConstant, _ characters: UnsafeRawBufferPointer) {
        switch constant {
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let range): self.init(.text, ByteView(.init(rebasing: characters[range])))
        case .blob(let range): self.init(.blob, ByteView(.init(rebasing: characters[range])))
        }
    }
}
