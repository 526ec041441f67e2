import MartletCore

/// The places in a text that show users the version of a package: requirements on it, links to its latest release, badges, and
/// lines such as `Latest version: 1.4.2`.
struct InstallSnippets {
  /// A version in a snippet.
  struct Snippet {
    let span: Range<Int>
    let label: String
    /// Whether it is an exact version, so that fewer numbers are not a requirement.
    var isExact = false
  }

  let source: SourceText
  let bytes: [UInt8]
  let repositories: Set<RepositoryAddress>
  /// The names of the pods, in lower case.
  let pods: Set<String>
  let products: [String]

  init(_ source: SourceText, of repositories: Set<RepositoryAddress>, pods: Set<String>, products: [String]) {
    self.source = source
    self.repositories = repositories
    self.products = products
    self.pods = Set(pods.map { $0.lowercased() })
    bytes = source.bytes
  }

  /// In any order.
  var all: [Snippet] {
    addresses.flatMap { address in [requirement(on: address)].compactMap(\.self) + links(in: address) }
      + podRequirements + dartRequirements + badges + statements
  }

  /// The words with a slash.
  private var addresses: [Range<Int>] {
    var words: [Range<Int>] = []
    var index = source.startOffset
    while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
      let start = bytes[index..<slash].index(before: slash, while: Self.isPart)
      let end = bytes.index(after: slash, while: Self.isPart)
      words.append(start..<end)
      index = end
    }
    return words
  }

  private static func isPart(_ byte: UInt8) -> Bool { byte.isIdentifier || "-./:@+%".utf8.contains(byte) }

  /// The version behind the address of this package, or after its `@`: `.package(url: "U", from: "1.4.2")`,
  /// `github "owner/name" ~> 1.4`, `mint install owner/name@1.4.2`, `swift package add-dependency U --from 1.4.2`.
  private func requirement(on address: Range<Int>) -> Snippet? {
    let at = bytes[address].lastIndex(of: UInt8(ascii: "@")) ?? address.upperBound
    if isThisProject(source.string(at: address)) { return requirement(after: address.upperBound) }
    return at > address.lowerBound && isThisProject(source.string(at: address.lowerBound..<at))
      ? requirement(after: at) : nil
  }

  private func isThisProject(_ name: String) -> Bool {
    if let address = RepositoryAddress(name), repositories.contains(address) { return true }
    // `spm:owner/name` of mise.
    let last = name.split(separator: ":").last?.lowercased()
    return repositories.contains { $0.ownerAndName == last }
  }

  /// `pod 'CoolKit', '~> 1.4'` of a Podfile.
  private var podRequirements: [Snippet] {
    occurrences(of: "pod ").compactMap { start in
      let open = bytes.index(after: start + 4, while: \.isBlank)
      let end = bytes.index(after: open + 1) { $0.isIdentifier || "-+./".utf8.contains($0) }
      guard isBoundary(before: start), bytes.byte(at: open).map({ "'\"".utf8.contains($0) }) == true,
        let name = source.string(at: open + 1..<end).lowercased().split(separator: "/").first,
        pods.contains(String(name))
      else { return nil }
      return requirement(after: end)
    }
  }

  /// `cool_kit: ^1.4.2` of a `pubspec.yaml`.
  private var dartRequirements: [Snippet] {
    let names = pods.union(products.map { $0.lowercased() })
    return occurrences(of: ": ^").compactMap { end in
      let start = bytes.index(before: end) { $0.isIdentifier || $0 == UInt8(ascii: "-") }
      return names.contains(source.string(at: start..<end).lowercased()) ? requirement(after: end) : nil
    }
  }

  /// The words between an address and a version that make it a requirement.
  private static let words: Set = [
    "from", "exact", "requirement", "versions", "version", "tag", "up", "to", "next", "major", "minor", "uptonextmajor",
    "uptonextminor", "exactversion", "majorversion", "minorversion",
  ]

  /// Returns the version after `start`, if only signs and words of a requirement are between them. The lower bound of a range is
  /// none.
  private func requirement(after start: Int) -> Snippet? {
    var index = start
    var isRequired = false
    var isExact = true
    while let byte = bytes.byte(at: index), index < start + 256 {
      let version = afterLetter(at: index)
      if let token = bytes.versionToken(at: version) {
        guard isRequired, bytes.byte(at: token.upperBound)?.isIdentifier != true, !isRange(from: token.upperBound)
        else {
          return nil
        }
        return Snippet(span: token, label: "requirement", isExact: isExact)
      }
      if byte.isLetter {
        let end = bytes.index(after: index, while: \.isLetter)
        let word = source.string(at: index..<end).lowercased()
        guard Self.words.contains(word) else { return nil }
        if word == "from" || word.contains("next") { isExact = false }
        isRequired = true
        index = end
      } else if let sign = ["~>", ">=", "=>", "->", "==", "^", "@", "=", "\"", "'"].first(where: {
        bytes.has($0, at: index)
      }) {
        if ["~>", ">=", "^"].contains(sign) { isExact = false }
        isRequired = true
        index += sign.utf8.count
      } else if byte.isBlank || ",:(.-".utf8.contains(byte) || byte.isLineEnd && !bytes.endsParagraph(at: index) {
        index += 1
      } else {
        return nil
      }
    }
    return nil
  }

  /// Whether an operator of a range with an upper bound follows the version that ends at `index`.
  private func isRange(from index: Int) -> Bool {
    let mark = bytes.index(after: index) { $0.isBlank || "\"'".utf8.contains($0) }
    guard bytes.has("..", at: mark) else { return false }
    let bound = bytes.index(after: mark) { $0.isBlank || ".<".utf8.contains($0) }
    return bytes.byte(at: bound).map { $0.isDigit || "\"'".utf8.contains($0) } ?? false
  }

  /// Returns the index of the number at `index`, or after a `v` there.
  func afterLetter(at index: Int) -> Int { bytes.byte(at: index) == UInt8(ascii: "v") ? index + 1 : index }

  func occurrences(of text: String) -> [Int] {
    var starts: [Int] = []
    var start = source.startOffset
    while let next = bytes.firstIndex(of: text, from: start) {
      starts.append(next)
      start = next + text.utf8.count
    }
    return starts
  }

  func isBoundary(before index: Int) -> Bool {
    bytes.byte(at: index - 1).map { !$0.isIdentifier && $0 != UInt8(ascii: "-") } ?? true
  }
}

extension [UInt8] {
  /// Whether an empty line follows the line end at `index`.
  fileprivate func endsParagraph(at index: Int) -> Bool {
    let next = self.index(after: index + (has("\r\n", at: index) ? 2 : 1), while: \.isBlank)
    return byte(at: next).map(\.isLineEnd) ?? true
  }
}
