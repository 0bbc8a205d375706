/// A number that a program gives to a database, to recognize it in traces and errors.
///
/// ```swift
/// database.tag = 7
/// Database.globalTraceError { error in
///     if error.tag == 7 { print(error) }
/// }
/// ```
public typealias Tag = Int
