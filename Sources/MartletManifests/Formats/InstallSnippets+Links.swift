import MartletCore

extension InstallSnippets {
  /// The versions in links to a tag of this repository or its documentation, and in the texts of these links.
  ///
  /// Most links to a release are history, such as `since [1.4.2](…/releases/tag/1.4.2)`, and are not changed. Only
  /// links to the latest version, badges, links to the documentation, and addresses in code are raised.
  func tagLinks(of repositories: Set<RepositoryAddress>) -> [Snippet] {
    guard bytes.firstIndex(of: "://", from: source.startOffset) != nil else { return [] }
    return ways.flatMap { way in
      links(by: way, to: repositories).flatMap { start, version -> [Snippet] in
        let text = linkText(before: start, holding: version)
        let isDocumentation = way == "/" && text == nil
        guard isDocumentation || isAboutLatest(start) || isInCode(start) else { return [] }
        return [text, version].compactMap { $0 }.map { Snippet(span: $0, label: "link", isExact: true) }
      }
    }
  }

  /// The version in each address that names a tag of this repository.
  func addresses(of repositories: Set<RepositoryAddress>) -> [Range<Int>] {
    guard !repositories.isEmpty else { return [] }
    return ways.flatMap { links(by: $0, to: repositories).map(\.version) }
  }

  /// The parts of an address between the repository and the tag: on its forge, and on sites such as
  /// `swiftpackageindex.com/owner/name/1.4.2` and `raw.githubusercontent.com/owner/name/1.4.2`.
  private var ways: [String] {
    ["/releases/tag/", "/releases/download/", "/tree/", "/blob/", "/archive/refs/tags/", "/archive/", "/"]
  }

  private func links(by way: String, to repositories: Set<RepositoryAddress>) -> [(start: Int, version: Range<Int>)] {
    occurrences(of: way).compactMap { at in
      let version = afterLetter(in: at + way.utf8.count..<bytes.count).lowerBound
      guard let token = bytes.versionToken(at: version), bytes.byte(at: token.upperBound)?.isIdentifier != true else {
        return nil
      }
      let start = bytes[max(0, at - 256)..<at].index(before: at) { $0.isIdentifier || "-./:".utf8.contains($0) }
      guard let address = RepositoryAddress(source.string(at: start..<at)),
        way == "/"
          ? repositories.contains(where: { $0.ownerAndName == address.ownerAndName || $0.page == address.text })
          : repositories.contains(address)
      else { return nil }
      return (start, token)
    }
  }

  /// Whether the text before `link` refers to the latest version, `**Latest release**: …`, or the link belongs to a
  /// badge.
  private func isAboutLatest(_ link: Int) -> Bool {
    let line = bytes.index(before: link) { !$0.isLineEnd }
    let before = source.string(at: line..<link).lowercased()
    if before.contains("![") || before.contains("href=") && isImage(after: link) { return true }
    guard let colon = before.firstIndex(of: ":") else { return false }
    let words = before[..<colon].filter { $0.isLetter || $0 == " " }.split(separator: " ")
    return Self.latest.contains(words.joined(separator: " "))
  }

  /// Whether an `<img` follows the address in an `<a href="…">`.
  private func isImage(after address: Int) -> Bool {
    guard let end = bytes.firstIndex(of: ">", from: address) else { return false }
    return bytes.has("<img", at: bytes.index(after: end + 1) { $0.isBlank || $0.isLineEnd })
  }

  /// The first words of lines with the current version.
  static let latest: Set = [
    "latest", "latest version", "latest release", "latest stable version", "latest stable release", "current version",
    "current release", "version",
  ]

  /// Whether `index` is in a code block without a later checksum, which a new version would change, too.
  private func isInCode(_ index: Int) -> Bool {
    let fences = bytes[..<index].split(separator: UInt8(ascii: "\n")).count { line in
      line[line.index(after: line.startIndex, while: \.isBlank)...].starts(with: "```".utf8)
    }
    let next = bytes[index..<min(bytes.count, index + 512)]
    let hasChecksum = ["checksum", "sha256"].contains { next.firstIndex(of: $0, from: index) != nil }
    return fences % 2 == 1 && !hasChecksum
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
}

extension InstallSnippets {
  /// The version of a badge whose label refers to this project: `img.shields.io/badge/version-1.4.2-blue`,
  /// `img.shields.io/static/v1?label=pod&message=v1.4.2`.
  func badges(of pods: Set<String>) -> [Snippet] {
    let names = Self.badgeLabels.union(pods.map { $0.lowercased() })
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
        let value = afterLetter(in: label.upperBound + separator.utf8.count..<bytes.count).lowerBound
        guard let token = bytes.buildToken(at: value), bytes.byte(at: token.upperBound).map({ $0 == end }) ?? false
        else {
          return nil
        }
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
