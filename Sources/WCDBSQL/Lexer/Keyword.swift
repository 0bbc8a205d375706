/// The words that the grammar knows. Which of them may also be names is the order of the groups.
package enum Keyword: String, CaseIterable, Sendable {
    // Never a name without quotes.
    case add, all, alter, and, `as`, autoincrement, between, `case`, check, collate, commit,
        constraint, create, `default`, deferrable, delete, distinct, drop, `else`, escape, except,
        exists, foreign, from, group, having, `in`, index, insert, intersect, into, `is`, isnull,
        join, limit, not, nothing, notnull, null, on, or, order, primary, references, returning,
        select, set, table, then, to, transaction, union, unique, update, using, values, when,
        `where`
    // A name wherever the grammar leaves no doubt.
    case abort, action, after, always, analyze, asc, attach, before, begin, by, cascade, cast,
        column, conflict, current, currentDate = "current_date", currentTime = "current_time",
        currentTimestamp = "current_timestamp", database, deferred, desc, detach, `do`, each, end,
        exclude, exclusive, explain, fail, filter, first, following, `for`, generated, glob,
        groups, `if`, ignore, immediate, initially, instead, key, last, like, match, materialized,
        no, nulls, of, offset, others, over, partition, plan, pragma, preceding, query, raise,
        range, recursive, regexp, reindex, release, rename, replace, restrict, rollback, row,
        rows, savepoint, temp, temporary, ties, trigger, unbounded, vacuum, view, virtual, window,
        with, without, `true`, `false`
    // A name, but not as an alias without AS, a collation, a type or a function.
    case cross, full, inner, left, natural, outer, right
    // A name and a function, but not as an alias without AS, a collation or a type.
    case indexed

    /// Where a keyword may stand for a name.
    package enum Use: UInt8, Sendable {
        case reserved, name, joinWord, indexed
    }
}
