/// A version: one to four numbers, an optional pre-release, optional build metadata.
///
/// With three numbers this is Semantic Versioning 2.0 (semver.org). Apps also have `1.4`, `7` and `24.1.0.0`; those
/// keep their number of components. Calendar versions such as `26.07.5` keep their leading zeros, and `1.6.2beta3` and
/// `3.0.0.rc1` their spelling. A leading `v` belongs to a tag, not to a version.
package struct Version: Hashable, Sendable {
  /// Four numbers in order of precedence, zeros after those that the version has; without an array, because a repository may have 100,000 tags.
  package let numbers: SIMD4<UInt64>
  private let count: Int
  /// The identifiers after the `-`, for example `["beta", "1"]`; empty for a release.
  package let prerelease: [String]
  /// The identifiers after the `+`, which do not affect the order.
  package let metadata: [String]
  /// The number of digits of each component; empty if none has leading zeros.
  let widths: [Int]
  /// The text before the pre-release if that is not Semantic Versioning's `-`: empty in `1.6.2beta3`, a dot in
  /// `3.0.0.rc1`.
  let mark: String?

  /// Parses `text`, which must be only a version.
  ///
  /// - Throws: `VersionError` with the reason. No number is wrapped or rounded.
  package init(_ text: String) throws(VersionError) {
    if let plain = Version(plain: text[...]) {
      self = plain
      return
    }
    guard text.utf8.count <= 256 else { throw .tooLong(length: text.utf8.count) }
    var rest = text.utf8[...]
    metadata = try Self.identifiers(after: UInt8(ascii: "+"), in: &rest, of: text)
    let identifiers = try Self.identifiers(after: UInt8(ascii: "-"), in: &rest, of: text)
    for identifier in identifiers where identifier.isNumber && identifier.hasPrefix("0") && identifier != "0" {
      throw .leadingZero(text, number: identifier)
    }
    let glued = identifiers.isEmpty ? Self.gluedPrerelease(in: &rest) : nil
    prerelease = glued?.identifiers ?? identifiers
    mark = glued?.mark
    var components: [UInt64] = []
    var hasZeros = false
    var widths: [Int] = []
    for part in rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map({ Substring($0) }) {
      guard part.isNumber else { throw .notAVersion(text) }
      let hasZero = part.utf8.count > 1 && part.utf8.first == UInt8(ascii: "0")
      // A month may have a leading zero, but neither a year nor a major version.
      guard !hasZero || !components.isEmpty else { throw .leadingZero(text, number: String(part)) }
      guard let number = UInt64(part) else { throw .numberTooLarge(text, number: String(part)) }
      components.append(number)
      hasZeros = hasZeros || hasZero
      widths.append(part.utf8.count)
    }
    guard components.count <= 4 else { throw .notAVersion(text) }
    (numbers, count) = (Self.numbers(components), components.count)
    self.widths = hasZeros ? widths : []
  }

  /// Parses one to four numbers without leading zeros, as most tags have; nil for any other text.
  private init?(plain text: Substring) {
    var (numbers, count, digits) = (SIMD4<UInt64>.zero, 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), digits > 0, count < 3 {
        (count, digits) = (count + 1, 0)
      } else if byte.isDigit, digits == 0 || numbers[count] > 0, digits < 18 {
        numbers[count] = numbers[count] * 10 + UInt64(byte - UInt8(ascii: "0"))
        digits += 1
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    (self.numbers, self.count) = (numbers, count + 1)
    (prerelease, metadata, widths, mark) = ([], [], [], nil)
  }

  /// Parses a part of a tag; nil if it is not a version.
  init?(partOfTag text: Substring) {
    guard let version = Version(plain: text) ?? (try? Version(String(text))) else { return nil }
    self = version
  }

  private static func numbers(_ components: [UInt64]) -> SIMD4<UInt64> {
    var numbers = SIMD4<UInt64>.zero
    for (index, component) in components.enumerated() { numbers[index] = component }
    return numbers
  }

  /// Creates a version of valid parts: `components` is not empty.
  ///
  /// - Parameter widths: The least number of digits of each component; empty for one.
  init(components: [UInt64], widths: [Int] = []) {
    (numbers, count) = (Self.numbers(components), components.count)
    let isPadded = zip(components, widths).contains { String($0).utf8.count < $1 }
    self.widths = isPadded ? zip(components, widths).map { max(String($0).utf8.count, $1) } : []
    prerelease = []
    metadata = []
    mark = nil
  }

  /// Removes a pre-release such as `beta3` or `.rc1` after two or more numbers from `rest`; nil if there is none.
  private static func gluedPrerelease(
    in rest: inout Substring.UTF8View
  ) -> (mark: String, identifiers: [String])? {
    guard let start = rest.firstIndex(where: { !$0.isDigit && $0 != UInt8(ascii: ".") }) else { return nil }
    let numbers = rest[..<start]
    let digits = rest[start...].drop { $0.isLetter }
    let word = String(Substring(rest[start..<digits.startIndex]))
    let hasDot = numbers.last == UInt8(ascii: ".")
    guard numbers.dropLast(hasDot ? 1 : 0).contains(UInt8(ascii: ".")), isPrereleaseWord(word.utf8),
      digits.allSatisfy(\.isDigit), digits.count < 2 || digits.first != UInt8(ascii: "0")
    else { return nil }
    rest = numbers.dropLast(hasDot ? 1 : 0)
    return (hasDot ? "." : "", [word] + (digits.isEmpty ? [] : [String(Substring(digits))]))
  }

  /// Whether `word` may be a pre-release without `-` before it, as in `1.6.2beta3`.
  package static func isPrereleaseWord(_ word: some Sequence<UInt8>) -> Bool {
    prereleaseWords.contains(String(decoding: word.map(\.lowercased), as: UTF8.self))
  }

  private static let prereleaseWords: Set = ["a", "alpha", "b", "beta", "pre", "preview", "rc"]

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
  package var core: Version { Version(components: components, widths: widths) }

  /// Whether it is a pre-release of its core.
  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// One to four numbers, the most significant first.
  package var components: [UInt64] { (0..<count).map { numbers[$0] } }

  /// The number at `index`, 0 where the version has fewer; all four are in order of precedence.
  package func component(_ index: Int) -> UInt64 { index < 4 ? numbers[index] : 0 }
}

extension Version: CustomStringConvertible {
  /// The components as written.
  private var texts: [String] {
    guard !widths.isEmpty else { return components.map(String.init) }
    return zip(components, widths).map { component, width in
      let digits = String(component)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
  }

  /// The version as written.
  package var description: String {
    texts.joined(separator: ".")
      + (prerelease.isEmpty ? "" : mark.map { $0 + prerelease.joined() } ?? "-" + prerelease.joined(separator: "."))
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
