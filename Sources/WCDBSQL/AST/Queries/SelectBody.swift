/// `SELECT … FROM … WHERE … GROUP BY … HAVING … WINDOW …`. Unfinished as long as it has no
/// results.
///
/// Its parts are shared by its copies until one is changed.
package struct SelectBody: Hashable, Sendable {
    struct Parts: Hashable, Sendable {
        var isDistinct = false
        var results: [ResultColumn]
        var from: JoinClause?
        var condition: Expression?
        var groups: [Expression] = []
        var having: Expression?
        var windows: [NamedWindow] = []
        var hasUnfinishedWindows = false
    }

    private(set) var parts: CopyOnWrite<Parts>

    package init(_ results: [ResultColumn] = [], from: JoinClause? = nil) {
        parts = CopyOnWrite(Parts(results: results, from: from))
    }

    package var isDistinct: Bool {
        get { parts.value.isDistinct }
        _modify { yield &parts.value.isDistinct }
    }
    package var results: [ResultColumn] {
        get { parts.value.results }
        _modify { yield &parts.value.results }
    }
    package var from: JoinClause? {
        get { parts.value.from }
        _modify { yield &parts.value.from }
    }
    package var condition: Expression? {
        get { parts.value.condition }
        _modify { yield &parts.value.condition }
    }
    package var groups: [Expression] {
        get { parts.value.groups }
        _modify { yield &parts.value.groups }
    }
    package var having: Expression? {
        get { parts.value.having }
        _modify { yield &parts.value.having }
    }
    package var windows: [NamedWindow] {
        get { parts.value.windows }
        _modify { yield &parts.value.windows }
    }
    /// A builder named windows and defined others, or not as many. None of them is shown.
    package var hasUnfinishedWindows: Bool {
        get { parts.value.hasUnfinishedWindows }
        _modify { yield &parts.value.hasUnfinishedWindows }
    }
}

/// `name AS (…)` in the WINDOW clause.
package struct NamedWindow: Hashable, Sendable {
    package var name: Name
    package var definition: WindowDefinition

    package init(_ name: Name, _ definition: WindowDefinition) {
        self.name = name
        self.definition = definition
    }
}
