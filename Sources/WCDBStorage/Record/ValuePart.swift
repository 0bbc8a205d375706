/// How much of a column's value is asked for. Of a long row not even the page with the rest needs
/// to be read.
///
/// The raw value is the flag of the instruction that reads the column. Whoever asks for less than
/// the whole may get more.
package enum ValuePart: UInt8, Sendable {
    case whole
    /// What kind it is.
    case kind
    /// What kind it is, and of a blob how many bytes it has.
    case length
}
