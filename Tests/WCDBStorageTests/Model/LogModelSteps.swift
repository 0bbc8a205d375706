/// What can happen next.
extension LogModel {
    /// A step and the state it leads to.
    typealias Step = (name: String, state: State)

    func steps(from state: State) -> [Step] {
        var steps: [Step] = []
        addCommits(from: state, to: &steps)
        for number in state.checkpoints.indices { addCheckpoint(number, state, &steps) }
        addReset(from: state, to: &steps)
        if hasReader { addReader(from: state, to: &steps) }
        return steps
    }

    private func addReader(from state: State, to steps: inout [Step]) {
        var next = state
        if state.snapshot == nil {
            next.snapshot = state.published
            steps.append(("reader begins", next))
        } else {
            next.snapshot = nil
            next.parked = [:]
            steps.append(("reader ends", next))
        }
    }

    private func addCommits(from state: State, to steps: inout [Step]) {
        var next = state
        if let page = state.inFlight {
            next.history.append(page)
            next.log.append(newFrame(state, page))
            next.inFlight = nil
            if level == .full {
                next.sync(log: true, level)
                next.promised = next.published
            }
            steps.append(("commit is published", next))
            return
        }
        guard state.published < commitLimit, state.log.count < logCapacity else { return }
        for page in 0..<Self.pageCount {
            next = state
            next.inFlight = page
            next.write(.frame(state.log.count, newFrame(state, page)))
            steps.append(("commit of page \(page) is appended", next))
        }
    }

    private func newFrame(_ state: State, _ page: Int) -> Frame {
        Frame(
            generation: state.generation, commit: state.published + 1, page: page,
            era: state.era, previousEra: state.log.last?.era ?? 0)
    }

    private func addCheckpoint(_ number: Int, _ state: State, _ steps: inout [Step]) {
        var next = state
        guard let checkpoint = state.checkpoints[number] else {
            let isTicketFree = !state.checkpoints.contains { $0?.holdsTicket ?? false }
            // The two are alike: the second only begins when the first is under way.
            guard isTicketFree, state.backfilled < state.log.count,
                number == 0 || state.checkpoints[0] != nil
            else { return }
            next.checkpoints[number] = Checkpoint(
                generation: state.generation, target: state.log.count)
            steps.append(("checkpoint \(number) begins", next))
            return
        }
        switch checkpoint.phase {
        case .begun:
            if rules.contains(.logBeforePages) { next.sync(log: true, level) }
            next.checkpoints[number]?.phase = .writing(0)
            steps.append(("checkpoint \(number) syncs the log", next))
        case .writing(let page) where page < Self.pageCount:
            backfill(page, upTo: checkpoint.target, &next)
            next.checkpoints[number]?.phase = .writing(page + 1)
            steps.append(("checkpoint \(number) writes page \(page)", next))
        case .writing:
            if rules.contains(.mainBeforeReset) { next.sync(log: false, level) }
            next.checkpoints[number]?.phase = .written
            steps.append(("checkpoint \(number) syncs the main file", next))
        case .written:
            if !rules.contains(.generationCheck) {
                next.backfilled = checkpoint.target
            } else if checkpoint.generation == state.generation {
                next.backfilled = max(state.backfilled, checkpoint.target)
            }
            next.checkpoints[number] = nil
            steps.append(("checkpoint \(number) publishes", next))
        }
    }

    private func backfill(_ page: Int, upTo target: Int, _ state: inout State) {
        guard let frame = state.log.prefix(target).last(where: { $0.page == page }) else { return }
        if let snapshot = state.snapshot, snapshot < frame.commit, rules.contains(.parking) {
            state.parked[page] = state.visible(page, at: snapshot)
        }
        state.write(.page(page, commit: frame.commit))
    }

    private func addReset(from state: State, to steps: inout [Step]) {
        let isTicketFree = !state.checkpoints.contains { $0?.holdsTicket ?? false }
        guard isTicketFree, state.inFlight == nil, !state.log.isEmpty,
            state.backfilled >= state.log.count, state.generation < generationLimit
        else { return }
        var next = state
        next.generation += 1
        next.base = state.published
        next.log = []
        next.backfilled = 0
        next.write(.header(Header(generation: next.generation, base: next.base)))
        if rules.contains(.barrierAfterHeader) { next.sync(log: true, level) }
        steps.append(("log is reset", next))
    }
}

/// Power cuts and what is made of their remains.
extension LogModel {
    /// Every disk that the unsynced writes allow, each set of survivors once.
    func disksAfterCrash(of state: State) -> Set<Disk> {
        var disks: Set<Disk> = [state.durable]
        for last in state.pending.indices where !state.pending[last].isBarrier {
            var forced: Set<Int> = [last]
            for barrier in 0..<last where state.pending[barrier].isBarrier {
                for index in 0..<barrier
                where state.pending[index].isOfLog == state.pending[barrier].isOfLog {
                    forced.insert(index)
                }
            }
            let free = (0..<last).filter {
                !forced.contains($0) && !state.pending[$0].isBarrier
            }
            for choice in 0..<(1 << free.count) {
                var disk = state.durable
                for index in 0...last {
                    let bit = free.firstIndex(of: index).map { choice >> $0 & 1 == 1 }
                    if bit ?? forced.contains(index) { disk.apply(state.pending[index]) }
                }
                disks.insert(disk)
            }
        }
        return disks
    }

    /// The state after recovery, or what is wrong with it.
    func recover(_ disk: Disk, after state: State) -> Result<State, Violation> {
        let header =
            disk.headers[0].generation > disk.headers[1].generation
            ? disk.headers[0] : disk.headers[1]
        var log: [Frame] = []
        for frame in disk.frames {
            guard frame.generation == header.generation,
                frame.commit == header.base + log.count + 1,
                !rules.contains(.chain) || frame.previousEra == log.last?.era ?? 0
            else { break }
            log.append(frame)
        }
        var next = State(durable: disk)
        next.history = state.history + (state.inFlight.map { [$0] } ?? [])
        let end = header.base + log.count
        guard end <= next.published else { return .failure(Violation("a commit from nowhere")) }
        guard end >= state.promised else { return .failure(Violation("a promised commit is lost")) }
        next.history.removeLast(next.published - end)
        next.promised = level == .full ? end : 0
        next.era = state.era + 1
        next.generation = header.generation
        next.base = header.base
        next.log = log
        next.pages = disk.pages
        if let problem = problem(of: next) {
            return .failure(Violation("after recovery \(problem.text)"))
        }
        return .success(next)
    }

    /// What must hold in every state.
    func problem(of state: State) -> Violation? {
        for page in 0..<Self.pageCount {
            for snapshot in [state.published, state.snapshot ?? state.published]
            where state.visible(page, at: snapshot) != state.content(of: page, after: snapshot) {
                return Violation("page \(page) is wrong at commit \(snapshot)")
            }
        }
        return nil
    }

    struct Violation: Error, Equatable {
        var text: String
        init(_ text: String) { self.text = text }
    }
}
