/// A number that a program gives to a database, to know it again in traces and errors.
public typealias Tag = Int
