import MartletCore

/// A file with the digests of other assets, as `sha256sum` writes it: `HEX  NAME`, or `HEX *NAME` for binary files.
struct ChecksumList: Equatable {
  private(set) var digests: [String: ContentDigest] = [:]

  /// The name of the list that can be signed.
  static let signedName = "SHA256SUMS"
  static let signatureName = "SHA256SUMS.sig"

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count > 1, let digest = ContentDigest(hex: parts[0].lowercased()),
        let base = parts[1].drop(while: { $0 == " " || $0 == "*" }).split(separator: "/").last
      else { continue }
      digests[String(base)] = digest
    }
  }

  /// Whether an asset of that name is a list.
  static func isList(_ name: String) -> Bool {
    [signedName, "sha256sums", "SHA256SUMS.txt", "sha256sums.txt", "sha256sum.txt", "checksums.txt"].contains(name)
  }

  /// Whether an asset is a signature by any program, which no list contains.
  static func isSignature(_ name: String) -> Bool {
    [".asc", ".sig", ".minisig", ".sigstore.json"].contains { name.hasSuffix($0) }
  }
}
