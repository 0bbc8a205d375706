/// All workloads, in the order of the report.
enum WorkloadCatalog {
    static let all: [any Workload] =
        [
            W1BulkInsert(),
            W2SingleInserts(),
            W3Scan(),
            W4Lookup(part: .ownTransaction),
            W4Lookup(part: .hot),
            W4Lookup(part: .oneTransaction),
            W7Update(order: .random),
            W7Update(order: .sequential),
            W8Delete(),
            W13ReadersAndWriter(),
            W15FullSync(),
            WarmLookup(),
            WarmScan(),
            ReaderScaling(),
        ] + ObjectCatalog.all + SQLCatalog.all

    /// The workloads with a name, or a metric, that one of the comma-separated `filters` selects.
    static func matching(_ filters: String?) -> [any Workload] {
        guard let filters else { return all }
        let wanted = filters.split(separator: ",").map { $0.lowercased() }
        return all.filter { workload in
            let names = [workload.name] + workload.metrics.map(\.name)
            return names.contains { name in wanted.contains { selects($0, name.lowercased()) } }
        }
    }

    /// "W1" selects W1 but not W13; "W4" selects W4a.
    private static func selects(_ filter: String, _ name: String) -> Bool {
        guard name.hasPrefix(filter) else { return false }
        guard let next = name.dropFirst(filter.count).first else { return true }
        return !(next.isNumber && filter.last?.isNumber == true)
    }
}
