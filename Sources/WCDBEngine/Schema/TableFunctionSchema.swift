/// A function that may stand in FROM: `json_each`, `json_tree`, and pragmas that only tell.
package final class TableFunctionSchema: Sendable {
    enum Maker: Sendable {
        case jsonEach, jsonTree
        /// The pragma of this name; its arguments are the pragma's and the schema.
        case pragma(String)

        var isJSON: Bool {
            switch self {
            case .jsonEach, .jsonTree: true
            case .pragma: false
            }
        }
    }

    let name: String
    let maker: Maker
    let columns: [String]
    /// Columns that `*` leaves out.
    let hiddenCount: Int
    let maxArguments: Int

    init(
        name: String, maker: Maker, columns: [String], hiddenCount: Int = 0, maxArguments: Int = 2
    ) {
        self.name = name
        self.maker = maker
        self.columns = columns
        self.hiddenCount = hiddenCount
        self.maxArguments = maxArguments
    }
}
