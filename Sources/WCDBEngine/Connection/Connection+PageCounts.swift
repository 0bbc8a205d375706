package import WCDBStorage

/// Pages that statements look at and change, in all databases of the connection.
extension Connection {
    /// The counts so far; a page that was changed before counts again when it is changed.
    package func beginCountingPages() -> PageCounts {
        databases.reduce(PageCounts()) { $0 + $1.transaction.beginCounting() }
    }

    package var pageCounts: PageCounts {
        databases.reduce(PageCounts()) { $0 + $1.transaction.pageCounts }
    }
}
