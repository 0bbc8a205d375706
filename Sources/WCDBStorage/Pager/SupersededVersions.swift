/// Versions that were superseded while somebody still needed them.
///
/// **Users.** The holder of the append lock.
struct SupersededVersions {
    struct Entry {
        var number: PageNumber
        var lsn: LSN
        /// The commit that superseded the version.
        var endLSN: LSN
    }

    private(set) var entries: [Entry] = []
    private var next = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// Removes up to `limit` entries for which `isNeeded` is false, going round; passes them on.
    mutating func drain(
        limit: Int, isNeeded: (Entry) -> Bool, release: (Entry) -> Void
    ) {
        var examined = 0
        while examined < limit, !entries.isEmpty {
            if next >= entries.count { next = 0 }
            examined += 1
            if isNeeded(entries[next]) {
                next += 1
            } else {
                release(entries[next])
                entries.swapAt(next, entries.count - 1)
                entries.removeLast()
            }
        }
    }
}
