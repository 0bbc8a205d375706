/// An instruction where it lies in its program: each operand is loaded by the case that has it, so
/// that the machine's loop does not keep all of them at once.
///
/// **Always true.** The place is one of a pinned program.
struct InstructionPlace {
    private let place: UnsafePointer<Instruction>

    @inline(__always)
    init(_ place: UnsafePointer<Instruction>) { self.place = place }

    @inline(__always) var opcode: Opcode { place.pointee.opcode }
    @inline(__always) var flag: UInt8 { place.pointee.flag }
    @inline(__always) var small: UInt16 { place.pointee.small }
    @inline(__always) var a: Int32 { place.pointee.a }
    @inline(__always) var b: Int32 { place.pointee.b }
    @inline(__always) var c: Int32 { place.pointee.c }
    @inline(__always) var instruction: Instruction { place.pointee }

    /// Whether a bit of `InstructionFlag` is set.
    @inline(__always)
    func has(_ bit: UInt8) -> Bool { place.pointee.flag & bit != 0 }
}
