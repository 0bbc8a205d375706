/// What a decoder without data answers, and how far it goes to find an answer.
///
/// Types refuse what they cannot be made of: an address refuses the empty text, an enumeration the
/// cases it does not have. So one answer after the other is tried, until one is taken.
struct PlaceholderSample {
    let text: String
    let number: Int64

    /// Nothing at all; what an address is made of; a number, as a text too.
    static let all = [
        PlaceholderSample(text: "", number: 0), PlaceholderSample(text: "a:", number: 1),
        PlaceholderSample(text: "1", number: 1),
    ]

    /// The stored forms that a type may be made of.
    var values: [Value] { [Value(number), Value(text), Value(Double(number))] }

    /// What it has for a Boolean, a text or a number.
    func plainValue<Value>(_ type: Value.Type) -> Value? {
        switch type {
        case is Bool.Type: false as? Value
        case is String.Type: text as? Value
        // Before the other numbers: on Linux, CGFloat traps when it is made of an integer.
        case let type as any BinaryFloatingPoint.Type: fraction(type) as? Value
        case let type as any Numeric.Type: count(type) as? Value
        default: nil
        }
    }

    private func fraction<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Number {
        Number(Double(number))
    }

    private func count<Number: Numeric>(_ type: Number.Type) -> Number {
        Number(exactly: number) ?? .zero
    }
}

/// The limits of one search for a value.
///
/// **Always true.** It ends: a type that holds itself is left at `maximumDepth`, and so is every
/// type when there were too many attempts.
final class PlaceholderSearch {
    let sample: PlaceholderSample
    /// Types are asked to make a value of a stored form, too.
    let asksStored: Bool
    private let maximumDepth: Int
    private var attemptsLeft = 2000

    /// Shallow values first: an enumeration that may hold itself has a case that does not.
    static let depths = [3, 12]

    init(_ sample: PlaceholderSample, maximumDepth: Int, asksStored: Bool) {
        self.sample = sample
        self.asksStored = asksStored
        self.maximumDepth = maximumDepth
    }

    /// Whether one more attempt is allowed so deep within the value.
    func mayTry(at depth: Int) -> Bool {
        guard depth < maximumDepth, attemptsLeft > 0 else { return false }
        attemptsLeft -= 1
        return true
    }
}

/// The one key that is present, where a type asks which keys are: so does an enumeration with
/// associated values, whose keys are its cases.
final class PlaceholderCase {
    private let index: Int
    /// There is another key that could be tried.
    private(set) var hasNext = false

    init(_ index: Int) { self.index = index }

    func key<Key: CodingKey>(of type: Key.Type) -> [Key] {
        let keys = KeyCases<Key>.all
        hasNext = index + 1 < keys.count
        return index < keys.count ? [keys[index]] : []
    }
}
