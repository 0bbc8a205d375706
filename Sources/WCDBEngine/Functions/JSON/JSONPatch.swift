/// `json_patch`, RFC 7396: members of the patch take the place of those of the target, NULLs remove
/// them.
///
/// Where a key comes twice in the patch, it is as in SQLite: the first of them settles a member of
/// the target, unless both are objects, which are merged one after the other. What the target does
/// not have is added each time.
struct JSONPatch {
    private enum State {
        case known(JSONValue)
        case merged(JSONPatch)
        case settled(JSONValue)
        case removed
    }

    private var members: [(key: JSONValue.Key, state: State)]
    private var added: [JSONValue.Member] = []

    private init(_ members: [JSONValue.Member]) {
        self.members = members.map { ($0.key, .known($0.value)) }
    }

    static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch.opened, case .object(let members) = target.opened
        else {
            return withoutNulls(patch)
        }
        var result = JSONPatch(members)
        result.merge(changes)
        return result.value
    }

    private mutating func merge(_ changes: [JSONValue.Member]) {
        var added: [JSONValue.Member] = []
        for change in changes {
            let place = members.firstIndex { $0.key == change.key }
            if let place {
                members[place].state = JSONPatch.changed(members[place].state, by: change.value)
            } else if change.value.isNull {
                continue
            } else {
                let value = JSONPatch.withoutNulls(change.value)
                added.append(.init(key: change.key, value: value))
            }
        }
        // SQLite keeps only the last list of what was added to an object.
        if !added.isEmpty { self.added = added }
    }

    private static func changed(_ state: State, by change: JSONValue) -> State {
        var inner: JSONPatch
        switch state {
        case .removed, .settled: return state
        case .merged(let known): inner = known
        case .known(let value):
            guard case .object(let members) = value.opened else {
                return change.isNull ? .removed : .settled(withoutNulls(change))
            }
            inner = JSONPatch(members)
        }
        if change.isNull { return .removed }
        guard case .object(let changes) = change.opened else { return .settled(change) }
        inner.merge(changes)
        return .merged(inner)
    }

    private var value: JSONValue {
        var result: [JSONValue.Member] = []
        for (key, state) in members {
            switch state {
            case .known(let value), .settled(let value):
                result.append(.init(key: key, value: value))
            case .merged(let inner): result.append(.init(key: key, value: inner.value))
            case .removed: break
            }
        }
        return .object(result + added)
    }

    /// An object without members that are NULL, and so the objects in it.
    private static func withoutNulls(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value.opened else { return value }
        var kept: [JSONValue.Member] = []
        for member in members {
            if member.value.isNull { continue }
            kept.append(.init(key: member.key, value: withoutNulls(member.value)))
        }
        return .object(kept)
    }
}
