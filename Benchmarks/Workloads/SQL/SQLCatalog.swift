/// The workloads that are SQL on both sides.
enum SQLCatalog {
    static var all: [any SQLWorkload] {
        var all: [any SQLWorkload] = [
            SQLInsert(isBulk: true), SQLInsert(isBulk: false), SQLScan(keepsRows: false),
            SQLScan(keepsRows: true), SQLLookup(part: .ownTransaction), SQLLookup(part: .hot),
            SQLLookup(part: .oneTransaction), SQLLookup(part: .indexOwn),
            SQLLookup(part: .indexOne), SQLRange(part: .covering), SQLRange(part: .fetching),
            SQLRange(part: .byKey), SQLChange(part: .randomUpdates),
            SQLChange(part: .sequentialUpdates), SQLChange(part: .updateStatement),
            SQLChange(part: .deletes), SQLChange(part: .indexedDeletes), SQLCreateIndex(),
            SQLManyTables(), SQLRoundTrip(), SQLInsertIndexed(),
        ]
        all += SQLReadAll.aggregates
        all += SQLReadAll.orders
        all += SQLReadAll.joins
        for part in SQLPrepare.Part.allCases {
            all.append(SQLPrepare(part: part, isCached: false))
            all.append(SQLPrepare(part: part, isCached: true))
        }
        return all
    }
}
