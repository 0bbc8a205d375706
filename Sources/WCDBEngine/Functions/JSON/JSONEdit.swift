/// Changes of JSON values: `json_set` and its relatives, `json_remove`, `json_patch`.
enum JSONEdit {
    enum Mode {
        /// Only what is not there.
        case insert
        /// Only what is there.
        case replace
        case set
    }

    /// The value with another one at a path, if the mode allows it.
    static func put(
        _ new: JSONValue, at steps: ArraySlice<JSONPath.Step>, of value: JSONValue, _ mode: Mode
    ) -> JSONValue {
        guard let step = steps.first else { return mode == .insert ? value : new }
        let rest = steps.dropFirst()
        guard let place = value.place(of: step) else { return value }
        if let child = value.child(place) {
            return value.replacing(place, with: put(new, at: rest, of: child, mode))
        }
        guard mode != .replace, let made = made(new, rest) else { return value }
        switch (value, step) {
        case (.object(let members), .key(let key)):
            return .object(members + [.init(key: key, value: made)])
        case (.array(let elements), _) where place == elements.count:
            return .array(elements + [made])
        default: return value
        }
    }

    /// The containers that steps name, with a value in the innermost.
    private static func made(
        _ new: JSONValue, _ steps: ArraySlice<JSONPath.Step>
    ) -> JSONValue? {
        guard let step = steps.first else { return new }
        guard let inner = made(new, steps.dropFirst()) else { return nil }
        switch step {
        case .key(let key): return .object([.init(key: key, value: inner)])
        case .index(0): return .array([inner])
        case .index, .fromEnd: return nil
        }
    }

    /// The value without what lies at a path; nil if that is all of it.
    static func remove(
        _ steps: ArraySlice<JSONPath.Step>, from value: JSONValue
    ) -> JSONValue? {
        guard let step = steps.first else { return nil }
        guard let place = value.place(of: step), let child = value.child(place) else {
            return value
        }
        if let changed = remove(steps.dropFirst(), from: child) {
            return value.replacing(place, with: changed)
        }
        switch value {
        case .object(var members):
            members.remove(at: place)
            return .object(members)
        case .array(var elements):
            elements.remove(at: place)
            return .array(elements)
        case .null, .boolean, .number, .text: return value
        }
    }

    /// RFC 7396: members of the patch take the place of those of the target, NULLs remove them.
    static func patch(_ target: JSONValue, with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [JSONValue.Member] = []
        if case .object(let known) = target { members = known }
        for change in changes {
            let place = members.firstIndex { $0.key == change.key }
            if case .null = change.value {
                if let place { members.remove(at: place) }
            } else if let place {
                members[place].value = self.patch(members[place].value, with: change.value)
            } else {
                let value = self.patch(.null, with: change.value)
                members.append(.init(key: change.key, value: value))
            }
        }
        return .object(members)
    }
}

extension JSONValue {
    /// The container with another child at a place that it has.
    fileprivate func replacing(_ place: Int, with child: JSONValue) -> JSONValue {
        switch self {
        case .object(var members):
            members[place].value = child
            return .object(members)
        case .array(var elements):
            elements[place] = child
            return .array(elements)
        case .null, .boolean, .number, .text: return self
        }
    }
}
