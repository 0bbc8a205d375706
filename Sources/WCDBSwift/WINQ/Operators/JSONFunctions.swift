import WCDBSQL

// Functions and operators of JSON. Paths begin with a dollar: `"$.size.width"`, `"$[0]"`.

extension ExpressionFunctionOperable {
    /// `a -> path`: an element, as JSON.
    ///
    /// ```swift
    /// Column(named: "data").jsonElement("$.size")  // data -> '$.size'
    /// ```
    public func jsonElement(_ path: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.extractJSON, tree, path.tree))
    }

    /// `a ->> path`: an element, as an SQL value.
    public func jsonValue(_ path: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.extractValue, tree, path.tree))
    }

    /// `json(a)`: the JSON in its shortest form.
    public func json() -> Expression { call("json") }

    /// `json_extract(a, path, …)`: elements, as SQL values.
    public func jsonExtract(_ paths: any ExpressionConvertible...) -> Expression {
        call("json_extract", paths)
    }

    /// `json_insert(a, path, value)`: sets what is not there.
    public func jsonInsert(
        _ path: any ExpressionConvertible, _ value: any ExpressionConvertible
    ) -> Expression {
        call("json_insert", path, value)
    }

    /// `json_replace(a, path, value)`: sets what is there.
    public func jsonReplace(
        _ path: any ExpressionConvertible, _ value: any ExpressionConvertible
    ) -> Expression {
        call("json_replace", path, value)
    }

    /// `json_set(a, path, value)`: sets in any case.
    public func jsonSet(
        _ path: any ExpressionConvertible, _ value: any ExpressionConvertible
    ) -> Expression {
        call("json_set", path, value)
    }

    /// `json_remove(a, path, …)`
    public func jsonRemove(_ paths: any ExpressionConvertible...) -> Expression {
        call("json_remove", paths)
    }

    /// `json_patch(a, b)`: merges.
    public func jsonPatch(_ patch: any ExpressionConvertible) -> Expression {
        call("json_patch", patch)
    }

    /// `json_type(a)`
    public func jsonType() -> Expression { call("json_type") }

    /// `json_type(a, path)`
    public func jsonType(_ path: any ExpressionConvertible) -> Expression {
        call("json_type", path)
    }

    /// `json_valid(a)`
    public func jsonValid() -> Expression { call("json_valid") }

    /// `json_quote(a)`: the value, as JSON.
    public func jsonQuote() -> Expression { call("json_quote") }

    /// `json_array_length(a)`
    public func jsonArrayLength() -> Expression { call("json_array_length") }

    /// `json_array_length(a, path)`
    public func jsonArrayLength(_ path: any ExpressionConvertible) -> Expression {
        call("json_array_length", path)
    }

    /// `json_group_array(a)`: the values of a group.
    public func jsonGroupArray() -> Expression { call("json_group_array") }

    /// `json_group_object(a, value)`: the names and values of a group.
    public func jsonGroupObject(_ value: any ExpressionConvertible) -> Expression {
        call("json_group_object", value)
    }
}

extension Expression {
    /// `json_array(a, b, …)`
    public static func jsonArray(_ values: any ExpressionConvertible...) -> Expression {
        .function(named: "json_array", values.map(\.tree))
    }

    /// `json_object(name, value, …)`
    public static func jsonObject(_ namesAndValues: any ExpressionConvertible...) -> Expression {
        .function(named: "json_object", namesAndValues.map(\.tree))
    }
}

extension TableOrSubquery {
    /// `json_each(a)`: a row for each element.
    public static func jsonEach(_ arguments: any ExpressionConvertible...) -> TableOrSubquery {
        function("json_each").arguments(arguments)
    }

    /// `json_tree(a)`: a row for each element at any depth.
    public static func jsonTree(_ arguments: any ExpressionConvertible...) -> TableOrSubquery {
        function("json_tree").arguments(arguments)
    }
}
