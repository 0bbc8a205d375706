import WCDBSQL
import WCDBStorage

/// The lines of EXPLAIN QUERY PLAN.
extension Compiler {
    mutating func note(_ level: PlannedLevel, _ source: Source, isOuter: Bool) {
        guard program.notesPlan else { return }
        let suffix = isOuter ? " LEFT-JOIN" : ""
        guard case .union(let paths) = level.path.way else {
            let text = text(level.path, source)
            program.note(text + suffix)
            return
        }
        program.note("MULTI-INDEX OR" + suffix)
        program.planDepth += 1
        for (number, path) in paths.enumerated() {
            program.note("INDEX \(number + 1)")
            program.planDepth += 1
            let text = text(path, source)
            program.note(text)
            program.planDepth -= 1
        }
        program.planDepth -= 1
    }

    /// The rows of a query without FROM, or of VALUES.
    mutating func noteConstantRows(_ count: Int) {
        program.note(count == 1 ? "SCAN CONSTANT ROW" : "SCAN \(count) CONSTANT ROWS")
    }

    private func text(_ path: AccessPath, _ source: Source) -> String {
        let name = source.planName
        switch path.way {
        case .scan, .union: return "SCAN \(name)"
        case .rowid: return "SEARCH \(name) USING INTEGER PRIMARY KEY (rowid=?)"
        case .rowidRange(let lower, let upper):
            let terms = [lower.map { _ in "rowid>?" }, upper.map { _ in "rowid<?" }]
            let detail = terms.compactMap(\.self).joined(separator: " AND ")
            return "SEARCH \(name) USING INTEGER PRIMARY KEY (\(detail))"
        case .index(let range):
            let index = "\(path.isCovering ? "COVERING " : "")INDEX \(range.index.name)"
            let terms = self.terms(range, source)
            guard !terms.isEmpty else { return "SCAN \(name) USING \(index)" }
            return "SEARCH \(name) USING \(index) (\(terms.joined(separator: " AND ")))"
        case .hash(let columns):
            let terms = columns.map { "\(columnName($0.column ?? -1, source))=?" }
            let detail = terms.joined(separator: " AND ")
            return "SEARCH \(name) USING AUTOMATIC COVERING INDEX (\(detail))"
        }
    }

    private func terms(_ range: AccessPath.IndexRange, _ source: Source) -> [String] {
        func name(_ position: Int) -> String {
            guard position < range.index.columns.count else { return "rowid" }
            switch range.index.columns[position].content {
            case .column(let column): return columnName(column, source)
            case .expression: return "<expr>"
            }
        }
        var terms = range.equals.enumerated().map { position, equal in
            if case .any = equal.content { return "ANY(\(name(position)))" }
            return "\(name(position))=?"
        }
        let next = name(range.equals.count)
        if range.lower != nil { terms.append("\(next)>?") }
        if range.upper != nil { terms.append("\(next)<?") }
        return terms
    }

    private func columnName(_ column: Int, _ source: Source) -> String {
        column < 0 ? "rowid" : source.columns[column].name
    }
}

extension Source {
    /// What plans call it.
    var planName: String { alias.isEmpty ? "(subquery)" : alias }
}
