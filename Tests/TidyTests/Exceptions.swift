/// A place where a rule does not hold, with the reason. `path` is a file, or a folder if it ends
/// with a slash. An exception that nothing needs any more fails the test: the list may only shrink.
struct Exception: Sendable {
    let rule: Rule
    let path: String
    let reason: String

    init(_ rule: Rule, _ path: String, _ reason: String) {
        self.rule = rule
        self.path = path
        self.reason = reason
    }

    func covers(_ finding: Finding) -> Bool {
        rule == finding.rule
            && (path.hasSuffix("/") ? finding.path.hasPrefix(path) : finding.path == path)
    }

    static let all: [Exception] = [
        unchecked("Threads/Lock.swift", "a mutex at a fixed address"),
        unchecked("Threads/WaitPoint.swift", "a condition variable at a fixed address"),
        unchecked("Threads/BackgroundThread.swift", "written once, by its initialiser"),
        unchecked("Threads/ThreadNumber.swift", "its list of listeners is guarded by a lock"),
        unchecked("File/LockedFiles.swift", "its one variable is guarded by a lock"),
        unchecked("File/MemoryFileContent.swift", "its variables are guarded by a lock"),
        unchecked("File/MemoryFileSystem.swift", "its variables are guarded by a lock"),
        unchecked("File/NamelessFiles.swift", "its table is guarded by its lock"),
        unchecked("Page/PagePool.swift", "its lists are guarded by its lock"),
        unchecked("Pager/CheckpointWorker.swift", "its state is guarded by its lock"),
        unchecked("Pager/Core.swift", "each mutable property names its guard"),
        unchecked("Pager/CoreRegistry.swift", "its dictionary is guarded by its lock"),
        unchecked("Pager/Failure.swift", "its text is guarded by its lock"),
        unchecked("Pager/PageCache.swift", "its queue is guarded by its lock"),
        unchecked("Pager/PageTable.swift", "entries are atomic, growing is guarded by a lock"),
        unchecked("Pager/ReaderSlot.swift", "slots are atomic, claiming is guarded by a lock"),
        unchecked("Pager/Reclamation.swift", "its list is guarded by its lock"),
        unchecked("Pager/ScanMemory.swift", "its lists are guarded by its lock"),
        unchecked("Pager/ScratchFile.swift", "its slots are guarded by its lock"),
        unchecked("Pager/StretchReader.swift", "its queue is guarded by its lock"),
        unchecked("Pager/WaitGraph.swift", "its table is guarded by its lock"),
        unchecked("Pager/WriterTicket.swift", "its numbers are guarded by its lock"),
        unchecked("WAL/LogFile.swift", "its end is guarded by the core's append lock"),
        Exception(
            .uncheckedSendable, "Sources/WCDBEngine/Scratch/BucketSorter.swift",
            "its numbers are guarded by its lock, its areas by whose turn it is"),
        Exception(
            .uncheckedSendable, "Sources/WCDBEngine/Scratch/SortBuckets.swift",
            "chains are only read"),
        Exception(
            .uncheckedSendable, "Sources/WCDBEngine/Program/PinnedProgram.swift",
            "nothing of it changes after its initialiser"),
        Exception(
            .uncheckedSendable, "Sources/WCDBSQL/AST/CopyOnWrite.swift",
            "it changes only while one value holds it"),
        Exception(
            .memoryAccess, "Sources/WCDBSQL/AST/SQLText.swift",
            "the two words of a text are compared before its bytes are"),
        Exception(
            .functionLength, "Sources/WCDBEngine/Machine/Machine+Run.swift",
            "the dispatch of the machine: a case for each instruction, nothing between"),
        Exception(
            .folderOrder, "Sources/WCDBSwift/WINQ/Syntax/TransactionType.swift",
            "its Mode is that of the syntax tree, not the name of 1.x"),
        Exception(
            .folderOrder, "Sources/WCDBSwift/WINQ/Syntax/Trees.swift",
            "two trees have names that the 1.x API gave to builders"),
        Exception(
            .uncheckedSendable, "Sources/WCDBSwift/Database/",
            "what threads share is guarded by the lock that each file names"),
        Exception(
            .uncheckedSendable, "Sources/WCDBSwift/Observation/",
            "what commits and tasks share is guarded by a lock"),
        Exception(
            .uncheckedSendable, "Sources/WCDBSwift/Async/",
            "a job and its task share what one lock guards, or take turns"),
        Exception(
            .uncheckedSendable, "Sources/WCDBSwift/ORM/Coding/StatePool.swift",
            "its list is guarded by its lock"),
        Exception(
            .uncheckedSendable, "Benchmarks/OurTransaction.swift",
            "a pooled transaction is in one thread's hands at a time"),
        Exception(
            .uncheckedSendable, "Sources/Tools/Simulation/Disk/",
            "the simulated disk is guarded by one lock"),
        Exception(
            .uncheckedSendable, "Sources/Tools/Simulation/Interleaving/",
            "a scheduler lets one thread run at a time"),
    ]

    private static func unchecked(_ file: String, _ reason: String) -> Exception {
        Exception(.uncheckedSendable, "Sources/WCDBStorage/" + file, reason)
    }
}
