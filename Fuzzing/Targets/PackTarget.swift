import SystemAPI

@testable import Git
@testable import MartletCore

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
    let zeros = [UInt8](repeating: 0, count: 40)
    var pack = Array("PACK".utf8) + number(2) + number(4)
    pack += rest
    pack += zeros.prefix(20)
    write("\(folder)/pack/x.pack", pack)
    var index: [UInt8] = [0xff, 0x74, 0x4f, 0x63] + number(2)
    for byte in 0..<256 { index += number(min(byte, 4)) }
    for byte in UInt8(1)...4 { index += [UInt8](repeating: byte, count: 20) }
    index += zeros.prefix(16)
    for object in 0..<4 { index += [0, 0, input.bytes[2 * object], input.bytes[2 * object + 1]] }
    write("\(folder)/pack/x.idx", index + zeros)
    write("\(folder)/loose", Array(rest))
    let inflater = Inflater()
    let reader = PackReader(PackStore(objects: folder), inflater)
    for byte in UInt8(1)...4 {
      guard let id = RawObjectID(in: [UInt8](repeating: byte, count: 20), at: 0) else { continue }
      let object = try? reader.read(id)
      _ = try? reader.header(of: id)
      if let object { try require(object.view.count == object.length, "an object has another length than it says") }
      var count = 0
      if let isWhole = try? reader.stream(id, { count += $0.count }), isWhole, let object {
        try require(count == object.length, "an object has another length in parts")
      }
    }
    if let loose = try? LooseObject("\(folder)/loose"), let contents = try? loose.contents(by: inflater) {
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
