import Testing

@testable import WCDBEngine

/// Texts of the usual form and others, and modifiers. Results are those of SQLite 3.40.1.
@Suite struct `Functions of dates` {
    @Test func `an instant is read and shown`() throws {
        try Script(
            #"""
            SELECT date('2024-02-31'), datetime('2024-02-31T23:59:59'),
              time('2024-02-31 01:02:03');
            --> '2024-02-31'|'2024-02-31 23:59:59'|'01:02:03'
            SELECT date('2024-02-31', '+0 days'), date('2024-02-31', 'start of day');
            --> '2024-03-02'|'2024-02-31'
            SELECT date('2024-02-29 24:00:00'), time('2024-02-29 24:00:00'),
              datetime('9999-12-31 24:00:00');
            --> '2024-02-29'|'24:00:00'|NULL
            SELECT date('2024-00-10'), date('2024-13-10'), date('2024-01-00'),
              date('2024-01-32'), date('0000-01-01');
            --> NULL|NULL|NULL|NULL|'0000-01-01'
            SELECT datetime('2024-01-01 23:60:00'), datetime('2024-01-01 23:59:60'),
              datetime('2024-01-01 2a:00:00');
            --> NULL|NULL|NULL
            SELECT datetime('2024-01-01x10:00:00'), datetime('2024/01/01'), date('２024-1-1'),
              date('2024-01-0' || char(0));
            --> NULL|NULL|NULL|NULL
            SELECT datetime('2024-01-01 10:20:30'), datetime('2024-01-01T10:20:30'),
              datetime('2024-01-01');
            --> '2024-01-01 10:20:30'|'2024-01-01 10:20:30'|'2024-01-01 00:00:00'
            SELECT date('2024-01-01' || char(0) || ' 99:99:9'),
              typeof(date(x'323032342d30312d3031')), date(' 2024-01-01');
            --> '2024-01-01'|'text'|NULL
            SELECT julianday('2024-01-01'), julianday('2024-01-01 06:00:00'),
              unixepoch('1969-12-31 23:59:59');
            --> 2460310.5|2460310.75|-1
            SELECT date('2024-01-31', '+1 month'), date('2024-03-31', '-1 months'),
              date('2023-02-28', '+1 YEAR');
            --> '2024-03-02'|'2024-03-02'|'2024-02-28'
            SELECT date('2024-01-01', '+1.5 months'), datetime('2024-01-01', '-1.5 years'),
              date('2024-01-01', '1 day');
            --> '2024-02-16'|'2022-07-02 12:00:00'|'2024-01-02'
            SELECT date('2024-01-01', '+1 fortnight'), date('2024-01-01', '+1'),
              date('2024-01-01', '++1 day');
            --> NULL|NULL|NULL
            SELECT datetime('2024-01-01', '+1e2 seconds'), datetime('2024-01-01', '+.5 hours',
              '-0.5 hour');
            --> '2024-01-01 00:01:40'|'2024-01-01 00:00:00'
            """#
        ).run()
    }

    @Test func `modifiers move it`() throws {
        try Script(
            #"""
            SELECT date('2024-01-01', '+5373484 days'), date('2024-01-01', '+5373485 days'),
              date('2024-01-01', '+176546 months');
            --> NULL|NULL|NULL
            SELECT datetime('2024-01-01', '+01:30'), datetime('2024-01-01', '-01:30:15.5'),
              datetime('2024-01-01', '02:00');
            --> '2024-01-01 01:30:00'|'2023-12-31 22:29:44'|'2024-01-01 02:00:00'
            SELECT date('2024-05-15 10:00', 'start of month'), datetime('2024-05-15 10:00',
              'Start Of Year', '+10 days');
            --> '2024-05-01'|'2024-01-11 00:00:00'
            SELECT date('2024-05-15', 'weekday 3'), date('2024-05-15', 'weekday 2.0'),
              date('2024-05-15', 'weekday 7');
            --> '2024-05-15'|'2024-05-21'|NULL
            SELECT date(0, 'start of month', 'weekday 6'), date('-4713-11-24', '-1 day'),
              date(-1);
            --> NULL|NULL|NULL
            SELECT date(1700000000, 'unixepoch'), date('2024-01-01', 'unixepoch'),
              date(1700000000, '+1 day', 'unixepoch');
            --> '2023-11-14'|NULL|NULL
            SELECT date(1830690.5), date(1830691.5), date(1830692.5), date(1999999.5),
              date(2000000.5), date(5373484.4);
            --> '0300-02-28'|'0300-02-29'|'0300-03-02'|'0763-09-18'|'0763-09-19'|'9999-12-31'
            SELECT date(value)
              FROM json_each('[0,77527.5,77528.5,1721425.5,1999998.5,2000001.5,2488128.5]');
            --> '-4713-11-24'
            --> '-4500-02-29'
            --> '-4500-03-02'
            --> '0001-01-01'
            --> '0763-09-17'
            --> '0763-09-20'
            --> '2100-03-01'
            SELECT strftime('%Y-%m-%d %H:%M:%S %j %w %W %f', '2024-12-31 23:59:59.9999',
              '-1 second', 'start of day');
            --> '2024-12-31 00:00:00 366 2 53 00.000'
            SELECT date('2024-01-01', NULL), date(NULL, '+1 day'), date('2024-01-01', ''),
              date('now-ish');
            --> NULL|NULL|NULL|NULL
            """#
        ).run()
    }

    /// Modifiers before it lead as far from its range as numbers go: it once overflowed there.
    @Test func `utc far out of range is NULL`() throws {
        for sign in ["-", "+"] {
            let far = Array(repeating: "'\(sign)464269999999999 seconds'", count: 19)
            let near = ["'\(sign)402200000000000 seconds'"]
            for zone in ["utc", "weekday 1", "start of month", "+1 months"] {
                let modifiers = (far + near + ["'\(zone)'"]).joined(separator: ", ")
                let rows = try Connection.memory("").rows(
                    "SELECT datetime(0, \(modifiers)) IS NULL")
                #expect(rows == ["1"], "\(sign) \(zone)")
            }
        }
    }
}
