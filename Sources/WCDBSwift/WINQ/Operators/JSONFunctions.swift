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
    ///
    /// ```swift
    /// Column(named: "data").jsonValue("$.size.width") > 10  // (data ->> '$.size.width') > 10
    /// ```
    public func jsonValue(_ path: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.extractValue, tree, path.tree))
    }

    /// `json(a)`: the JSON in its shortest form.
    ///
    /// ```swift
    /// Column(named: "data").json()  // json(data)
    /// ```
    public func json() -> Expression { call("json") }

    /// `json_extract(a, path, …)`: elements, as SQL values.
    ///
    /// ```swift
    /// Column(named: "data").jsonExtract("$.size", "$.name")
    /// // json_extract(data, '$.size', '$.name')
    /// ```
    public func jsonExtract(_ paths: any ExpressionConvertible...) -> Expression {
        call("json_extract", paths)
    }

    /// `json_insert(a, path, value)`: sets what is not there.
    ///
    /// ```swift
    /// Column(named: "data").jsonInsert("$.color", "red")  // json_insert(data, '$.color', 'red')
    /// ```
    public func jsonInsert(
        _ path: any ExpressionConvertible, _ value: any ExpressionConvertible
    ) -> Expression {
        call("json_insert", path, value)
    }

    /// `json_replace(a, path, value)`: sets what is there.
    ///
    /// ```swift
    /// Column(named: "data").jsonReplace("$.color", "red")  // json_replace(data, '$.color', 'red')
    /// ```
    public func jsonReplace(
        _ path: any ExpressionConvertible, _ value: any ExpressionConvertible
    ) -> Expression {
        call("json_replace", path, value)
    }

    /// `json_set(a, path, value)`: sets in any case.
    ///
    /// ```swift
    /// Column(named: "data").jsonSet("$.color", "red")  // json_set(data, '$.color', 'red')
    /// ```
    public func jsonSet(
        _ path: any ExpressionConvertible, _ value: any ExpressionConvertible
    ) -> Expression {
        call("json_set", path, value)
    }

    /// `json_remove(a, path, …)`
    ///
    /// ```swift
    /// Column(named: "data").jsonRemove("$.color", "$.size")
    /// // json_remove(data, '$.color', '$.size')
    /// ```
    public func jsonRemove(_ paths: any ExpressionConvertible...) -> Expression {
        call("json_remove", paths)
    }

    /// `json_patch(a, b)`: merges.
    ///
    /// ```swift
    /// Column(named: "data").jsonPatch("{\"color\":null}")  // json_patch(data, '{"color":null}')
    /// ```
    public func jsonPatch(_ patch: any ExpressionConvertible) -> Expression {
        call("json_patch", patch)
    }

    /// `json_type(a)`
    ///
    /// ```swift
    /// Column(named: "data").jsonType() == "array"  // json_type(data) == 'array'
    /// ```
    public func jsonType() -> Expression { call("json_type") }

    /// `json_type(a, path)`
    ///
    /// ```swift
    /// Column(named: "data").jsonType("$.size")  // json_type(data, '$.size')
    /// ```
    public func jsonType(_ path: any ExpressionConvertible) -> Expression {
        call("json_type", path)
    }

    /// `json_valid(a)`
    ///
    /// ```swift
    /// Column(named: "data").jsonValid()  // json_valid(data)
    /// ```
    public func jsonValid() -> Expression { call("json_valid") }

    /// `json_quote(a)`: the value, as JSON.
    ///
    /// ```swift
    /// Note.Properties.title.jsonQuote()  // json_quote(title)
    /// ```
    public func jsonQuote() -> Expression { call("json_quote") }

    /// `json_array_length(a)`
    ///
    /// ```swift
    /// Column(named: "tags").jsonArrayLength() > 3  // json_array_length(tags) > 3
    /// ```
    public func jsonArrayLength() -> Expression { call("json_array_length") }

    /// `json_array_length(a, path)`
    ///
    /// ```swift
    /// Column(named: "data").jsonArrayLength("$.tags")  // json_array_length(data, '$.tags')
    /// ```
    public func jsonArrayLength(_ path: any ExpressionConvertible) -> Expression {
        call("json_array_length", path)
    }

    /// `json_group_array(a)`: the values of a group.
    ///
    /// ```swift
    /// Note.Properties.title.jsonGroupArray()  // json_group_array(title)
    /// ```
    public func jsonGroupArray() -> Expression { call("json_group_array") }

    /// `json_group_object(a, value)`: the names and values of a group.
    ///
    /// ```swift
    /// Note.Properties.id.jsonGroupObject(Note.Properties.title)  // json_group_object(id, title)
    /// ```
    public func jsonGroupObject(_ value: any ExpressionConvertible) -> Expression {
        call("json_group_object", value)
    }
}

extension Expression {
    /// `json_array(a, b, …)`
    ///
    /// ```swift
    /// Expression.jsonArray(Note.Properties.id, Note.Properties.title)  // json_array(id, title)
    /// ```
    public static func jsonArray(_ values: any ExpressionConvertible...) -> Expression {
        .function(named: "json_array", values.map(\.tree))
    }

    /// `json_object(name, value, …)`
    ///
    /// ```swift
    /// Expression.jsonObject("id", Note.Properties.id, "stars", Note.Properties.stars)
    /// // json_object('id', id, 'stars', stars)
    /// ```
    public static func jsonObject(_ namesAndValues: any ExpressionConvertible...) -> Expression {
        .function(named: "json_object", namesAndValues.map(\.tree))
    }
}

extension TableOrSubquery {
    /// `json_each(a)`: a row for each element.
    ///
    /// ```swift
    /// let tags = TableOrSubquery.jsonEach(Column(named: "tags")).as(alias: "tag")
    /// StatementSelect().select(Column(named: "value")).from("notes", tags)
    /// // SELECT value FROM notes, json_each(tags) AS tag
    /// ```
    public static func jsonEach(_ arguments: any ExpressionConvertible...) -> TableOrSubquery {
        function("json_each").arguments(arguments)
    }

    /// `json_tree(a)`: a row for each element at any depth.
    ///
    /// ```swift
    /// TableOrSubquery.jsonTree(Column(named: "data"), "$.size")  // json_tree(data, '$.size')
    /// ```
    public static func jsonTree(_ arguments: any ExpressionConvertible...) -> TableOrSubquery {
        function("json_tree").arguments(arguments)
    }
}
