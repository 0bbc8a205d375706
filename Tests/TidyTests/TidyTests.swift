import Testing

/// The style of the house, checked against every source and document. A finding names file, line
/// and remedy; what must stay as it is goes into `Exceptions.swift` with a reason.
@Suite struct `The house is tidy` {
    @Test func `lines fit into 100 columns`() {
        let sources = Repository.sources.flatMap { LengthRules.lines($0) }
        report(.lineLength, sources + Repository.documents.flatMap { LengthRules.lines($0) })
    }

    @Test func `files have at most 500 lines`() {
        report(.fileLength, Repository.sources.flatMap(LengthRules.files))
    }

    @Test func `functions have at most 60 lines`() {
        report(.functionLength, Repository.sources.flatMap(LengthRules.functions))
    }

    @Test func `modules import only what is below them`() {
        report(.importEdge, Repository.sources.flatMap(ImportRules.check))
    }

    @Test func `folders use only the folders before them`() {
        report(.folderOrder, FolderRules.check(Repository.sources))
    }

    @Test func `raw memory is reached in few folders`() {
        report(.memoryAccess, Repository.sources.flatMap(MemoryRules.check))
    }

    @Test func `modules neither trap nor print`() {
        report(.bannedCall, Repository.sources.flatMap(WordRules.bannedCalls))
    }

    @Test func `unchecked concurrency is listed`() {
        report(.uncheckedSendable, Repository.sources.flatMap(WordRules.uncheckedSendable))
    }

    @Test func `no task is left in a comment`() {
        let texts =
            Repository.sources.map { ($0.path, $0.lines) }
            + Repository.documents.map { ($0.path, $0.lines) }
        report(.openTask, texts.flatMap { WordRules.openTasks(path: $0.0, lines: $0.1) })
    }

    @Test func `the main type of a file is documented`() {
        report(.undocumentedType, Repository.sources.flatMap(CommentRules.check))
    }

    @Test func `public members have an example`() {
        report(.missingExample, ExampleRules.check(Repository.sources))
    }

    @Test func `documents have one title`() {
        report(.documentTitle, Repository.documents.flatMap(DocumentRules.titles))
    }

    @Test func `links lead somewhere`() {
        let documents = Repository.documents
        report(.brokenLink, documents.flatMap { DocumentRules.links($0, among: documents) })
    }

    /// Fails for each finding without an exception and for each exception without a finding.
    private func report(_ rule: Rule, _ findings: [Finding]) {
        #expect(!Repository.sources.isEmpty && !Repository.documents.isEmpty)
        let exceptions = Exception.all.filter { $0.rule == rule }
        for finding in findings where !exceptions.contains(where: { $0.covers(finding) }) {
            Issue.record("\(finding)")
        }
        for exception in exceptions where !findings.contains(where: exception.covers) {
            Issue.record(
                """
                Tests/TidyTests/Exceptions.swift: nothing needs the exception \(rule.rawValue) of \
                \(exception.path) any more. Remedy: remove it
                """)
        }
    }
}
