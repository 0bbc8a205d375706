import WCDBSQL
import WCDBStorage

/// What the ways to the rows of all sources of a FROM clause are looked for by.
///
/// **Users.** One compilation; an object, so that handing it on copies nothing.
final class PlanQuestion {
    let sources: [Source]
    let terms: [Term]
    let patterns: PatternPrefix
    /// How rows should come, if anybody cares.
    let goal: RowGoal?
    /// The loops run for each row of something: values from there are worth a hash table.
    let isRepeated: Bool
    /// How often. A hash table is built once.
    let expectedRuns: Double

    /// The query that reads the rows, if nobody else does. Of an arm of OR neither this nor the
    /// filters are known.
    @exclusivity(unchecked) var reader: BoundCore?
    /// What of the terms is left to be tested where.
    @exclusivity(unchecked) var filters: JoinFilters?
    /// The sets of sources whose values may be used together, for the source in question.
    @exclusivity(unchecked) var masks: [UInt64] = []

    init(
        _ sources: [Source], _ terms: [Term], _ patterns: PatternPrefix, goal: RowGoal?,
        isRepeated: Bool, expectedRuns: Double
    ) {
        self.sources = sources
        self.terms = terms
        self.patterns = patterns
        self.goal = goal
        self.isRepeated = isRepeated
        self.expectedRuns = expectedRuns
    }
}
