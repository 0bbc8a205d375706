/// What other Swift libraries took for the same work: nanoseconds an object, beside the raw C
/// interface on the same day. Recorded once, before this program was written, and never measured by
/// it: see ANCHORS.md.
struct RecordedLibraries {
    let raw: Double
    let grdb: Double
    let sqliteSwift: Double

    /// GRDB 7 (October 2025) and SQLite.swift (June 2026) through `Codable`, in release builds.
    static let byMetric: [String: RecordedLibraries] = [
        "O1-KV": .init(raw: 648, grdb: 3_342, sqliteSwift: 5_254),
        "O1-Wide": .init(raw: 1_200, grdb: 6_032, sqliteSwift: 13_574),
        "O2-KV": .init(raw: 167, grdb: 561, sqliteSwift: 1_229),
        "O2-Wide": .init(raw: 443, grdb: 1_454, sqliteSwift: 21_865),
        "O3": .init(raw: 9_157, grdb: 15_933, sqliteSwift: 13_909),
        "O4": .init(raw: 3_205, grdb: 34_721, sqliteSwift: 45_204),
        "O5": .init(raw: 1_467, grdb: 25_491, sqliteSwift: 42_495),
        "O6": .init(raw: 4_351, grdb: 11_823, sqliteSwift: 18_156),
        "O7": .init(raw: 4_838, grdb: 15_740, sqliteSwift: 30_521),
    ]

    /// Raw ÷ library, as the ratios of the report are.
    var grdbRatio: Double { raw / grdb }
    var sqliteSwiftRatio: Double { raw / sqliteSwift }
}
