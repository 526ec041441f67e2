import Libc
import Versioning

@testable import GitObjects

/// A pack with an index that finds four objects in it, and the same bytes as an object in a file of its own.
///
/// The first eight bytes say where the objects begin, the others are what follows the pack's head.
struct PackTarget: FuzzTarget {
  static let name = "pack"

  func check(_ input: Input) throws {
    guard input.bytes.count > 8 else { return }
    let folder = "/tmp/martlet-pack-\(getpid())"
    for path in [folder, "\(folder)/pack"] { mkdir(path, 0o700) }
    let rest = input.bytes.dropFirst(8)
    write("\(folder)/pack/x.pack", Array("PACK".utf8) + number(2) + number(4) + rest + [UInt8](repeating: 0, count: 20))
    let offsets = (0..<4).flatMap { [0, 0, input.bytes[2 * $0], input.bytes[2 * $0 + 1]] }
    let ids = (UInt8(1)...4).flatMap { [UInt8](repeating: $0, count: 20) }
    let fanOut = (0..<256).flatMap { number(min($0, 4)) }
    let index = [0xff, 0x74, 0x4f, 0x63] + number(2) + fanOut + ids + [UInt8](repeating: 0, count: 16) + offsets
    write("\(folder)/pack/x.idx", index + [UInt8](repeating: 0, count: 40))
    write("\(folder)/loose", Array(rest))
    guard let inflater = Inflater() else { return }
    let reader = PackReader(PackStore(objects: folder), inflater)
    for byte in UInt8(1)...4 {
      guard let id = RawObjectID(in: [UInt8](repeating: byte, count: 20), at: 0) else { continue }
      let object = reader.read(id)
      if let object { try require(object.view.count == object.length, "an object has another length than it says") }
      var count = 0
      if let isWhole = try? reader.stream(id, { count += $0.count }), isWhole, let object {
        try require(count == object.length, "an object has another length in parts")
      }
    }
    if let loose = LooseObject("\(folder)/loose"), let contents = loose.contents(by: inflater) {
      try require(contents.count == loose.length, "a loose object has another length than it says")
    }
  }

  private func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func write(_ path: String, _ bytes: [UInt8]) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
