/// Changes of JSON values: `json_set` and its relatives, `json_remove`.
enum JSONEdit {
    enum Mode {
        /// Only what is not there.
        case insert
        /// Only what is there.
        case replace
        case set
    }

    /// Makes what is to be put somewhere. Not called where nothing is put: what it is made of may
    /// be refused.
    typealias Making = () -> [UInt8]

    /// The value with another one at a path, if the mode allows it.
    static func put(
        _ new: Making, at steps: ArraySlice<JSONPath.Step>, of value: JSONValue, _ mode: Mode
    ) throws(EngineError) -> JSONValue {
        guard let step = steps.first else {
            return mode == .insert ? value : .placed(new())
        }
        let rest = steps.dropFirst()
        let value = value.opened
        guard let place = try value.place(of: step) else { return value }
        if let child = value.child(place) {
            return value.replacing(place, with: try put(new, at: rest, of: child, mode))
        }
        guard mode != .replace else { return value }
        switch (value, step) {
        case (.object(let members), .key(let key)):
            guard let made = try made(new, rest) else { return value }
            return .object(members + [.init(key: .ofPath(key), value: made)])
        case (.array(let elements), _) where place == elements.count:
            guard let made = try made(new, rest) else { return value }
            return .array(elements + [made])
        default: return value
        }
    }

    /// The containers that steps name, with a value in the innermost.
    private static func made(
        _ new: Making, _ steps: ArraySlice<JSONPath.Step>
    ) throws(EngineError) -> JSONValue? {
        guard let step = steps.first else { return .placed(new()) }
        switch step {
        case .key(let key):
            guard let inner = try made(new, steps.dropFirst()) else { return nil }
            return .object([.init(key: .ofPath(key), value: inner)])
        case .index(0):
            guard let inner = try made(new, steps.dropFirst()) else { return nil }
            return .array([inner])
        case .mistake(let rest, in: .object): throw JSONPath.refusal(rest)
        case .index, .fromEnd, .mistake: return nil
        }
    }

    /// The value without what lies at a path; nil if that is all of it.
    static func remove(
        _ steps: ArraySlice<JSONPath.Step>, from value: JSONValue
    ) throws(EngineError) -> JSONValue? {
        guard let step = steps.first else { return nil }
        let value = value.opened
        guard let place = try value.place(of: step), let child = value.child(place) else {
            return value
        }
        if let changed = try remove(steps.dropFirst(), from: child) {
            return value.replacing(place, with: changed)
        }
        switch value {
        case .object(var members):
            members.remove(at: place)
            return .object(members)
        case .array(var elements):
            elements.remove(at: place)
            return .array(elements)
        case .node, .placed: return value
        }
    }
}

extension JSONValue {
    /// Which of its children a step leads to. May be the number behind the last. Requires: the
    /// value is opened.
    fileprivate func place(of step: JSONPath.Step) throws(EngineError) -> Int? {
        var (isObject, isArray) = (false, false)
        switch (self, step) {
        case (.object(let members), .key(let key)):
            return members.firstIndex { $0.key == .ofPath(key) } ?? members.count
        case (.array, .index(let index)): return index
        case (.array(let elements), .fromEnd(let distance)):
            return distance <= elements.count ? elements.count - distance : nil
        case (.placed, _): return nil
        case (.object, _): isObject = true
        case (.array, _): isArray = true
        case (.node, _): break
        }
        if let refusal = step.refusal(inObject: isObject, inArray: isArray) { throw refusal }
        return nil
    }

    fileprivate func child(_ place: Int) -> JSONValue? {
        switch self {
        case .object(let members): place < members.count ? members[place].value : nil
        case .array(let elements): place < elements.count ? elements[place] : nil
        case .node, .placed: nil
        }
    }

    /// The container with another child at a place that it has.
    fileprivate func replacing(_ place: Int, with child: JSONValue) -> JSONValue {
        switch self {
        case .object(var members):
            members[place].value = child
            return .object(members)
        case .array(var elements):
            elements[place] = child
            return .array(elements)
        case .node, .placed: return self
        }
    }
}
