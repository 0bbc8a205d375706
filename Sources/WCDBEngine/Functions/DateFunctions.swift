import WCDBStorage

/// The functions of date and time. The first argument is an instant, all others move it; what
/// cannot be read, and what lies outside of the years −4713 to 9999, gives NULL.
enum DateFunctions {
    @Sendable
    static func date(_ context: inout FunctionContext) throws(EngineError) {
        guard var instant = try instant("date", &context) else { return }
        instant.computeDay()
        TimeFormat.appendDay(instant, to: &context.output)
        try context.finish(.text)
    }

    @Sendable
    static func time(_ context: inout FunctionContext) throws(EngineError) {
        guard var instant = try instant("time", &context) else { return }
        instant.computeTime()
        TimeFormat.appendTime(instant, to: &context.output)
        try context.finish(.text)
    }

    @Sendable
    static func datetime(_ context: inout FunctionContext) throws(EngineError) {
        guard var instant = try instant("datetime", &context) else { return }
        instant.computeFields()
        TimeFormat.appendDay(instant, to: &context.output)
        context.output.appendByte(UInt8(ascii: " "))
        TimeFormat.appendTime(instant, to: &context.output)
        try context.finish(.text)
    }

    @Sendable
    static func julianday(_ context: inout FunctionContext) throws(EngineError) {
        guard let instant = try instant("julianday", &context), let count = instant.count else {
            return
        }
        context.set(Double(count) / Double(DateTime.millisecondsOfDay))
    }

    @Sendable
    static func unixepoch(_ context: inout FunctionContext) throws(EngineError) {
        guard let instant = try instant("unixepoch", &context), let count = instant.count else {
            return
        }
        context.set(count / 1000 - DateTime.epoch / 1000)
    }

    @Sendable
    static func strftime(_ context: inout FunctionContext) throws(EngineError) {
        guard context.arguments.count > 0, !context.arguments[0].isNull else { return }
        guard let instant = try instant("strftime", &context, from: 1) else { return }
        let format = context.text(0).untilNUL
        guard TimeFormat(instant).append(format, to: &context.output) else { return }
        try context.finish(.text)
    }

    /// The instant that the arguments from `first` on describe, `now` without any. Nil is NULL.
    private static func instant(
        _ function: String, _ context: inout FunctionContext, from first: Int = 0
    ) throws(EngineError) -> DateTime? {
        var instant = DateTime()
        let value = context.arguments[first]
        if context.arguments.count == first {
            instant = try now(function, &context)
        } else if value.isNumber {
            instant = DateTime(number: value.asReal)
        } else {
            guard !value.isNull else { return nil }
            let text = context.text(first).untilNUL
            if text.isWord("now") {
                instant = try now(function, &context)
            } else {
                guard let read = TimeScan.read(text) else { return nil }
                instant = read
            }
        }
        for index in stride(from: first + 1, to: context.arguments.count, by: 1) {
            guard !context.arguments[index].isNull else { return nil }
            let text = context.text(index).untilNUL
            let modifier = TimeModifier(text, isFirst: index == first + 1)
            if modifier.needsZone { try checkPlace(function, context) }
            guard try modifier.apply(to: &instant, context.environment.localTime) else {
                return nil
            }
        }
        return instant.validCount() == nil ? nil : instant
    }

    private static func now(
        _ function: String, _ context: inout FunctionContext
    ) throws(EngineError) -> DateTime {
        try checkPlace(function, context)
        let time = context.now().addingReportingOverflow(DateTime.epoch)
        return DateTime(count: time.overflow ? -1 : time.partialValue)
    }

    private static func checkPlace(
        _ function: String, _ context: borrowing FunctionContext
    ) throws(EngineError) {
        if let place = context.deterministicPlace {
            throw .notDeterministic(function: function, place: place)
        }
    }
}
