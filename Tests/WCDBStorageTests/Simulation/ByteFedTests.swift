import StorageSimulation
import Testing

@Suite struct `Bytes of anybody` {
    @Test(arguments: ByteFedCatalog.all.indices)
    func `neither trap nor are taken for something else`(index: Int) throws {
        let fed = ByteFedCatalog.all[index]
        var random = SeededRandom(seed: UInt64(index))
        for number in 0..<(150 * TestScale.factor) {
            let input = fed.makeInput(&random)
            do {
                _ = try fed.feed(input)
            } catch {
                Issue.record("\(fed.name), input \(number): \(error)")
            }
        }
        for count in 0..<40 {
            _ = try fed.feed((0..<count).map { _ in UInt8(random.below(256)) })
        }
    }
}
