extension MachineCode {
  /// Whether code for `triple`, such as `x86_64-unknown-linux-gnu`, can have this header.
  package func fits(_ triple: String) -> Bool {
    let parts = triple.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, Self.family(of: parts[0]) == Self.family(of: processor) else { return false }
    guard let (name, expected) = Self.formats.first(where: { parts[2].hasPrefix($0.key) }) else { return true }
    guard format == expected else { return false }
    guard let system else { return true }
    let own = system.split(separator: "-").map(String.init)
    let environment = parts.count > 3 && Self.environments.contains(parts[3]) ? parts[3] : nil
    return own[0] == (name == "visionos" ? "xros" : name == "android" ? "linux" : name)
      && (own.count > 1 ? own[1] : nil) == environment
  }

  /// The formats of systems that have only one.
  private static let formats = [
    "linux": "ELF", "android": "ELF", "freebsd": "ELF", "openbsd": "ELF", "macosx": "Mach-O", "ios": "Mach-O",
    "tvos": "Mach-O", "watchos": "Mach-O", "visionos": "Mach-O", "xros": "Mach-O", "windows": "PE",
    "wasi": "WebAssembly",
  ]

  /// The environments whose code is marked in its header.
  private static let environments: Set = ["simulator", "macabi"]

  /// Names of processors whose headers are the same.
  private static func family(of processor: String) -> String {
    switch processor {
    case "arm64", "arm64e", "aarch64": "arm64"
    case "i386", "i686": "i386"
    default: processor.hasPrefix("armv") ? "arm" : processor
    }
  }
}

/// An archive of object files, as `ar` makes it.
struct StaticLibrary {
  /// Nil if the archive has none.
  let firstObject: ArraySlice<UInt8>?

  /// - Returns: nil if `bytes` are not such an archive; a thin archive, which has only the names of its files, is not.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "!<arch>\n".utf8) else { return nil }
    let fields = BinaryFields(bytes, isLittleEndian: true)
    var offset = 8
    while let header = fields.bytes(offset, count: 60) {
      let name = Self.text(header.prefix(16))
      guard let size = Int(Self.text(header.dropFirst(48).prefix(10))), size >= 0,
        let contents = fields.bytes(offset + 60, count: size)
      else { break }
      // The name of BSD's archives is before the contents.
      let length = name.hasPrefix("#1/") ? Int(name.dropFirst(3)) ?? 0 : 0
      let longName = Self.text(contents.prefix(max(0, length)))
      if !Self.indexNames.contains(name), !"\(name)\n\(longName)".contains("__.SYMDEF") {
        firstObject = contents.dropFirst(max(0, length))
        return
      }
      offset += 60 + size + size % 2
    }
    firstObject = nil
  }

  /// The names of the symbol table, and of the table of long names.
  private static let indexNames: Set = ["/", "//", "/SYM64/"]

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ").first.map(String.init) ?? ""
  }
}
