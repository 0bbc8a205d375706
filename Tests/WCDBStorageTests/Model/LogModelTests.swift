import StorageSimulation
import Testing

@Suite struct `The log protocol, explored exhaustively` {
    /// Level NORMAL leaves so many writes unsynced that a third commit is for long runs.
    private static let isLong = TestScale.factor > 1

    /// A reader and a second life after a power cut multiply the states, so each has its model.
    private static func models(_ rules: Set<LogModel.Rule>) -> [LogModel] {
        LogModel.Level.allCases.flatMap { level in
            let commits = level == .full || isLong ? 3 : 2
            return [
                LogModel(level: level, rules: rules, commitLimit: commits),
                LogModel(
                    level: level, rules: rules, commitLimit: commits, crashLimit: 0,
                    hasReader: true),
            ]
        }
    }

    @Test func `holds in every reachable state and after every power cut`() {
        for model in Self.models(Set(LogModel.Rule.allCases)) {
            let result = LogModelExploration(model).run()
            #expect(result.violation == nil, "\(result.path.joined(separator: "\n"))")
            #expect(result.stateCount > 1_000)
        }
    }

    @Test(arguments: LogModel.Rule.allCases)
    func `breaks without any one of its rules`(rule: LogModel.Rule) {
        let rules = Set(LogModel.Rule.allCases).subtracting([rule])
        let path = Self.models(rules).lazy.map { LogModelExploration($0).run().path }
            .first { !$0.isEmpty }
        #expect(path != nil)
    }
}
