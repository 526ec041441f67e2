import MartletCore

extension InstallSnippets {
  /// The version in an address that names a tag of this repository or its documentation, and in the text of such a link.
  ///
  /// Most links to a release are history, such as `since [1.4.2](…/releases/tag/1.4.2)`, and are not changed. Only
  /// links to the latest version, badges, links to the documentation, and addresses in code are raised.
  func links(in address: Range<Int>) -> [Snippet] {
    guard bytes[address].firstIndex(of: "://", from: address.lowerBound) != nil else { return [] }
    for slash in address where bytes[slash] == UInt8(ascii: "/") {
      guard let version = bytes.versionToken(at: afterLetter(at: slash + 1)),
        bytes.byte(at: version.upperBound)?.isIdentifier != true,
        let isDirect = isThisProject(source.string(at: address.lowerBound..<slash) + "/")
      else { continue }
      let text = linkText(before: address.lowerBound, holding: version)
      let isDocumentation = isDirect && text == nil
      guard isDocumentation || isAboutLatest(address.lowerBound) || isInCode(address.lowerBound) else { return [] }
      return [text, version].compactMap { $0 }.map { Snippet(span: $0, label: "link", isExact: true) }
    }
    return []
  }

  /// The parts of an address between the repository and the tag on its forge.
  private static let ways = [
    "/releases/tag/", "/releases/download/", "/tree/", "/blob/", "/archive/refs/tags/", "/archive/",
  ]

  /// Whether the tag is directly after the repository, as on `swiftpackageindex.com/owner/name/1.4.2` and
  /// `raw.githubusercontent.com/owner/name/1.4.2`; nil for the address of another repository.
  private func isThisProject(_ start: String) -> Bool? {
    if let way = Self.ways.first(where: start.hasSuffix) {
      return RepositoryAddress(String(start.dropLast(way.count))).map(repositories.contains) == true ? false : nil
    }
    guard let address = RepositoryAddress(start) else { return nil }
    let isOwn = repositories.contains { $0.ownerAndName == address.ownerAndName || $0.page == address.text }
    return isOwn ? true : nil
  }

  /// Whether the text before `link` refers to the latest version, `**Latest release**: …`, or the link belongs to a
  /// badge.
  private func isAboutLatest(_ link: Int) -> Bool {
    let line = bytes.index(before: link) { !$0.isLineEnd }
    let before = source.string(at: line..<link).lowercased()
    if before.contains("![") || before.contains("href=") && isImage(after: link) { return true }
    return before.firstIndex(of: ":").map { Self.latest.contains(before[..<$0].lettersAndBlanks) } ?? false
  }

  /// Whether an `<img` follows the address in an `<a href="…">`.
  private func isImage(after address: Int) -> Bool {
    guard let end = bytes.firstIndex(of: ">", from: address) else { return false }
    return bytes.has("<img", at: bytes.index(after: end + 1) { $0.isBlank || $0.isLineEnd })
  }

  /// The first words of lines with the current version.
  private static let latest: Set = [
    "latest", "latest version", "latest release", "latest stable version", "latest stable release", "current version",
    "current release", "version",
  ]

  /// Whether `index` is in a code block, and not beside a checksum, which a new version would change, too.
  private func isInCode(_ index: Int) -> Bool {
    let fences = bytes[..<index].split(separator: UInt8(ascii: "\n")).count { line in
      line[line.index(after: line.startIndex, while: \.isBlank)...].starts(with: "```".utf8)
    }
    return fences % 2 == 1 && !ReleaseBlock(around: index..<index, in: source).isOfOneRelease
  }

  /// The range of `version` in the text of the Markdown link `[text](address)`.
  private func linkText(before address: Int, holding version: Range<Int>) -> Range<Int>? {
    guard bytes[..<address].suffix(2).elementsEqual("](".utf8) else { return nil }
    let start = bytes[max(0, address - 128)..<address - 2].index(before: address - 2) {
      $0 != UInt8(ascii: "[") && !$0.isLineEnd
    }
    let text = source.string(at: version)
    guard let index = bytes[start..<address].firstIndex(of: text, from: start) else { return nil }
    return isBoundary(before: index) || bytes[index - 1] == UInt8(ascii: "v") ? index..<index + version.count : nil
  }

  /// The version in a line that only states it, `## Current version 1.4.2` or `CoolKit version: 1.4.2`. Several such lines are
  /// history, and so is a heading of one word: neither is changed.
  var statements: [Snippet] {
    let named = Set(products.map { "\($0.lowercased()) version" })
    let found = source.lineSpans.compactMap { line -> Range<Int>? in
      let end = bytes[line].index(before: line.upperBound) { $0.isBlank || "*_`".utf8.contains($0) }
      let start = bytes[line].index(before: end) { $0.isIdentifier || "-.+".utf8.contains($0) }
      let version = afterLetter(at: start)
      guard version < end, bytes.versionToken(at: version) == version..<end else { return nil }
      let words = source.string(at: line.lowerBound..<start).lowercased().lettersAndBlanks
      let isHeading = bytes[line.lowerBound] == UInt8(ascii: "#")
      return named.contains(words) || Self.latest.contains(words) && !(isHeading && words == "version")
        ? version..<end : nil
    }
    return found.count == 1 ? found.map { Snippet(span: $0, label: "version", isExact: true) } : []
  }
}

extension InstallSnippets {
  /// The version of a badge whose label refers to this project: `img.shields.io/badge/version-1.4.2-blue`,
  /// `img.shields.io/static/v1?label=pod&message=v1.4.2`.
  var badges: [Snippet] {
    let names = Self.badgeLabels.union(pods)
    func isThisProject(_ label: Range<Int>) -> Bool {
      let words = source.string(at: label).lowercased().replacing("%20", with: "_").split(separator: "_")
      return words.contains { names.contains(String($0)) }
    }
    let fields = [("/badge/", UInt8(ascii: "-"), "-"), ("label=", UInt8(ascii: "&"), "&message=")]
    return fields.flatMap { mark, end, separator in
      occurrences(of: mark).compactMap { at in
        let start = at + mark.utf8.count
        let label = start..<bytes.index(after: start) { $0 != end && !$0.isLineEnd && !"()\"".utf8.contains($0) }
        guard bytes.has(separator, at: label.upperBound), isThisProject(label) else { return nil }
        guard let token = bytes.buildToken(at: afterLetter(at: label.upperBound + separator.utf8.count)),
          bytes.byte(at: token.upperBound) == end
        else { return nil }
        return Snippet(span: token, label: "badge", isExact: true)
      }
    }
  }

  private static let badgeLabels: Set = [
    "version", "release", "latest", "pod", "cocoapods", "carthage", "spm", "swiftpm", "tag",
  ]
}

extension RepositoryAddress {
  /// The address of the repository's pages on its forge: `owner.github.io/name`.
  fileprivate var page: String? {
    let words = text.split(separator: "/")
    return words.count == 3 && words[0] == "github.com" ? "\(words[1]).github.io/\(words[2])" : nil
  }
}

extension StringProtocol {
  /// The text without other characters than letters, and single blanks between its words.
  fileprivate var lettersAndBlanks: String {
    String(filter { $0.isLetter || $0 == " " }).split(separator: " ").joined(separator: " ")
  }
}
