/// The groups of the integers that were met last: rows of one group often come again, and finding
/// it needs no key then.
///
/// **Users.** A group table, whose keys are of one column.
///
/// **Always true.** There are four places for a group, but for those of very many. Each has the
/// group of its integer, or none. An integer has but one place, which another one may take.
struct RecentIntegers: ~Copyable {
    private struct Place {
        let integer: Int64
        /// One more than the number of the group; 0 in a free place.
        let group: Int
    }

    private static let firstBits: UInt64 = 6
    private static let lastBits: UInt64 = 16

    /// None while there is one group.
    private var places: UnsafeMutablePointer<Place>?
    private var bits = firstBits

    deinit { places?.deallocate() }

    private static func makePlaces(_ bits: UInt64) -> UnsafeMutablePointer<Place> {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: 1 << Int(bits))
        places.initialize(repeating: Place(integer: 0, group: 0), count: 1 << Int(bits))
        return places
    }

    /// Neighbouring integers have places far apart from each other.
    @inline(__always)
    private func place(of integer: Int64) -> UnsafeMutablePointer<Place>? {
        guard let places else { return nil }
        let mixed = UInt64(bitPattern: integer) &* 0x9E37_79B9_7F4A_7C15
        return places + Int(truncatingIfNeeded: mixed &>> (64 &- bits))
    }

    /// Hot.
    @inline(__always)
    func group(of integer: Int64) -> Int? {
        guard let place = place(of: integer)?.pointee, place.integer == integer, place.group > 0
        else { return nil }
        return place.group &- 1
    }

    /// Of so many groups by now.
    mutating func note(_ integer: Int64, group: Int, of count: Int) {
        guard count > 1 else { return }
        if places == nil {
            places = RecentIntegers.makePlaces(bits)
        } else if count > 1 << Int(bits &- 2), bits < RecentIntegers.lastBits {
            places?.deallocate()
            bits += 2
            places = RecentIntegers.makePlaces(bits)
        }
        place(of: integer)?.pointee = Place(integer: integer, group: group &+ 1)
    }
}
