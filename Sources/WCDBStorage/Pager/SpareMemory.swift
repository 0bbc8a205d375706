/// Memory of versions and states that nobody looks at any more, for the next ones: a commit of a
/// row or two needs no memory from the system.
///
/// **Users.** Its owner.
///
/// **Always true.** What lies in it is deinitialised.
struct SpareMemory: ~Copyable {
    private var versions: [VersionPointer] = []
    private var states: [StatePointer] = []
    private static let most = 64

    deinit {
        for version in versions { version.deallocate() }
        for state in states { state.deallocate() }
    }

    mutating func makeVersion(
        number: PageNumber, lsn: LSN, bytes: UnsafeMutableRawPointer?, source: PageVersion.Source
    ) -> VersionPointer {
        let pointer = versions.popLast() ?? .allocate(capacity: 1)
        pointer.initialize(
            to: PageVersion(number: number, lsn: lsn, bytes: bytes, source: source))
        return pointer
    }

    mutating func makeState(_ state: CommitState) -> StatePointer {
        let pointer = states.popLast() ?? .allocate(capacity: 1)
        pointer.initialize(to: state)
        return pointer
    }

    mutating func take(_ version: VersionPointer) {
        guard versions.count < SpareMemory.most else { return version.destroy() }
        version.deinitialize(count: 1)
        versions.append(version)
    }

    mutating func take(_ state: StatePointer) {
        guard states.count < SpareMemory.most else { return state.destroy() }
        state.deinitialize(count: 1)
        states.append(state)
    }
}
