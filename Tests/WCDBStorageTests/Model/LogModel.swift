/// The protocol of log, checkpoint and reset as states and steps, small enough to visit them all.
///
/// Two pages, whose content is the number of the commit that wrote them last. A log of a few
/// frames, one frame a commit, with two header slots. Writes wait in a list until a sync makes
/// them durable; a barrier lets no later write survive without the earlier ones of its file. Two
/// checkpointers share a ticket, which they give back before they publish. One reader, if wanted.
struct LogModel: Sendable {
    enum Level: CaseIterable { case normal, full }

    /// The rules whose absence the exploration must notice.
    enum Rule: CaseIterable {
        /// The log is synced before pages of the main file are overwritten.
        case logBeforePages
        /// A barrier stands between a new log header and the frames of its generation.
        case barrierAfterHeader
        /// What a checkpoint did is published only into the generation it worked on.
        case generationCheck
        /// The main file is synced before the log is used again.
        case mainBeforeReset
        /// Versions that a reader needs are kept when their page is overwritten.
        case parking
        /// A frame proves which frame came before it.
        case chain
    }

    var level: Level
    var rules: Set<Rule>
    var commitLimit = 3
    var generationLimit = 3
    var logCapacity = 2
    var crashLimit = 1
    var hasReader = false

    static let pageCount = 2

    struct Frame: Hashable {
        var generation = 0
        var commit = 0
        var page = 0
        /// How many crashes came before it was written, and before its predecessor was: two
        /// numbers that stand for the chain of checksums.
        var era = 0
        var previousEra = 0
    }

    struct Header: Hashable {
        var generation = 0
        var base = 0
    }

    struct Disk: Hashable {
        var pages = [Int](repeating: 0, count: pageCount)
        var headers = [Header(), Header(generation: 1, base: 0)]
        var frames: [Frame]

        mutating func apply(_ write: Write) {
            switch write {
            case .page(let page, let commit): pages[page] = commit
            case .header(let header): headers[header.generation % 2] = header
            case .frame(let position, let frame): frames[position] = frame
            case .logBarrier, .mainBarrier: break
            }
        }
    }

    enum Write: Hashable {
        case page(Int, commit: Int)
        case header(Header)
        case frame(Int, Frame)
        case logBarrier, mainBarrier

        var isOfLog: Bool {
            switch self {
            case .header, .frame, .logBarrier: true
            case .page, .mainBarrier: false
            }
        }

        var isBarrier: Bool { self == .logBarrier || self == .mainBarrier }
    }

    /// A checkpoint in progress; the target counts frames of the generation.
    struct Checkpoint: Hashable {
        enum Phase: Hashable { case begun, writing(Int), written }
        var phase = Phase.begun
        var generation: Int
        var target: Int

        var holdsTicket: Bool { phase != .written }
    }

    struct State: Hashable {
        var durable: Disk
        var pending: [Write] = []
        /// The page that each commit wrote, by number from 1.
        var history: [Int] = []
        var inFlight: Int?
        /// Commits that must survive.
        var promised = 0
        var era = 0
        var generation = 1
        var base = 0
        /// The frames of this generation that are published.
        var log: [Frame] = []
        /// How many of them are said to be in the main file.
        var backfilled = 0
        /// The main file as programs see it.
        var pages = [Int](repeating: 0, count: pageCount)
        var checkpoints: [Checkpoint?] = [nil, nil]
        var snapshot: Int?
        var parked: [Int: Int] = [:]

        var published: Int { history.count }

        /// What `page` holds after `commit`: the specification.
        func content(of page: Int, after commit: Int) -> Int {
            (history.prefix(commit).lastIndex(of: page) ?? -1) + 1
        }

        /// What a program finds: the implementation.
        func visible(_ page: Int, at snapshot: Int) -> Int {
            if let parked = parked[page], self.snapshot == snapshot { return parked }
            let frame = log.last { $0.page == page && $0.commit <= snapshot }
            return frame?.commit ?? pages[page]
        }

        mutating func write(_ write: Write) {
            pending.append(write)
            if case .page(let page, let commit) = write { pages[page] = commit }
        }

        /// Level NORMAL orders, level FULL makes durable.
        mutating func sync(log isLog: Bool, _ level: Level) {
            guard level == .full else {
                let isNeeded = pending.contains { $0.isOfLog == isLog && !$0.isBarrier }
                let barrier: Write = isLog ? .logBarrier : .mainBarrier
                if isNeeded, pending.last != barrier { pending.append(barrier) }
                return
            }
            for write in pending where write.isOfLog == isLog { durable.apply(write) }
            pending.removeAll { $0.isOfLog == isLog }
        }
    }

    var start: State {
        State(durable: Disk(frames: [Frame](repeating: Frame(), count: logCapacity)))
    }
}
