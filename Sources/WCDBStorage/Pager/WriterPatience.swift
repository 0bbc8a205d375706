/// How long somebody waits for the right to write, and what happens meanwhile.
///
/// **Users.** Any thread may wait; the one that waits is asked, without a lock held.
package protocol WriterPatience: AnyObject {
    /// When to be asked next, in nanoseconds of `FileSystem.now`; nil: only when somebody wakes
    /// those who wait.
    var deadline: UInt64? { get }

    /// Whether to go on waiting. Asked before the wait, when woken, and at the deadline; `holder`
    /// is the thread that has the right now.
    func goesOn(holder: ThreadNumber?) -> Bool
}
