import Foundation
import WCDBSQL

/// The arguments of a virtual table, in the language of its module.
///
/// FTS5 wants the words of `tokenize` in quotes and knows UNINDEXED. Other modules get
/// `notindexed=column` behind all arguments in its place.
struct ModuleArguments {
    private let isFTS5: Bool
    private var arguments: [String] = []
    private var notIndexed: [String] = []

    init(module: String) { isFTS5 = module.lowercased() == "fts5" }

    /// Adds an argument as it was written.
    mutating func append(_ text: String) {
        let tokenize = "tokenize = "
        if isFTS5 {
            let isTokenizer = text.hasPrefix(tokenize)
            arguments.append(
                isTokenizer
                    ? tokenize + Literal.text(String(text.dropFirst(tokenize.count))).sql : text)
        } else if let range = text.range(of: " UNINDEXED") {
            notIndexed.append(String(text.prefix { $0 != " " }))
            arguments.append(text.replacingCharacters(in: range, with: ""))
        } else {
            arguments.append(text)
        }
    }

    /// Adds a column. The columns of FTS5 have no types.
    mutating func append(_ column: ColumnDefinition) {
        let isUnindexed = column.constraints.contains { $0.kind == .unindexed }
        if isFTS5 {
            arguments.append(column.name.sql + (isUnindexed ? " UNINDEXED" : ""))
        } else {
            var column = column
            column.constraints.removeAll { $0.kind == .unindexed }
            arguments.append(column.sql)
            if isUnindexed { notIndexed.append(column.name.sql) }
        }
    }

    var all: [SQLText] {
        (arguments + notIndexed.map { "notindexed=" + $0 }).map { SQLText($0) }
    }
}
