import MartletCore

/// The bytes that show whether a file is an archive of the kind that its name states.
package struct ArchiveSignature: Sendable {
  /// Such as `zip`.
  package let name: String
  private let suffixes: [String]
  private let start: [UInt8]

  /// The formats with a signature at their start.
  private static let all = [
    ArchiveSignature(name: "zip", suffixes: [".zip"], start: [0x50, 0x4B, 0x03, 0x04]),
    ArchiveSignature(name: "gzip", suffixes: [".gz", ".tgz"], start: [0x1F, 0x8B]),
    ArchiveSignature(name: "zstd", suffixes: [".zst"], start: [0x28, 0xB5, 0x2F, 0xFD]),
    ArchiveSignature(name: "xz", suffixes: [".xz"], start: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    ArchiveSignature(name: "bzip2", suffixes: [".bz2"], start: [0x42, 0x5A, 0x68]),
  ]

  private init(name: String, suffixes: [String], start: [UInt8]) {
    self.name = name
    self.suffixes = suffixes
    self.start = start
  }

  /// The signature of files with such a name; nil if the name shows no format.
  package init?(ofFileNamed name: String) {
    let name = name.lowercased()
    guard let found = Self.all.first(where: { $0.suffixes.contains { name.hasSuffix($0) } }) else { return nil }
    self = found
  }

  /// Whether the file begins like the format, and, for a zip archive, has its end.
  package func matches(_ ends: FileEnds) -> Bool {
    guard ends.first.starts(with: start) else { return false }
    return name == "zip" ? Self.hasZipEnd(ends.last) : true
  }

  /// Whether the record at the end of a zip archive is there, with its whole comment.
  private static func hasZipEnd(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 22 else { return false }
    return (0...bytes.count - 22).reversed().contains { start in
      bytes[start...].starts(with: [0x50, 0x4B, 0x05, 0x06])
        && start + 22 + Int(bytes[start + 20]) + Int(bytes[start + 21]) << 8 == bytes.count
    }
  }
}

/// The first and the last bytes of a file.
package struct FileEnds: Sendable {
  package let first: [UInt8]
  package let last: [UInt8]

  package init(first: [UInt8], last: [UInt8]) {
    self.first = first
    self.last = last
  }

  /// How many bytes of each end count: the end of a zip archive with its longest comment.
  package static let count = 22 + 0xFFFF
}
