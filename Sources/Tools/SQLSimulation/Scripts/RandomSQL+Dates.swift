import StorageSimulation

/// Calls of the functions of dates, at fixed times.
extension RandomSQL {
    private static let dates = [
        "'2024-02-29'", "'2024-02-29 12:30:45.678'", "'2000-01-01'", "2451545", "0", "86400",
        "'12:30'", "'nonsense'", "2460000.5", "'1999-12-31T23:59:59Z'", "'-0001-01-01'",
        "'2023-10-29 02:30:00+02:00'", "'0000-01-01'", "'9999-12-31 23:59:59.999'", "-1", "5373484",
        "'2024-02-30'", "'2024-13-01'", "' 2024-02-29'", "'12:30:61'", "'24:00'", "1e9", "1.7e12",
        "'2024-02-29 12:30'", "'2024-02-29T12:30:45-01:30'", "NULL", "'12:30:45.5'",
    ]
    private static let modifiers = [
        "'+1 day'", "'-1 month'", "'start of month'", "'start of year'", "'unixepoch'",
        "'weekday 1'", "'+1.5 hours'", "'start of day'", "'-3 years'", "'julianday'", "'auto'",
        "'+01:30'", "'subsec'", "'weekday 0'", "'weekday 6'", "'weekday 7'", "'-90 minutes'",
        "'+1e3 seconds'", "'100.5 days'", "'+1 month'", "'11 months'", "'-00:00:30.5'",
        "'+1.5 months'", "'-0.5 years'", "' +1 day'", "'+1 fortnight'", "'START OF MONTH'",
        "'+99999 days'", "NULL", "'1 day'", "'+12:30:15'",
    ]
    private static let fields = [
        "%Y", "%m", "%d", "%H", "%M", "%S", "%f", "%j", "%w", "%W", "%s", "%J", "%%", "%y",
    ]

    mutating func dateCall() -> String {
        let time = oneIn(4) ? column() : pick(RandomSQL.dates)
        var arguments = time
        for _ in 0..<number(0...3) { arguments += ", " + pick(RandomSQL.modifiers) }
        switch random.below(6) {
        case 0: return "date(\(arguments))"
        case 1: return "time(\(arguments))"
        case 2: return "datetime(\(arguments))"
        case 3: return "julianday(\(arguments))"
        case 4: return "unixepoch(\(arguments))"
        default:
            var format = ""
            for _ in 0..<number(1...3) {
                format += pick(RandomSQL.fields) + pick(["-", " ", ":", "", "é"])
            }
            return "strftime('\(format)', \(arguments))"
        }
    }

    /// What is another value each time, or on each machine: only what is always true of it.
    mutating func volatileCall() -> String {
        pick([
            "typeof(random())", "length(randomblob(\(number(0...9))))", "typeof(current_date)",
            "length(current_time)", "length(current_timestamp)", "(total_changes() >= 0)",
            "typeof(sqlite_version())", "typeof(sqlite_source_id())", "typeof(changes())",
            "typeof(last_insert_rowid())", "abs(random() % 1)",
        ])
    }
}
