import StorageSimulation

/// JSON: texts, paths, functions, operators, and the tables that JSON makes.
extension RandomSQL {
    private static let documents = [
        #"'{"a":1,"b":[2,3,{"c":null}],"d":"x"}'"#, "'[]'", "'{}'", "'[1,2.5,\"x\",null,true]'",
        #"'"text"'"#, "'null'", "'17'", "'-0.5'", "'[[1,[2]],{\"a\":{\"b\":false}}]'",
        #"'{"a":{"a":{"a":3}}, "k\u00e9y":"\n"}'"#, "' [ 1 , 2 ] '",
        "'1e3'", "'\"a''b\"'",
    ]
    /// What fails does so when it is looked at, and plans differ in what they look at.
    private static let nonsense = ["'nonsense'", "'[1,'", "'{\"a\"}'", "'01'", "'[1,]'", "''"]
    private static let paths = [
        "'$'", "'$.a'", "'$.b'", "'$.b[1]'", "'$.b[#-1]'", "'$[0]'", "'$[1]'", "'$[#]'", "'$.d'",
        "'$.a.a'", "'$.b[2].c'", "'$.\"a\"'", "'$[0][1]'", "'$.none'", "'$[9]'",
    ]
    private static let keys = ["'a'", "'b'", "0", "1", "-1", "'$.a'", "'d'", "'none'", "'[0]'"]

    private mutating func document() -> String {
        if oneIn(6) {
            let column = column()
            return "CASE WHEN json_valid(\(column)) THEN \(column) END"
        }
        if oneIn(6) { return "json_array(\(list(number(0...3)) { $0.jsonPart() }))" }
        return pick(RandomSQL.documents)
    }

    /// Anything but a blob, which JSON refuses.
    private mutating func jsonPart() -> String {
        switch random.below(4) {
        case 0: return smallInteger()
        case 1: return textLiteral()
        case 2: return "quote(\(column()))"
        default: return oneIn(2) ? "NULL" : "json(\(document()))"
        }
    }

    mutating func jsonExpression() -> String {
        switch random.below(14) {
        case 0, 1: return "(\(document()) -> \(pick(RandomSQL.keys)))"
        case 2, 3: return "(\(document()) ->> \(pick(RandomSQL.keys)))"
        case 4:
            let paths = list(number(1...2)) { $0.pick(RandomSQL.paths) }
            return "json_extract(\(document()), \(paths))"
        case 5: return "json(\(document()))"
        case 6: return "json_type(\(document())\(oneIn(2) ? ", \(pick(RandomSQL.paths))" : ""))"
        case 7:
            let text = oneIn(2) ? pick(RandomSQL.nonsense) : oneIn(2) ? column() : document()
            return "json_valid(\(text))"
        case 8:
            return "json_array_length(\(document())\(oneIn(2) ? ", \(pick(RandomSQL.paths))" : ""))"
        case 9: return "json_array(\(list(number(0...3)) { $0.jsonPart() }))"
        case 10: return "json_object(\(textLiteral()), \(jsonPart()))"
        case 11:
            let name = pick(["json_set", "json_insert", "json_replace"])
            return "\(name)(\(document()), \(pick(RandomSQL.paths)), \(jsonPart()))"
        case 12: return "json_remove(\(document()), \(pick(RandomSQL.paths)))"
        default:
            return oneIn(2)
                ? "json_patch(\(document()), \(document()))" : "json_quote(\(jsonPart()))"
        }
    }

    mutating func jsonQuery() -> String {
        let function = pick(["json_each", "json_tree"])
        // From a place inside of an array SQLite gives wrong paths, and quotes none.
        let paths = RandomSQL.paths.filter { !$0.contains("[") && !$0.contains("\"") }
        let path = oneIn(3) ? ", \(pick(paths))" : ""
        let columns = ["key", "value", "type", "atom", "fullkey", "path"].map { "j." + $0 }
        guard oneIn(2), !schema.baseTables.isEmpty else {
            let results = list(number(1...3)) { $0.pick(columns) }
            return "SELECT \(results) FROM \(function)(\(document())\(path)) AS j"
        }
        let table = pick(schema.baseTables)
        return within(scope(of: table, as: "x")) { writer in
            let results = writer.list(2) { $0.pick(columns) }
            let value = writer.column()
            return "SELECT \(value), \(results) FROM \(table.name) AS x, "
                + "\(function)(\(writer.document())\(path)) AS j WHERE \(writer.predicate(1))"
        }
    }

    /// An aggregate, only measured: the order of rows is nobody's business.
    mutating func jsonAggregate() -> String {
        oneIn(2)
            ? "json_array_length(json_group_array(quote(\(column()))))"
            : "json_type(json_group_object('k', quote(\(column()))), '$')"
    }
}
