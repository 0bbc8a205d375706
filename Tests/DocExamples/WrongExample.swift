/// The example of this comment is wrong on purpose: `Tests/examples` fails if that is not noticed.
///
/// ```swift
/// Column(named: "a") + 1  // a + 2
/// ```
enum WrongExample {}
