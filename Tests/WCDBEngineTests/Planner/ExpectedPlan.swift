import Testing

/// A query, and what its plan must achieve.
struct ExpectedPlan: Sendable, CustomTestStringConvertible {
    var sql: String
    /// At most so many rows may be visited.
    var visits: Int
    var isOrdered = false
    /// What the plan says.
    var plan: String?
    /// What it must not say.
    var never: String?
    /// So many rows must come, lest nothing is compared.
    var atLeast = 1

    init(
        _ sql: String, _ visits: Int, ordered: Bool = false, plan: String? = nil,
        never: String? = nil, atLeast: Int = 1
    ) {
        self.sql = sql
        self.visits = visits
        isOrdered = ordered
        self.plan = plan
        self.never = never
        self.atLeast = atLeast
    }

    var testDescription: String { sql }
}
