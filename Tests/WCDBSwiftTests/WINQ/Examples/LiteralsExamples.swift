import Foundation
import Testing
import WCDBSwift

/// Builders and the texts they have: Literals.
@Suite struct `WINQ examples of literals` {
    @Test func `numbers are written so that they are read as themselves`() {
        expect(LiteralValue(1), "1")
        expect(LiteralValue(Int64.min), "-9223372036854775808")
        expect(LiteralValue(true), "TRUE")
        expect(LiteralValue(false), "FALSE")
        expect(LiteralValue(Value(true)), "1")
        expect(LiteralValue(2.0), "2.0")
        expect(LiteralValue(2.5), "2.5")
        expect(LiteralValue(0.1), "0.10000000000000001")
        expect(LiteralValue(1.1), "1.1000000000000001")
        expect(LiteralValue(-0.0), "-0.0")
        expect(LiteralValue(1e16), "10000000000000000.0")
        expect(LiteralValue(1e17), "1e+17")
        expect(LiteralValue(1e-5), "1.0000000000000001e-05")
        expect(LiteralValue(0.0001), "0.0001")
        expect(LiteralValue(Double.pi), "3.1415926535897931")
        expect(LiteralValue(Float(0.1)), "0.10000000149011612")
        expect(LiteralValue("it's"), "'it''s'")
        expect(LiteralValue(""), "''")
    }

    @Test func `texts, blobs and coded values are quoted`() {
        expect(LiteralValue("say \"hi\""), #"'say "hi"'"#)
        expect(LiteralValue(Data([0x61, 0x27, 0x62])), "X'612762'")
        expect(LiteralValue(Data([0xff, 0xfe])), "X'FFFE'")
        expect(LiteralValue(nil), "NULL")
        expect(LiteralValue(Value("x")), "'x'")
        expect(LiteralValue([1, 2, 3]), "X'5B312C322C335D'")
        expect(LiteralValue(["k": 1]), "X'7B226B223A317D'")
        expect(LiteralValue(Date(timeIntervalSince1970: 12.5)), "12.5")
        expect(LiteralValue(URL(string: "https://x.y/z")!), "'https://x.y/z'")
        expect(LiteralValue(UInt8.max), "255")
        expect(LiteralValue(UInt32.max), "-1")
        expect(LiteralValue(UInt64.max), "-1")
        expect(LiteralValue.currentTime(), "CURRENT_TIME")
        expect(LiteralValue.currentDate(), "CURRENT_DATE")
        expect(LiteralValue.currentTimestamp(), "CURRENT_TIMESTAMP")
        expect(true.asLiteralValue(), "1")
        expect((true as LiteralValue), "TRUE")
        expect((nil as LiteralValue), "NULL")
    }

    @Test func `a literal of Swift is one of SQL`() {
        expect((7 as LiteralValue), "7")
    }

    @Test func `texts of BindParameter`() {
        expect(BindParameter.def, "?")
        expect(BindParameter._1, "?1")
        expect(BindParameter._10, "?10")
        expect(BindParameter(3), "?3")
        expect(BindParameter(0), "?")
        expect(BindParameter(-1), "?")
        expect(BindParameter("n"), ":n")
        expect(BindParameter.colon(named: "n"), ":n")
        expect(BindParameter.at(named: "n"), "@n")
        expect(BindParameter.dollar(named: "n"), "$n")
        expect(BindParameter.bindParameters(3)[2], "?3")
        expect(BindParameter._1.asExpression(), "?1")
        expect(BindParameter._1.order(.descending), "?1 DESC")
        expect((Expression(with: BindParameter._1) + 1), "?1 + 1")
    }
}
