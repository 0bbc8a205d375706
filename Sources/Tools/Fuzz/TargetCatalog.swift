import StorageSimulation

/// All targets.
enum TargetCatalog {
    static let all: [any FuzzTarget] = [
        CrashTarget(), RecoverTarget(), FaultsTarget(), InterleaveTarget(), BitFlipTarget(),
        MisdirectTarget(), pages, log, keys, records, BTreeTarget(), KillTarget(),
        LongReaderTarget(), BudgetTarget(), PlantedTarget(), ParserTarget(), RoundTripTarget(),
        DifferentialTarget(), SQLCrashTarget(), SQLFaultsTarget(), CrowdTarget(),
    ]

    private static let pages = ByteFedTarget(
        ByteFedCatalog.pages, effort: 300,
        "changes bytes of pages and repairs the checksum; no trap, no endless loop")
    private static let log = ByteFedTarget(
        ByteFedCatalog.log, effort: 300,
        "changes bytes of a log; recovery ends at a commit or refuses")
    private static let keys = EncodingTarget(
        ByteFedCatalog.keys, "key encoding: order as SQL's, exact round trips, one form only",
        EncodingCheck.keys)
    private static let records = EncodingTarget(
        ByteFedCatalog.records, "record encoding: exact round trips, one form only",
        EncodingCheck.record)
}
