/// All workloads, in the order of the report.
enum WorkloadCatalog {
    static let all: [any Workload] =
        [
            BulkInsert(),
            SingleInserts(),
            RowScan(),
            KeyLookup(part: .ownTransaction),
            KeyLookup(part: .hot),
            KeyLookup(part: .oneTransaction),
            BulkUpdate(order: .random),
            BulkUpdate(order: .sequential),
            BulkDelete(),
            ReadersBesideWriter(),
            SyncedCommits(),
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
