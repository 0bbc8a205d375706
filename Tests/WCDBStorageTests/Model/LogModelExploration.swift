/// Visits every state that a model can reach, the nearest first, and cuts the power in each.
struct LogModelExploration {
    struct Result {
        var stateCount = 0
        var violation: LogModel.Violation?
        /// The steps that lead to the violation.
        var path: [String] = []
    }

    private let model: LogModel
    private var states: [LogModel.State] = []
    private var origins: [(parent: Int, step: String)] = []
    private var known: Set<LogModel.State> = []
    /// States that differ in what a power cut wipes out anyway need only one.
    private var cut: Set<Remains> = []

    private struct Remains: Hashable {
        var durable: LogModel.Disk
        var pending: [LogModel.Write]
        var history: [Int]
        var inFlight: Int?
        var promised: Int
        var era: Int
    }

    init(_ model: LogModel) { self.model = model }

    func run() -> Result {
        var copy = self
        return copy.explore()
    }

    private mutating func explore() -> Result {
        add(model.start, from: -1, by: "start")
        var index = 0
        while index < states.count {
            let state = states[index]
            if let violation = model.problem(of: state) {
                return result(violation, at: index)
            }
            if let violation = cutPower(in: state, at: index) {
                return result(violation, at: index)
            }
            for step in model.steps(from: state) { add(step.state, from: index, by: step.name) }
            index += 1
        }
        return Result(stateCount: states.count)
    }

    private mutating func cutPower(
        in state: LogModel.State, at index: Int
    ) -> LogModel.Violation? {
        let remains = Remains(
            durable: state.durable, pending: state.pending, history: state.history,
            inFlight: state.inFlight, promised: state.promised, era: state.era)
        guard cut.insert(remains).inserted else { return nil }
        for disk in model.disksAfterCrash(of: state) {
            switch model.recover(disk, after: state) {
            case .failure(let violation): return violation
            case .success(let next):
                guard state.era < model.crashLimit else { continue }
                add(next, from: index, by: "power cut, leaving \(disk)")
            }
        }
        return nil
    }

    private mutating func add(_ state: LogModel.State, from parent: Int, by step: String) {
        guard known.insert(state).inserted else { return }
        states.append(state)
        origins.append((parent, step))
    }

    private func result(_ violation: LogModel.Violation, at index: Int) -> Result {
        var path = [violation.text]
        var position = index
        while position >= 0 {
            path.append(origins[position].step)
            position = origins[position].parent
        }
        return Result(stateCount: states.count, violation: violation, path: path.reversed())
    }
}
