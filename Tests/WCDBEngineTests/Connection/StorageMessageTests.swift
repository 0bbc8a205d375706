import Testing
import WCDBStorage

@testable import WCDBEngine

/// What storage refuses is told in words, not as the value of an enumeration.
@Suite struct `Messages of storage` {
    @Test(arguments: [
        (
            StorageError.foreignLog(path: "/a/b", reason: "the log belongs to another file"),
            "unable to open database file: the log belongs to another file"
        ),
        (
            .missingLog(path: "/a/b", reason: "the file needs its log of generation 3"),
            "unable to open database file: the file needs its log of generation 3"
        ),
        (.lockedByAnotherProcess(path: "/a/b"), "database is locked by another process"),
        (.busy, "database is locked"),
        (
            .fileMovedOrDeleted(path: "/a/b"),
            "the database file was moved or deleted while it was open"
        ),
        (.misuse("the transaction is over"), "the transaction is over"),
        (.olderFormat(path: "/a/b", reason: "format 2"), "file is of an older version: format 2"),
        (.newerFormat(path: "/a/b", reason: "format 9"), "file is of a newer version: format 9"),
    ])
    func `say what is wrong`(error: StorageError, message: String) {
        #expect(EngineError.storage(error).message == message)
    }

    @Test(arguments: [
        StorageError.closed, .suspended, .failStopped(reason: "r"), .outcomeUnknown(reason: "r"),
        .limit("r"), .unsupportedPageSize(path: "/a/b", pageSize: 3),
    ])
    func `show no names of cases`(error: StorageError) {
        let message = EngineError.storage(error).message
        #expect(message != "\(error)" && message.contains(" "))
    }
}
