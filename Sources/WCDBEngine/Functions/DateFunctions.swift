import WCDBStorage

/// The functions of date and time. The first argument is an instant, all others move it; what
/// cannot be read, and what lies outside of the years −4713 to 9999, gives NULL.
enum DateFunctions {
    @Sendable
    static func date(_ context: inout FunctionContext) throws(EngineError) {
        if let (_, text) = plainTime(context) { return context.setText(text.prefix(10)) }
        var instant = DateTime()
        guard try read(&instant, "date", &context) else { return }
        instant.computeDay()
        TimeFormat.appendDay(instant.day, to: &context.output)
        context.finishPlain()
    }

    @Sendable
    static func time(_ context: inout FunctionContext) throws(EngineError) {
        if let (plain, text) = plainTime(context), plain.time != nil {
            return context.setText(text.dropFirst(11))
        }
        var instant = DateTime()
        guard try read(&instant, "time", &context) else { return }
        instant.computeTime()
        TimeFormat.appendTime(instant.time, to: &context.output)
        context.finishPlain()
    }

    @Sendable
    static func datetime(_ context: inout FunctionContext) throws(EngineError) {
        if let (_, text) = plainTime(context), text[10] == UInt8(ascii: " ") {
            return context.setText(text)
        }
        var instant = DateTime()
        guard try read(&instant, "datetime", &context) else { return }
        instant.computeFields()
        TimeFormat.appendDay(instant.day, to: &context.output)
        context.output.appendByte(UInt8(ascii: " "))
        TimeFormat.appendTime(instant.time, to: &context.output)
        context.finishPlain()
    }

    @Sendable
    static func julianday(_ context: inout FunctionContext) throws(EngineError) {
        var instant = DateTime()
        guard try read(&instant, "julianday", &context), let count = instant.validCount() else {
            return
        }
        context.set(Double(count) / Double(DateTime.millisecondsOfDay))
    }

    @Sendable
    static func unixepoch(_ context: inout FunctionContext) throws(EngineError) {
        var instant = DateTime()
        guard try read(&instant, "unixepoch", &context), let count = instant.validCount() else {
            return
        }
        context.set(count / 1000 - DateTime.epoch / 1000)
    }

    @Sendable
    static func strftime(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count > 0, !context.arguments[0].isNull else { return }
        var instant = DateTime()
        guard try read(&instant, "strftime", &context, from: 1) else { return }
        let format = context.text(0).untilNUL
        guard TimeFormat(instant).append(format, to: &context.output) else { return }
        try context.finish(.text)
    }

    /// The only argument, if its text has the usual form: such a day is shown as it is given, even
    /// one that its month does not have.
    @inline(__always)
    private static func plainTime(
        _ context: borrowing FunctionContext
    ) -> (instant: PlainTime, text: ByteView)? {
        guard context.arguments.count == 1 else { return nil }
        let value = context.arguments[0]
        guard case .text = value.kind, let plain = PlainTime(value.view) else { return nil }
        return (plain, value.view)
    }

    /// Reads the instant that the arguments from `first` on describe, `now` without any; false
    /// for what is NULL.
    private static func read(
        _ instant: inout DateTime, _ function: StaticString, _ context: inout FunctionContext,
        from first: Int = 0
    ) throws(EngineError) -> Bool {
        let value = context.arguments[first]
        if context.arguments.count == first {
            instant = try now(function, &context)
        } else if value.isNumber {
            instant = DateTime(number: value.asReal)
        } else {
            guard !value.isNull else { return false }
            if !TimeScan.read(value.view.untilNUL, into: &instant) {
                guard value.view.untilNUL.isWord("now") else { return false }
                instant = try now(function, &context)
            }
        }
        for index in stride(from: first + 1, to: context.arguments.count, by: 1) {
            guard !context.arguments[index].isNull else { return false }
            let modifier = context.modifiers.modifier(context.text(index))
            if modifier.needsZone {
                try checkPlace(function, context)
                guard try modifier.changeZone(of: &instant, context.environment.localTime) else {
                    return false
                }
            } else if !modifier.apply(to: &instant, isFirst: index == first + 1) {
                return false
            }
        }
        return instant.isValid()
    }

    private static func now(
        _ function: StaticString, _ context: inout FunctionContext
    ) throws(EngineError) -> DateTime {
        try checkPlace(function, context)
        let time = context.now().addingReportingOverflow(DateTime.epoch)
        return DateTime(count: time.overflow ? -1 : time.partialValue)
    }

    private static func checkPlace(
        _ function: StaticString, _ context: borrowing FunctionContext
    ) throws(EngineError) {
        if let place = context.deterministicPlace {
            throw .notDeterministic(function: "\(function)", place: place)
        }
    }
}
