import WCDBSQL

/// A place in a statement for a value that is bound later.
///
/// ```swift
/// Column(named: "id") == BindParameter._1       // id == ?1
/// BindParameter.colon(named: "id")              // :id
/// ```
public final class BindParameter: Identifier, ExpressionConvertible, Sendable {
    private let parameter: Parameter

    /// The place of this number, counted from 1. Other numbers give the next place: `?`.
    ///
    /// ```swift
    /// BindParameter(2)  // ?2
    /// BindParameter(0)  // ?
    /// ```
    public init(_ num: Int32) {
        parameter = num > 0 ? .numbered(UInt32(num)) : .next
    }

    /// The place of this name: `:name`.
    ///
    /// ```swift
    /// BindParameter("author")  // :author
    /// ```
    public convenience init(_ name: String) { self.init(.colon, name) }

    /// A name that SQL cannot write leaves the sign alone, which is refused.
    private init(_ sign: Parameter.Sign, _ name: String) {
        let isWritable = Parameter.canBeNamed(name)
        parameter = .named(sign, SQLText(isWritable ? name : ""))
    }

    /// The place of this name: `@name`.
    ///
    /// ```swift
    /// Note.Properties.author == BindParameter.at(named: "author")  // author == @author
    /// ```
    public static func at(named name: String) -> BindParameter { BindParameter(.at, name) }

    /// The place of this name: `:name`.
    ///
    /// ```swift
    /// Note.Properties.author == BindParameter.colon(named: "author")  // author == :author
    /// ```
    public static func colon(named name: String) -> BindParameter { BindParameter(.colon, name) }

    /// The place of this name: `$name`.
    ///
    /// ```swift
    /// Note.Properties.author == BindParameter.dollar(named: "author")  // author == $author
    /// ```
    public static func dollar(named name: String) -> BindParameter { BindParameter(.dollar, name) }

    /// The places 1 to `num`.
    ///
    /// ```swift
    /// StatementInsert().insert(intoTable: "authors").values(BindParameter.bindParameters(2))
    /// // INSERT INTO authors VALUES(?1, ?2)
    /// ```
    public static func bindParameters(_ num: Int) -> [BindParameter] {
        let last = Int32(clamping: num)
        return last < 1 ? [] : (1...last).map { BindParameter($0) }
    }

    /// The parameter as an expression.
    ///
    /// ```swift
    /// BindParameter._1.asExpression() + 1  // ?1 + 1
    /// ```
    public func asExpression() -> Expression { Expression(with: self) }

    /// The syntax tree of the parameter.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(.parameter(parameter)) }

    /// The parameter as SQL.
    public var description: String { parameter.sql }
}

// The names are those of the 2.x API.
// swift-format-ignore: NoLeadingUnderscores
extension BindParameter {
    /// The next place: `?`.
    public static let def = BindParameter(0)
    /// `?1`
    public static let _1 = BindParameter(1)
    /// `?2`
    public static let _2 = BindParameter(2)
    /// `?3`
    public static let _3 = BindParameter(3)
    /// `?4`
    public static let _4 = BindParameter(4)
    /// `?5`
    public static let _5 = BindParameter(5)
    /// `?6`
    public static let _6 = BindParameter(6)
    /// `?7`
    public static let _7 = BindParameter(7)
    /// `?8`
    public static let _8 = BindParameter(8)
    /// `?9`
    public static let _9 = BindParameter(9)
    /// `?10`
    public static let _10 = BindParameter(10)
}
