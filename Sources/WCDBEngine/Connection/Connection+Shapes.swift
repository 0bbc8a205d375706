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
        guard let plan = planOfShape(), let prepared = try? prepare(plan),
            (try? prepared.bind(constantsOf: shapes.shape)) != nil
        else { return nil }
        position = shapes.shape.end
        return prepared
    }

    /// The plan of the shape that was read last.
    private func planOfShape() -> Plan? {
        let known = shapes.shape.text.withUnsafeBytes { shapes.plans.find($0) }
        if let known { return known }
        guard shapes.shape.text.withUnsafeBytes({ shapes.plans.hasCome($0) }) else { return nil }
        var plan: Plan?
        do throws(EngineError) {
            plan = try makePlanOfShape()
        } catch {
            // What failed for another reason than the text may succeed the next time.
            guard error.code == .error else { return nil }
        }
        shapes.shape.text.withUnsafeBytes { shapes.plans.insert(plan, $0) }
        return plan
    }

    /// Nil if other constants might have a better plan.
    private func makePlanOfShape() throws(EngineError) -> Plan? {
        let text = shapes.shape.text
        var position = 0
        guard let plan = try parse(text, from: &position, isShape: true) else { return nil }
        guard plan.isProgram, try prepare(plan).parameterCount == 0, let program = plan.program,
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
