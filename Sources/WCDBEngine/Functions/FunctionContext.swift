package import WCDBStorage

/// A scalar function: it reads the arguments of the context and leaves one result there.
package typealias ScalarFunction =
    @Sendable (inout FunctionContext) throws(EngineError) -> Void

/// Where a function meets its caller: arguments, result, and the memory for both.
///
/// **Users.** One machine, one thread; made once and used for every call of a statement, so that a
/// call allocates nothing once the buffers have grown.
///
/// **Always true.** The result may borrow: from an argument, or from the context's own buffer. So
/// the caller takes it over before it changes the arguments or makes the next call. Before a
/// function runs, the result is NULL.
package struct FunctionContext: ~Copyable {
    package private(set) var arguments = ArgumentList(UnsafeBufferPointer(start: nil, count: 0))
    package private(set) var result = ColumnValue.null
    /// The collation of the call, for functions that compare.
    package var collation = Collation.binary
    package var environment: FunctionEnvironment
    /// Where the call stands if only what never changes may stand there: `an index`,
    /// `a CHECK constraint`, `a generated column`.
    package var deterministicPlace: String?
    /// Where a function builds the bytes of its result; empty before it runs.
    package var output = ByteBuffer()
    /// Memory that a function may use as it likes; empty before it runs.
    package var scratch = ByteBuffer()

    /// The texts of arguments that are numbers, each in a slot of its own, so that none moves when
    /// another one is written.
    private var numberTexts = ByteBuffer()
    /// The result is text for sure, although it was built.
    private var isPlain = false
    private static let slotSize = 64
    /// For functions of JSON.
    var documents = JSONCache()
    /// For those of dates.
    var modifiers = ModifierCache()
    /// 'now', the same for all calls of a statement.
    private var statementTime: Int64?

    package init(environment: FunctionEnvironment = .system) {
        self.environment = environment
    }

    // MARK: - The caller's side

    /// Forgets the time: the next 'now' asks the clock.
    package mutating func beginStatement() { statementTime = nil }

    /// Keeps nothing that may be large.
    package mutating func endStatement() {
        documents.removeAll()
        if output.capacity > LargeMemory.mostKept { output = ByteBuffer() }
        if scratch.capacity > LargeMemory.mostKept { scratch = ByteBuffer() }
    }

    /// Calls `function`. The result is in `result`. Hot.
    package mutating func call(
        _ function: ScalarFunction, _ values: UnsafeBufferPointer<ColumnValue>
    ) throws(EngineError) {
        arguments = ArgumentList(values)
        result = .null
        output.removeAll()
        scratch.removeAll()
        numberTexts.removeAll()
        isPlain = false
        try function(&self)
        if case .text = result.kind, !isPlain { mendText() }
    }

    /// Whether the result is all of `output`, and so long that its memory is better handed over
    /// than copied. Not if most of the memory is left of a longer one: each register would come to
    /// have as much.
    package var isResultLarge: Bool {
        output.count > LargeMemory.mostKept && output.capacity / 2 <= output.count
            && result.isBytes
            && result.bytes.baseAddress == UnsafeRawPointer(output.start)
            && result.count == output.count
    }

    /// A part of a text argument is a text. What was built, or is part of a blob, may be none.
    private mutating func mendText() {
        guard output.count > 0 || hasBlobArgument,
            !TextRepair.isValid(result.view)
        else { return }
        scratch.removeAll()
        let (view, isJSON) = (result.view, result.isJSON)
        result = TextRepair.text(of: view, scratch: &scratch).marked(asJSON: isJSON)
    }

    private var hasBlobArgument: Bool {
        for index in 0..<arguments.count where arguments[index].kind == .blob { return true }
        return false
    }

    // MARK: - The function's side

    /// The milliseconds since 1970 when the statement asked first.
    package mutating func now() -> Int64 {
        if let statementTime { return statementTime }
        let time = environment.clock()
        statementTime = time
        return time
    }

    /// The argument as text, empty for NULL: good until the call returns.
    package mutating func text(_ index: Int) -> ByteView {
        let value = arguments[index]
        guard value.isNumber else { return value.view }
        // Never moves: room for all slots, and to write one text behind them, was made before.
        if numberTexts.count == 0 {
            numberTexts.reserve((arguments.count &+ 2) &* FunctionContext.slotSize)
            numberTexts.appendRepeated(0, count: arguments.count &* FunctionContext.slotSize)
        }
        let mark = numberTexts.count
        let view = value.appendingText(to: &numberTexts).view
        let slot = numberTexts.start + index &* FunctionContext.slotSize
        let length = min(view.count, FunctionContext.slotSize)
        for offset in 0..<length { slot.storeByte(view[offset], at: offset) }
        numberTexts.truncate(to: mark)
        return ByteView(start: slot, count: length)
    }

    package mutating func set(_ value: Int64) { result = .integer(value) }
    /// NaN is NULL.
    package mutating func set(_ value: Double) { result = .realOrNull(value) }
    package mutating func set(_ value: Bool) { result = .truth(value) }

    /// The result is this value. Requires: its bytes are those of an argument, of a literal, or of
    /// what the context keeps until the next call.
    package mutating func set(_ value: ColumnValue) { result = value }

    package mutating func set(_ literal: StaticString) {
        result = ColumnValue(.text, ByteView(literal))
    }

    /// The result is a text of these bytes. Requires: they are part of an argument or its text.
    package mutating func setText(_ view: ByteView) { result = ColumnValue(.text, view) }

    /// The result is what was written to `output`. Throws `tooBig` and `noMemory`.
    package mutating func finish(_ kind: ColumnValue.Kind) throws(EngineError) {
        try ValueLimits.admit(output.count)
        result = ColumnValue(kind, output.view)
    }

    /// The result is the text that was written to `output`. Requires: it is ASCII, and short.
    package mutating func finishPlain() {
        result = ColumnValue(.text, output.view)
        isPlain = true
    }

    /// The result is the JSON that was written to `output`. Throws as `finish` does.
    package mutating func finishJSON() throws(EngineError) {
        try finish(.text)
        result = result.marked(asJSON: true)
    }
}
