/// The numbers of terms. Those below 64, which most statements' are, lie in one word.
struct TermSet {
    private var low: UInt64 = 0
    private var rest: [Int] = []

    init() {}

    init(_ number: Int) { insert(number) }

    mutating func insert(_ number: Int) {
        if number < 64 { low |= 1 << UInt64(number) } else { rest.append(number) }
    }

    func contains(_ number: Int) -> Bool {
        number < 64 ? low & (1 << UInt64(number)) != 0 : rest.contains(number)
    }
}
