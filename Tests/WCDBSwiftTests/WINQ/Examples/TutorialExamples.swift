import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Tutorial.
@Suite struct `WINQ examples of tutorial` {
    @Test func `texts of v1 spellings in the tutorials`() {
        expect(
            StatementSelect().select(distinct: false, Column(named: "identifier").min()).from(
                "sampleTable"
            ).where(
                (Column(named: "identifier") > 0 || Column(named: "identifier") / 2 == 0)
                    && Column(named: "description").isNotNull()
            ).order(by: Column(named: "identifier").order(.ascending)).limit(from: 1, to: 100),
            "SELECT MIN(identifier) FROM sampleTable WHERE ((identifier > 0) OR "
                + "((identifier / 2) == 0)) AND (description NOTNULL) ORDER BY "
                + "identifier ASC LIMIT 1, 100")
        expect(
            StatementSelect().select(Column(named: "content").count().distinct()).from(
                "sampleTable"),
            "SELECT COUNT(DISTINCT content) FROM sampleTable")
        expect((Expression(with: 1) + Expression(with: 2.0)), "1 + 2.0")
        expect(
            Expression(with: a).between(Expression(with: 1), Expression(with: 2.0)),
            "a BETWEEN 1 AND 2.0")
    }
}
