import WCDBEngine

/// The whole result of one statement, with values that own their bytes.
///
/// The shell prints what a person or a script asked for: a result that does not fit into memory
/// is not its concern, and columns can be as wide as their widest value.
struct ResultRows: Equatable {
    var columns: [String]
    var rows: [[Value]]
}

/// How values are shown beside the mode itself.
struct OutputStyle: Equatable {
    var mode: OutputMode = .list
    var showsHeaders = false
    var nullText = ""
    var separator: String?
}

/// The forms in which results are printed.
enum OutputMode: String, CaseIterable {
    case list, csv, json, line, quote, box

    static var names: String { allCases.map(\.rawValue).joined(separator: " ") }
}

extension OutputStyle {
    /// The result as it is printed, line ends included; empty if there is nothing to print.
    func text(_ result: ResultRows) -> String {
        switch mode {
        case .list: SeparatedOutput.list(result, self)
        case .csv: SeparatedOutput.csv(result, self)
        case .quote: SeparatedOutput.quote(result, self)
        case .json: JSONOutput.text(result)
        case .line: LineOutput.text(result, self)
        case .box: BoxOutput.text(result, self)
        }
    }
}
