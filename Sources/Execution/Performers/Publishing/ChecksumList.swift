import MartletCore

/// A file with the digests of other assets, as `sha256sum` writes it: `HEX  NAME`, or `HEX *NAME` for binary files.
struct ChecksumList: Equatable {
  private(set) var digests: [String: ContentDigest] = [:]

  /// - Parameter name: The name of the file. `tool.zip.sha256` may have only the digest of `tool.zip`.
  init(_ text: String, named name: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard let digest = parts.first.flatMap({ ContentDigest(hex: $0.lowercased()) }) else { continue }
      let rest = parts.count > 1 ? parts[1].drop { $0 == " " || $0 == "*" } : ""
      let file = rest.isEmpty && name.hasSuffix(".sha256") ? name.dropLast(7) : rest
      guard let base = file.split(separator: "/").last else { continue }
      digests[String(base)] = digest
    }
  }

  /// Whether an asset of that name is a list.
  static func isList(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".sha256")
      || ["sha256sums", "sha256sums.txt", "checksums.txt", "sha256sum.txt"].contains(name)
  }

  /// Whether an asset is the signature of another one, which no list contains.
  static func isSignature(_ name: String) -> Bool {
    [".asc", ".sig", ".minisig", ".sigstore.json"].contains { name.hasSuffix($0) }
  }

  /// Whether it lists one file only.
  var isOfOneFile: Bool { digests.count == 1 }
}
