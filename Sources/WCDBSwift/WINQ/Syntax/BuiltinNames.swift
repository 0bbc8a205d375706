/// The names of the tokenizers of full-text search.
///
/// ```swift
/// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS3)
///     .arguments("text", "tokenize = \(BuiltinTokenizer.Unicode61)")
/// // CREATE VIRTUAL TABLE found USING fts3(text, tokenize = unicode61)
/// ```
public struct BuiltinTokenizer {
    /// Words of ASCII letters.
    public static let Simple = "simple"
    /// English words without their endings.
    public static let Porter = "porter"
    /// Words as a language has them.
    public static let ICU = "icu"
    /// Words of Unicode letters, without their accents.
    public static let Unicode61 = "unicode61"
    /// Single characters, or pairs of them.
    public static let OneOrBinary = "WCDB"
    /// Latin words and single Han characters.
    public static let Verbatim = "wcdb_verbatim"
    /// Han characters by their sound.
    public static let Pinyin = "wcdb_pinyin"

    /// The names of what tokenizers can be told.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS3)
    ///     .arguments("text", "tokenize = WCDB \(BuiltinTokenizer.Parameter.SkipStemming)")
    /// // CREATE VIRTUAL TABLE found USING fts3(text, tokenize = WCDB skip_stemming)
    /// ```
    public struct Parameter {
        /// Symbols are words too.
        public static let NeedSymbol = "need_symbol"
        /// Traditional characters are taken for simplified ones.
        public static let SimplifyChinese = "chinese_traditional_to_simplified"
        /// Latin words keep their endings.
        public static let SkipStemming = "skip_stemming"
    }
}

/// The names of the functions of full-text search that come with the library.
///
/// ```swift
/// let name = BuiltinAuxiliaryFunction.SubstringMatchInfo
/// Expression.function(name).arguments(Column(named: "found"))  // substring_match_info(found)
/// ```
public struct BuiltinAuxiliaryFunction {
    /// Where the words of a search were found.
    public static let SubstringMatchInfo = "substring_match_info"
}
