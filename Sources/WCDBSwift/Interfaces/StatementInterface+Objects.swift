// Objects in the place of parameters and rows.

extension StatementInterface where Self: RawStatementmentRepresentable {
    /// Binds one property of an object.
    ///
    /// ```swift
    /// try handle.prepare(sql: "DELETE FROM notes WHERE text = ?")
    /// try handle.bind(Note.Properties.text, of: note, toIndex: 1)
    /// try handle.step()
    /// handle.finalize()
    /// ```
    public func bind<TableEncodableType: TableEncodable>(
        _ propertyConvertible: any PropertyConvertible, of object: TableEncodableType,
        toIndex index: Int = 1
    ) throws {
        try bind([(propertyConvertible, toIndex: index)], of: object)
    }

    /// Binds properties of an object, each to a parameter.
    ///
    /// ```swift
    /// try handle.prepare(sql: "UPDATE notes SET text = ?1 WHERE id = ?2")
    /// try handle.bind(
    ///     [(Note.Properties.text, toIndex: 1), (Note.Properties.id, toIndex: 2)], of: note)
    /// try handle.step()
    /// handle.finalize()
    /// ```
    public func bind<TableEncodableType: TableEncodable>(
        _ indexedPropertyConvertibleList: [(_: any PropertyConvertible, toIndex: Int)],
        of object: TableEncodableType
    ) throws {
        let layout = ColumnLayout(
            indexedPropertyConvertibleList.map { $0.0 }, of: TableEncodableType.CodingKeys.self)
        let compiled = compiledStatement
        do {
            let encoder = RowEncoder(layout, table: "")
            // The values go with the encoder.
            try withExtendedLifetime(encoder) {
                let values = try encoder.encode(object)
                for (position, (_, index)) in indexedPropertyConvertibleList.enumerated() {
                    compiled.bind(copy: values[position], at: index)
                }
            }
        } catch {
            throw compiled.located(error)
        }
    }

    /// Binds properties of an object, to the parameters from the first on.
    ///
    /// ```swift
    /// try handle.prepare(
    ///     StatementInsert().insert(intoTable: "notes").columns(Note.Properties.all)
    ///         .values(BindParameter.bindParameters(Note.Properties.all.count)))
    /// for note in notes {
    ///     handle.reset()
    ///     try handle.bind(Note.Properties.all, of: note)
    ///     try handle.step()
    /// }
    /// handle.finalize()
    /// ```
    public func bind<TableEncodableType: TableEncodable>(
        _ propertyConvertibleList: [any PropertyConvertible], of object: TableEncodableType
    ) throws {
        let layout = ColumnLayout(
            propertyConvertibleList, of: TableEncodableType.CodingKeys.self)
        let compiled = compiledStatement
        do {
            let encoder = RowEncoder(layout, table: "")
            // The values go with the encoder.
            try withExtendedLifetime(encoder) {
                compiled.bind(UnsafeBufferPointer(try encoder.encode(object)))
            }
        } catch {
            throw compiled.located(error)
        }
    }

    /// The object of the current row, whose columns are the properties in their order.
    ///
    /// Without properties it is all of them.
    ///
    /// ```swift
    /// try handle.prepare(StatementSelect().select(Note.Properties.all).from("notes"))
    /// while try handle.step() {
    ///     let note: Note = try handle.extractObject()
    ///     print(note.text ?? "")
    /// }
    /// handle.finalize()
    /// ```
    public func extractObject<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible]? = nil,
        of type: Object.Type = Object.self
    ) throws -> Object {
        try reader(propertyConvertibleList, of: type).current()
    }

    /// The objects of all rows that are left.
    ///
    /// ```swift
    /// let properties = [Note.Properties.id, Note.Properties.text]
    /// try handle.prepare(StatementSelect().select(properties).from("notes").limit(10))
    /// let notes = try handle.extractAllObjects(on: properties, of: Note.self)
    /// handle.finalize()
    /// ```
    public func extractAllObjects<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible]? = nil,
        of type: Object.Type = Object.self
    ) throws -> [Object] {
        // Which columns there are is known for sure when the statement has begun: before, the
        // schema may still become another one.
        guard try step() else { return [] }
        let reader = reader(propertyConvertibleList, of: type)
        var objects: [Object] = [try reader.current()]
        while try step() { objects.append(try reader.current()) }
        return objects
    }

    private func reader<Object: TableDecodable>(
        _ properties: [any PropertyConvertible]?, of type: Object.Type
    ) -> ObjectReader {
        let layout = ColumnLayout.of(properties, Object.CodingKeys.self)
        return ObjectReader(compiledStatement, layout, table: columnTableName(atIndex: 0))
    }
}
