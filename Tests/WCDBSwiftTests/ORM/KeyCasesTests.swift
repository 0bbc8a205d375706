import Testing
import WCDBSwift

/// All cases are found at the sizes where an enumeration is stored in another way.
@Suite struct `WINQ key cases` {
    struct Wide255: TableEncodable {
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Wide255
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
                c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32,
                c33, c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47, c48,
                c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61, c62, c63, c64,
                c65, c66, c67, c68, c69, c70, c71, c72, c73, c74, c75, c76, c77, c78, c79, c80,
                c81, c82, c83, c84, c85, c86, c87, c88, c89, c90, c91, c92, c93, c94, c95, c96,
                c97, c98, c99, c100, c101, c102, c103, c104, c105, c106, c107, c108, c109,
                c110, c111, c112, c113, c114, c115, c116, c117, c118, c119, c120, c121, c122,
                c123, c124, c125, c126, c127, c128, c129, c130, c131, c132, c133, c134, c135,
                c136, c137, c138, c139, c140, c141, c142, c143, c144, c145, c146, c147, c148,
                c149, c150, c151, c152, c153, c154, c155, c156, c157, c158, c159, c160, c161,
                c162, c163, c164, c165, c166, c167, c168, c169, c170, c171, c172, c173, c174,
                c175, c176, c177, c178, c179, c180, c181, c182, c183, c184, c185, c186, c187,
                c188, c189, c190, c191, c192, c193, c194, c195, c196, c197, c198, c199, c200,
                c201, c202, c203, c204, c205, c206, c207, c208, c209, c210, c211, c212, c213,
                c214, c215, c216, c217, c218, c219, c220, c221, c222, c223, c224, c225, c226,
                c227, c228, c229, c230, c231, c232, c233, c234, c235, c236, c237, c238, c239,
                c240, c241, c242, c243, c244, c245, c246, c247, c248, c249, c250, c251, c252,
                c253, c254
        }

        func encode(to encoder: any Encoder) {}
    }

    struct Wide256: TableEncodable {
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Wide256
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
                c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32,
                c33, c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47, c48,
                c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61, c62, c63, c64,
                c65, c66, c67, c68, c69, c70, c71, c72, c73, c74, c75, c76, c77, c78, c79, c80,
                c81, c82, c83, c84, c85, c86, c87, c88, c89, c90, c91, c92, c93, c94, c95, c96,
                c97, c98, c99, c100, c101, c102, c103, c104, c105, c106, c107, c108, c109,
                c110, c111, c112, c113, c114, c115, c116, c117, c118, c119, c120, c121, c122,
                c123, c124, c125, c126, c127, c128, c129, c130, c131, c132, c133, c134, c135,
                c136, c137, c138, c139, c140, c141, c142, c143, c144, c145, c146, c147, c148,
                c149, c150, c151, c152, c153, c154, c155, c156, c157, c158, c159, c160, c161,
                c162, c163, c164, c165, c166, c167, c168, c169, c170, c171, c172, c173, c174,
                c175, c176, c177, c178, c179, c180, c181, c182, c183, c184, c185, c186, c187,
                c188, c189, c190, c191, c192, c193, c194, c195, c196, c197, c198, c199, c200,
                c201, c202, c203, c204, c205, c206, c207, c208, c209, c210, c211, c212, c213,
                c214, c215, c216, c217, c218, c219, c220, c221, c222, c223, c224, c225, c226,
                c227, c228, c229, c230, c231, c232, c233, c234, c235, c236, c237, c238, c239,
                c240, c241, c242, c243, c244, c245, c246, c247, c248, c249, c250, c251, c252,
                c253, c254, c255
        }

        func encode(to encoder: any Encoder) {}
    }

    struct Wide257: TableEncodable {
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Wide257
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16,
                c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32,
                c33, c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47, c48,
                c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61, c62, c63, c64,
                c65, c66, c67, c68, c69, c70, c71, c72, c73, c74, c75, c76, c77, c78, c79, c80,
                c81, c82, c83, c84, c85, c86, c87, c88, c89, c90, c91, c92, c93, c94, c95, c96,
                c97, c98, c99, c100, c101, c102, c103, c104, c105, c106, c107, c108, c109,
                c110, c111, c112, c113, c114, c115, c116, c117, c118, c119, c120, c121, c122,
                c123, c124, c125, c126, c127, c128, c129, c130, c131, c132, c133, c134, c135,
                c136, c137, c138, c139, c140, c141, c142, c143, c144, c145, c146, c147, c148,
                c149, c150, c151, c152, c153, c154, c155, c156, c157, c158, c159, c160, c161,
                c162, c163, c164, c165, c166, c167, c168, c169, c170, c171, c172, c173, c174,
                c175, c176, c177, c178, c179, c180, c181, c182, c183, c184, c185, c186, c187,
                c188, c189, c190, c191, c192, c193, c194, c195, c196, c197, c198, c199, c200,
                c201, c202, c203, c204, c205, c206, c207, c208, c209, c210, c211, c212, c213,
                c214, c215, c216, c217, c218, c219, c220, c221, c222, c223, c224, c225, c226,
                c227, c228, c229, c230, c231, c232, c233, c234, c235, c236, c237, c238, c239,
                c240, c241, c242, c243, c244, c245, c246, c247, c248, c249, c250, c251, c252,
                c253, c254, c255, c256
        }

        func encode(to encoder: any Encoder) {}
    }

    struct Listed: TableEncodable {
        enum CodingKeys: String, CodingTableKey, CaseIterable {
            typealias Root = Listed
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case a, b
        }

        func encode(to encoder: any Encoder) {}
    }

    @Test func `are found by their bits`() {
        #expect(Wide255.CodingKeys.all.map(\.name) == (0..<255).map { "c\($0)" })
        #expect(Wide256.CodingKeys.all.map(\.name) == (0..<256).map { "c\($0)" })
        #expect(Wide257.CodingKeys.all.map(\.name) == (0..<257).map { "c\($0)" })
    }

    @Test func `are taken from the list if there is one`() {
        #expect(Listed.CodingKeys.all.map(\.name) == ["a", "b"])
    }

    /// What is made of their texts is not asked: the case and all behind it were no columns.
    @Test func `are found whatever their texts give`() throws {
        #expect(Forgetful.CodingKeys.all.map(\.name) == ["id", "bb", "cc"])
        #expect(
            Twins.CodingKeys.all.map { Array($0.name.utf8) }
                == ["\u{E9}", "e\u{301}", "z"].map { Array($0.utf8) })
        let temporary = TemporaryDatabase()
        try temporary.database.create(table: "f", of: Forgetful.self)
        try temporary.database.insert(Forgetful(id: 1, b: 2, c: 3), intoTable: "f")
        let found: [Forgetful] = try temporary.database.getObjects(fromTable: "f")
        #expect(found.map { [$0.id, $0.b, $0.c] } == [[1, 2, 3]])
    }

    struct Forgetful: TableCodable {
        var id: Int, b: Int, c: Int

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Forgetful
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id
            case b = "bb"
            case c = "cc"

            init?(rawValue: String) {
                guard rawValue == "id" else { return nil }
                self = .id
            }
        }
    }

    /// Two texts that Swift calls equal.
    struct Twins: TableEncodable {
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Twins
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case composed = "\u{E9}"
            case decomposed = "e\u{301}"
            case z
        }

        func encode(to encoder: any Encoder) {}
    }

    /// Rows in the order of the list were read as if they were in that of the cases.
    @Test func `have the order that the type gives them`() throws {
        let temporary = TemporaryDatabase()
        let database = temporary.database
        try database.create(table: "t", of: Ordered.self)
        let object = Ordered(a: 1, b: 2, c: "three")
        try database.insert(object, intoTable: "t")
        let all: [Ordered] = try database.getObjects(fromTable: "t")
        #expect(all == [object])
        let first: Ordered? = try database.getObject(fromTable: "t")
        #expect(first == object)
        try database.create(table: "p", of: Partial.self)
        try database.insert(Partial(a: 1, b: 2), intoTable: "p")
        let some: [Partial] = try database.getObjects(fromTable: "p")
        #expect(some == [Partial(a: nil, b: 2)])
    }

    struct Ordered: TableCodable, Equatable {
        var a: Int, b: Int, c: String

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Ordered
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            static var all: [Property] { [c, b, a].map { $0.asProperty() } }
            case a, b, c
        }
    }

    struct Partial: TableCodable, Equatable {
        var a: Int?, b: Int?

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Partial
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            static var all: [Property] { [b.asProperty()] }
            case a, b
        }
    }
}
