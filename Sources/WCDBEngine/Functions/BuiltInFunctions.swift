import WCDBStorage

/// The functions of the engine. `Spec/functions.md` says what each does.
enum BuiltInFunctions {
    static let all: [FunctionDescription] =
        texts + blobs + numbers + choices + connection + patterns + mathematics + times
        + aggregates + windows + json

    private static let most = FunctionRegistry.maxArgumentCount

    private static func scalar(
        _ name: String, _ arguments: ClosedRange<Int>, _ function: @escaping ScalarFunction
    ) -> FunctionDescription {
        FunctionDescription(name, arguments, .scalar(function))
    }

    /// One whose result may differ each time.
    private static func volatile(
        _ name: String, _ arguments: ClosedRange<Int>, _ function: @escaping ScalarFunction
    ) -> FunctionDescription {
        FunctionDescription(name, arguments, isDeterministic: false, .scalar(function))
    }

    private static let texts: [FunctionDescription] = [
        scalar("char", 0...most, TextFunctions.char),
        scalar("format", 0...most, FormatFunction.format),
        scalar("instr", 2...2, TextFunctions.instr),
        FunctionDescription("length", .length, TextFunctions.length),
        scalar("lower", 1...1, TextFunctions.lower),
        scalar("ltrim", 1...2, SubstringFunctions.trimFront),
        scalar("printf", 0...most, FormatFunction.format),
        scalar("replace", 3...3, TextFunctions.replace),
        scalar("rtrim", 1...2, SubstringFunctions.trimBack),
        scalar("soundex", 1...1, SoundexFunction.soundex),
        scalar("substr", 2...3, SubstringFunctions.substr),
        scalar("substring", 2...3, SubstringFunctions.substr),
        scalar("trim", 1...2, SubstringFunctions.trim),
        scalar("unicode", 1...1, TextFunctions.unicode),
        scalar("upper", 1...1, TextFunctions.upper),
    ]

    private static let blobs: [FunctionDescription] = [
        scalar("hex", 1...1, BlobFunctions.hex),
        scalar("quote", 1...1, BlobFunctions.quote),
        volatile("randomblob", 1...1, BlobFunctions.randomblob),
        scalar("zeroblob", 1...1, BlobFunctions.zeroblob),
    ]

    private static let numbers: [FunctionDescription] = [
        scalar("abs", 1...1, NumberFunctions.abs),
        volatile("random", 0...0, NumberFunctions.random),
        scalar("round", 1...2, NumberFunctions.round),
        scalar("sign", 1...1, NumberFunctions.sign),
    ]

    private static let choices: [FunctionDescription] = [
        scalar("coalesce", 2...most, ChoiceFunctions.coalesce),
        scalar("ifnull", 2...2, ChoiceFunctions.coalesce),
        scalar("iif", 3...3, ChoiceFunctions.iif),
        scalar("likelihood", 2...2, ChoiceFunctions.first),
        scalar("likely", 1...1, ChoiceFunctions.first),
        scalar("max", 2...most, ChoiceFunctions.max),
        scalar("min", 2...most, ChoiceFunctions.min),
        scalar("nullif", 2...2, ChoiceFunctions.nullif),
        FunctionDescription("typeof", .kind, ChoiceFunctions.typeof),
        scalar("unlikely", 1...1, ChoiceFunctions.first),
    ]

    private static let connection: [FunctionDescription] = [
        volatile("changes", 0...0, ConnectionFunctions.changes),
        volatile("last_insert_rowid", 0...0, ConnectionFunctions.lastInsertRowID),
        volatile("sqlite_compileoption_get", 1...1, ConnectionFunctions.compileOptionGet),
        volatile("sqlite_compileoption_used", 1...1, ConnectionFunctions.compileOptionUsed),
        volatile("sqlite_source_id", 0...0, ConnectionFunctions.sourceID),
        volatile("sqlite_version", 0...0, ConnectionFunctions.version),
        volatile("total_changes", 0...0, ConnectionFunctions.totalChanges),
    ]

    private static let patterns: [FunctionDescription] = [
        FunctionDescription(.glob), FunctionDescription(.like),
    ]

    private static let mathematics: [FunctionDescription] =
        MathFunctions.ofOneArgument.map { scalar("\($0.name)", 1...1, $0.function) }
        + MathFunctions.ofTwoArguments.map { scalar("\($0.name)", 2...2, $0.function) }
        + [
            scalar("log", 1...2, MathFunctions.logarithm),
            scalar("pi", 0...0, MathFunctions.pi),
        ]

    private static let times: [FunctionDescription] = [
        volatile("current_date", 0...0, DateFunctions.date),
        volatile("current_time", 0...0, DateFunctions.time),
        volatile("current_timestamp", 0...0, DateFunctions.datetime),
        scalar("date", 0...most, DateFunctions.date),
        scalar("datetime", 0...most, DateFunctions.datetime),
        scalar("julianday", 0...most, DateFunctions.julianday),
        scalar("strftime", 0...most, DateFunctions.strftime),
        scalar("time", 0...most, DateFunctions.time),
        scalar("unixepoch", 0...most, DateFunctions.unixepoch),
    ]

    /// The names with a blank in them are the binder's.
    private static let json: [FunctionDescription] = [
        scalar("json", 1...1, JSONFunctions.minify),
        scalar("json_valid", 1...1, JSONFunctions.isValid),
        scalar("json_type", 1...2, JSONFunctions.type),
        scalar("json_array_length", 1...2, JSONFunctions.arrayLength),
        scalar("json_extract", 0...most, JSONFunctions.extract),
        scalar("->", 2...2, JSONFunctions.arrow),
        scalar("->>", 2...2, JSONFunctions.doubleArrow),
        scalar("json_remove", 0...most, JSONFunctions.remove),
        scalar("json_patch", 2...2, JSONFunctions.patch),
        scalar("json_quote", 1...1, JSONFunctions.quote),
        scalar("json_array", 0...most, JSONFunctions.array),
        scalar("json_object", 0...most, JSONFunctions.object),
        scalar("json_insert", 0...most, JSONFunctions.insert),
        scalar("json_replace", 0...most, JSONFunctions.replace),
        scalar("json_set", 0...most, JSONFunctions.set),
        scalar("subtype", 1...1, JSONFunctions.subtype),
        scalar("json member", 2...2, JSONFunctions.member),
        scalar("json unmarked", 1...1, JSONFunctions.unmarked),
        FunctionDescription("json_group_array", 1...1, .aggregate(.jsonArray)),
        FunctionDescription("json_group_object", 2...2, .aggregate(.jsonObject)),
    ]

    private static let windows: [FunctionDescription] = WindowFunction.allCases.map {
        FunctionDescription($0.rawValue, $0.arguments, .window($0))
    }

    private static let aggregates: [FunctionDescription] = [
        FunctionDescription("avg", 1...1, .aggregate(.average)),
        FunctionDescription("count", 0...1, .aggregate(.count)),
        FunctionDescription("group_concat", 1...2, .aggregate(.groupConcat)),
        FunctionDescription("max", 1...1, .aggregate(.maximum)),
        FunctionDescription("min", 1...1, .aggregate(.minimum)),
        FunctionDescription("sum", 1...1, .aggregate(.sum)),
        FunctionDescription("total", 1...1, .aggregate(.total)),
    ]
}
