/// A version: one to four numbers, an optional pre-release, optional build metadata.
///
/// With three numbers this is Semantic Versioning 2.0 (semver.org). Apps also have `1.4`, `7` and `24.1.0.0`; those
/// keep their number of components. A leading `v` belongs to a tag, not to a version.
package struct Version: Hashable, Sendable {
  /// One to four numbers, the most significant first.
  package let components: [UInt64]
  /// The identifiers after the `-`, for example `["beta", "1"]`; empty for a release.
  package let prerelease: [String]
  /// The identifiers after the `+`, which do not affect the order.
  package let metadata: [String]

  /// Parses `text`, which must be only a version.
  ///
  /// - Throws: `VersionError` with the reason. No number is wrapped or rounded.
  package init(_ text: String) throws(VersionError) {
    guard text.utf8.count <= 256 else { throw .tooLong(length: text.utf8.count) }
    var rest = text.utf8[...]
    metadata = try Self.identifiers(after: UInt8(ascii: "+"), in: &rest, of: text)
    prerelease = try Self.identifiers(after: UInt8(ascii: "-"), in: &rest, of: text)
    for identifier in prerelease where identifier.isNumber && identifier.hasPrefix("0") && identifier != "0" {
      throw .leadingZero(text, number: identifier)
    }
    var components: [UInt64] = []
    for part in rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map({ Substring($0) }) {
      guard part.isNumber else { throw .notAVersion(text) }
      guard part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0") else {
        throw .leadingZero(text, number: String(part))
      }
      guard let number = UInt64(part) else { throw .numberTooLarge(text, number: String(part)) }
      components.append(number)
    }
    guard components.count <= 4 else { throw .notAVersion(text) }
    self.components = components
  }

  /// Creates a version of valid parts: `components` is not empty, identifiers contain only letters, digits and hyphens.
  init(components: [UInt64], prerelease: [String] = []) {
    self.components = components
    self.prerelease = prerelease
    metadata = []
  }

  /// Removes the text after the first `mark` from `rest`; metadata must be removed before `-`.
  private static func identifiers(
    after mark: UInt8, in rest: inout Substring.UTF8View, of text: String
  ) throws(VersionError) -> [String] {
    guard let start = rest.firstIndex(of: mark) else { return [] }
    let identifiers = rest[start...].dropFirst().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    rest = rest[..<start]
    for identifier in identifiers where identifier.isEmpty || !identifier.allSatisfy({ $0.isIdentifierByte }) {
      throw .notAVersion(text)
    }
    return identifiers.map { String(Substring($0)) }
  }
}

extension Version {
  /// The numbers alone, for example `1.5.0` of `1.5.0-beta.1`.
  package var core: Version { Version(components: components) }

  /// Whether it is a pre-release of its core.
  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// The number at `index`, 0 where the version has fewer.
  package func component(_ index: Int) -> UInt64 {
    components.indices.contains(index) ? components[index] : 0
  }
}

extension Version: CustomStringConvertible {
  /// The version as written.
  package var description: String {
    components.map(String.init).joined(separator: ".")
      + (prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: "."))
      + (metadata.isEmpty ? "" : "+" + metadata.joined(separator: "."))
  }
}

extension Version: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = try Version(try container.decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension StringProtocol {
  /// Whether it is one or more ASCII digits.
  var isNumber: Bool { !isEmpty && utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }
}

extension UInt8 {
  /// Whether it may be in a pre-release or metadata identifier: `[0-9A-Za-z-]`.
  fileprivate var isIdentifierByte: Bool {
    let character = Unicode.Scalar(self)
    return ("0"..."9").contains(character) || ("a"..."z").contains(character) || ("A"..."Z").contains(character)
      || character == "-"
  }
}
