/// A container of a coder that is handed out again for each object.
///
/// The standard library's containers are copied by what their type says at run time. This class is
/// generic over the container itself, and not over its keys, because its objects then know that
/// type: it would be looked up for each object otherwise.
final class KeptContainer<Container> {
    private let kept: Container

    init(_ container: Container) { kept = container }

    /// Not inlined, so that it asks its own class and nothing else.
    @inline(never)
    func container() -> Container { kept }
}
