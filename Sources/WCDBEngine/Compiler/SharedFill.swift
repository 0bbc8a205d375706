/// A subroutine of a program that makes the rows which several sources read.
struct SharedFill {
    /// Where the rows are kept.
    let store: Int
    /// The number of what is done once.
    let once: Int
    let start: ProgramBuilder.Label
    let returnRegister: Int
}
