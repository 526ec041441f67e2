import MartletCore

/// What compiled code runs on, as its header shows.
package struct MachineCode: Hashable, Sendable {
  /// Such as `ELF`.
  package let format: String
  /// The processor, as in a target triple.
  package let processor: String
  /// The system and the environment, as in a target triple; nil if the header does not show them.
  package let system: String?

  init(_ format: String, _ processor: String, system: String? = nil) {
    (self.format, self.processor, self.system) = (format, processor, system)
  }

  /// The code of an executable: one for each processor of a universal binary; empty for a script.
  ///
  /// - Returns: nil if `bytes` are not an executable.
  package static func ofExecutable(_ bytes: [UInt8]) -> [MachineCode]? {
    bytes.starts(with: "#!".utf8) ? [] : code(of: bytes[...]) { ofObject($0).map { [$0] } }
  }

  /// The code of a static library, as its first object file shows; empty if that has no header, such as LLVM bitcode.
  ///
  /// - Returns: nil if `bytes` are not a static library.
  package static func ofLibrary(_ bytes: [UInt8]) -> [MachineCode]? {
    code(of: bytes[...]) { bytes in
      StaticLibrary(bytes).map { $0.firstObject.flatMap(ofObject).map { [$0] } ?? [] }
    }
  }

  /// Parses each part of a universal binary, or the only part of another file. Source: `mach-o/fat.h`.
  private static func code(
    of bytes: ArraySlice<UInt8>, _ parse: (ArraySlice<UInt8>) -> [MachineCode]?
  ) -> [MachineCode]? {
    let header = BinaryFields(bytes, isLittleEndian: false)
    let isWide = header.number(4, at: 0) == 0xCAFE_BABF
    // Class files of Java have the same first bytes, and a version above 40 instead of the count.
    guard isWide || header.number(4, at: 0) == 0xCAFE_BABE, let count = header.number(4, at: 4),
      (1...20).contains(count)
    else { return parse(bytes) }
    var all: [MachineCode] = []
    for index in 0..<count {
      let entry = 8 + index * (isWide ? 32 : 20)
      let width = isWide ? 8 : 4
      guard let start = header.number(width, at: entry + 8), let size = header.number(width, at: entry + 8 + width),
        let part = header.bytes(start, count: size), let found = parse(part)
      else { return nil }
      all += found
    }
    return all
  }

  private static func ofObject(_ bytes: ArraySlice<UInt8>) -> MachineCode? {
    ofELF(bytes) ?? ofMachO(bytes) ?? ofCOFF(bytes)
      ?? (bytes.starts(with: [0, 0x61, 0x73, 0x6D]) ? MachineCode("WebAssembly", "wasm32") : nil)
  }

  /// Source: the System V ABI, chapter 4.
  private static func ofELF(_ bytes: ArraySlice<UInt8>) -> MachineCode? {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return nil }
    let fields = BinaryFields(bytes, isLittleEndian: bytes.dropFirst(5).first == 1)
    guard let machine = fields.number(2, at: 18) else { return nil }
    let processors = [
      3: "i686", 21: "powerpc64le", 22: "s390x", 40: "armv7", 62: "x86_64", 183: "aarch64", 243: "riscv64",
    ]
    let systems = [3: "linux", 9: "freebsd", 12: "openbsd"]
    return MachineCode(
      "ELF", processors[machine] ?? "machine \(machine)", system: fields.number(1, at: 7).flatMap { systems[$0] })
  }

  /// Source: the PE format of Microsoft: an object file, or a program with an older one before it.
  private static func ofCOFF(_ bytes: ArraySlice<UInt8>) -> MachineCode? {
    let fields = BinaryFields(bytes, isLittleEndian: true)
    var start = 0
    if bytes.starts(with: "MZ".utf8) {
      guard let offset = fields.number(4, at: 0x3C), fields.number(4, at: offset) == 0x4550 else { return nil }
      start = offset + 4
    }
    let processors = [0x14C: "i686", 0x1C4: "armv7", 0x8664: "x86_64", 0xAA64: "aarch64"]
    return fields.number(2, at: start).flatMap { processors[$0] }.map { MachineCode("PE", $0, system: "windows") }
  }
}

/// Numbers in the bytes of a file, from the first byte of a part of it.
struct BinaryFields {
  private let all: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) {
    (all, self.isLittleEndian) = (bytes, isLittleEndian)
  }

  func bytes(_ start: Int, count: Int) -> ArraySlice<UInt8>? {
    guard start >= 0, count >= 0, start <= all.count, count <= all.count - start else { return nil }
    return all[all.startIndex + start..<all.startIndex + start + count]
  }

  /// Returns the number of `width` bytes; nil if it is not in the file, or too large.
  func number(_ width: Int, at offset: Int) -> Int? {
    guard let bytes = bytes(offset, count: width) else { return nil }
    let value = (isLittleEndian ? bytes.reversed() : Array(bytes)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
