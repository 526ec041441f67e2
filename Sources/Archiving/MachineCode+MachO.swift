extension MachineCode {
  /// The values of `LC_BUILD_VERSION`. Source: `mach-o/loader.h`.
  private static let platforms = [
    1: "macosx", 2: "ios", 3: "tvos", 4: "watchos", 6: "ios-macabi", 7: "ios-simulator", 8: "tvos-simulator",
    9: "watchos-simulator", 11: "xros", 12: "xros-simulator",
  ]

  /// The older load commands, one for each system.
  private static let versionCommands = [0x24: "macosx", 0x25: "ios", 0x2F: "tvos", 0x30: "watchos"]

  static func ofMachO(_ bytes: ArraySlice<UInt8>) -> MachineCode? {
    let fields = BinaryFields(bytes, isLittleEndian: true)
    guard let magic = fields.number(4, at: 0), magic == 0xFEED_FACE || magic == 0xFEED_FACF,
      let type = fields.number(4, at: 4), let subtype = fields.number(4, at: 8), let count = fields.number(4, at: 16)
    else { return nil }
    let processors = [
      7: "i386", 12: "armv7", 0x0100_0007: "x86_64", 0x0100_000C: subtype & 0xFF == 2 ? "arm64e" : "arm64",
      0x0200_000C: "arm64_32",
    ]
    return MachineCode(
      "Mach-O", processors[type] ?? "processor \(type)",
      system: system(fields, count: count, from: magic == 0xFEED_FACF ? 32 : 28))
  }

  /// Returns the system of the first load command that has one.
  private static func system(_ fields: BinaryFields, count: Int, from start: Int) -> String? {
    var offset = start
    for _ in 0..<count {
      guard let command = fields.number(4, at: offset), let size = fields.number(4, at: offset + 4), size >= 8 else {
        return nil
      }
      if command == 0x32 { return fields.number(4, at: offset + 8).flatMap { platforms[$0] } }
      if let system = versionCommands[command] { return system }
      offset += size
    }
    return nil
  }
}
