import TextEditing
import Versioning

/// Finds the places in a text that tell how to depend on a package.
struct InstallSnippets {
  /// A version in a snippet.
  struct Snippet {
    let span: Range<Int>
    let label: String
    /// Whether it names one version, so that fewer numbers are not a requirement.
    var isExact = false
  }

  private let source: SourceText
  private let bytes: [UInt8]

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// `.package(url: "U", from: "x")` of Package.swift, also over several lines, and `.remote(url:requirement:)` of Tuist.
  func packages(from repositories: Set<RepositoryAddress>) -> [Snippet] {
    (occurrences(of: ".package(") + occurrences(of: ".remote(")).compactMap { start in
      let window = start..<min(bytes.count, start + 1024)
      let tokens = SwiftLexer.tokens(of: bytes, in: window)
      let expression = SwiftExpression(source: source, tokens: tokens)
      guard let end = expression.closing(of: 2, before: tokens.count) else { return nil }
      let arguments = expression.arguments(in: 3..<end)
      guard let url = arguments.first(where: { $0.label == "url" }), let content = string(in: tokens[url.value]),
        let address = RepositoryAddress(source.string(at: content)), repositories.contains(address),
        let requirement = arguments.first(where: { Self.requirements.contains($0.label) }),
        let version = string(in: tokens[requirement.value]), isVersion(version)
      else { return nil }
      return Snippet(span: version, label: ".package")
    }
  }

  private static let requirements: [String?] = ["from", "exact", "requirement", nil]

  /// The only string among `tokens`; nil where there are several, as in a range.
  private func string(in tokens: ArraySlice<SwiftToken>) -> Range<Int>? {
    let strings = tokens.compactMap { token in
      if case .string(let content?) = token.kind { content } else { Range<Int>?.none }
    }
    return strings.count == 1 ? strings[0] : nil
  }

  /// `pod 'CoolKit', '~> 1.4'` of a Podfile.
  func pods(named names: Set<String>) -> [Snippet] {
    occurrences(of: "pod ").compactMap { start in
      guard isBoundary(before: start), let name = quoted(at: start + 4),
        names.contains(source.string(at: name).split(separator: "/").first.map(String.init) ?? "")
      else { return nil }
      let comma = bytes.index(after: name.upperBound + 1, while: \.isBlank)
      guard bytes.byte(at: comma) == UInt8(ascii: ","), let requirement = quoted(at: comma + 1) else { return nil }
      let version = afterOperator(in: requirement)
      return isVersion(version) ? Snippet(span: version, label: "pod") : nil
    }
  }

  /// `github "owner/name" ~> 1.4` and `github "owner/name" "1.4.2"` of a Cartfile; `git "https://…"` likewise.
  func cartfileEntries(of repositories: Set<RepositoryAddress>) -> [Snippet] {
    ["github ", "git "].flatMap { word in
      occurrences(of: word).compactMap { start in
        guard isBoundary(before: start), let name = quoted(at: start + word.utf8.count),
          isOurs(source.string(at: name), among: repositories)
        else { return nil }
        let operatorStart = bytes.index(after: name.upperBound + 1, while: \.isBlank)
        if let tag = quoted(at: operatorStart) {
          let version = afterLetter(in: tag)
          return isVersion(version) ? Snippet(span: version, label: "github", isExact: true) : nil
        }
        let versionStart = afterOperator(in: operatorStart..<bytes.count).lowerBound
        guard versionStart > operatorStart, let version = bytes.versionToken(at: versionStart) else { return nil }
        return Snippet(span: version, label: "github")
      }
    }
  }

  /// `owner/name@1.4.2` of a Mintfile, and after `spm:` of mise.
  func tools(of repositories: Set<RepositoryAddress>) -> [Snippet] {
    occurrences(of: "@").compactMap { at in
      guard let version = bytes.versionToken(at: at + 1) else { return nil }
      var start = at
      while start > 0, at - start < 256, bytes[start - 1].isIdentifier || "-./:".utf8.contains(bytes[start - 1]) {
        start -= 1
      }
      var name = source.string(at: start..<at)
      if name.hasPrefix("spm:") || name.hasPrefix("ubi:") || name.hasPrefix("github:") {
        name = String(name.drop { $0 != ":" }.dropFirst())
      }
      return isOurs(name, among: repositories) ? Snippet(span: version, label: "\(name)@") : nil
    }
  }

  /// The version in links to what this repository or its documentation has at a tag, and in their texts.
  ///
  /// Most links to a release say when something changed, and stay as they are: `since [1.4.2](…/releases/tag/1.4.2)`. Raised
  /// are those that say which version is the latest, that are a badge, that lead to the documentation, and addresses in code.
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

  /// The version in each address of something that this repository has at a tag.
  func addresses(of repositories: Set<RepositoryAddress>) -> [Range<Int>] {
    guard !repositories.isEmpty else { return [] }
    return ways.flatMap { links(by: $0, to: repositories).map(\.version) }
  }

  /// What stands between a repository and a tag in an address: on its forge, and on sites such as
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
          ? repositories.contains(where: { $0.ownerAndName == address.ownerAndName })
          : repositories.contains(address)
      else { return nil }
      return (start, token)
    }
  }

  /// Whether the line says before `link` that it is about the latest version, `**Latest release**: …`, or the link is that
  /// of a badge.
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

  /// How lines begin that say the present version.
  private static let latest: Set = [
    "latest", "latest version", "latest release", "latest stable version", "latest stable release", "current version",
    "current release", "version",
  ]

  /// Whether `index` is in a block of code that does not go on with a checksum, which a new version would need, too.
  private func isInCode(_ index: Int) -> Bool {
    let fences = bytes[..<index].split(separator: UInt8(ascii: "\n")).count { line in
      line[line.index(after: line.startIndex, while: \.isBlank)...].starts(with: "```".utf8)
    }
    let next = bytes[index..<min(bytes.count, index + 512)]
    let hasChecksum = ["checksum", "sha256"].contains { next.firstIndex(of: $0, from: index) != nil }
    return fences % 2 == 1 && !hasChecksum
  }

  /// Where the text of the Markdown link `[text](address)` has the bytes of `version`.
  private func linkText(before address: Int, holding version: Range<Int>) -> Range<Int>? {
    guard bytes[..<address].suffix(2).elementsEqual("](".utf8) else { return nil }
    let start = bytes[max(0, address - 128)..<address - 2].index(before: address - 2) {
      $0 != UInt8(ascii: "[") && !$0.isLineEnd
    }
    let text = source.string(at: version)
    guard let index = bytes[start..<address].firstIndex(of: text, from: start) else { return nil }
    return isBoundary(before: index) || bytes[index - 1] == UInt8(ascii: "v") ? index..<index + version.count : nil
  }

  /// The version in a line of nothing else than what it is: `## Current version 1.4.2`, `CoolKit version: 1.4.2`, or in the
  /// line below such a heading. Several such lines are a history, and stay as they are.
  func statements(of products: [String]) -> [Snippet] {
    let named = Set(products.map { $0.lowercased() + " version" })
    var found: [Range<Int>] = []
    var isBelowHeading = false
    var start = source.startOffset
    while start < bytes.count {
      let end = bytes.index(after: start) { !$0.isLineEnd }
      let line = start..<end
      start = bytes.index(after: end, while: \.isLineEnd)
      let decoration = { (byte: UInt8) in byte.isBlank || "#*_`>:".utf8.contains(byte) }
      let last = bytes[line].index(before: end, while: decoration)
      guard last > line.lowerBound else { continue }
      let number = bytes[line.lowerBound..<last].index(before: last) {
        $0.isIdentifier || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
      }
      let version = afterLetter(in: number..<last)
      let words = source.string(at: line.lowerBound..<(isVersion(version) ? number : last)).lowercased()
        .filter { !$0.isASCII || !decoration($0.asciiValue ?? 0) || $0 == " " }.split(separator: " ").joined(
          separator: " ")
      let isHeading = bytes[line.lowerBound] == UInt8(ascii: "#")
      // A heading of one word begins what is to be said about this version.
      let isStatement =
        named.contains(words) || Self.latest.contains(words) && !(isHeading && isVersion(version) && words == "version")
      if isVersion(version), isStatement || words.isEmpty && isBelowHeading { found.append(version) }
      isBelowHeading = isStatement && !isVersion(version) && isHeading
    }
    return found.count == 1 ? found.map { Snippet(span: $0, label: "version", isExact: true) } : []
  }

  /// `img.shields.io/badge/version-1.4.2-blue`: the version of a badge whose label is one of ours.
  func badges(of pods: Set<String>) -> [Snippet] {
    let words: Set = ["version", "release", "latest", "pod", "cocoapods", "carthage", "spm", "swiftpm", "tag"]
    return occurrences(of: "/badge/").compactMap { at in
      let start = at + "/badge/".utf8.count
      let dash = bytes.index(after: start) { $0 != UInt8(ascii: "-") && !$0.isLineEnd && $0 != UInt8(ascii: ")") }
      let label = source.string(at: start..<dash)
      guard words.contains(label.lowercased()) || pods.contains(label), bytes.byte(at: dash) == UInt8(ascii: "-") else {
        return nil
      }
      let version = afterLetter(in: dash + 1..<bytes.count).lowerBound
      guard let token = bytes.buildToken(at: version), bytes.byte(at: token.upperBound) == UInt8(ascii: "-") else {
        return nil
      }
      return Snippet(span: token, label: "badge", isExact: true)
    }
  }

  /// `span` without the `v` before a number.
  private func afterLetter(in span: Range<Int>) -> Range<Int> {
    let isLettered = bytes.byte(at: span.lowerBound) == UInt8(ascii: "v")
    return isLettered && span.count > 1 ? span.lowerBound + 1..<span.upperBound : span
  }

  private func isOurs(_ name: String, among repositories: Set<RepositoryAddress>) -> Bool {
    if let address = RepositoryAddress(name), repositories.contains(address) { return true }
    return repositories.contains { $0.ownerAndName == name.lowercased() }
  }

  private func occurrences(of text: String) -> [Int] {
    var starts: [Int] = []
    var start = source.startOffset
    while let next = bytes.firstIndex(of: text, from: start) {
      starts.append(next)
      start = next + text.utf8.count
    }
    return starts
  }

  private func isBoundary(before index: Int) -> Bool {
    bytes.byte(at: index - 1).map { !$0.isIdentifier && $0 != UInt8(ascii: "-") } ?? true
  }

  /// The inside of the quotes that open at `start` or after blanks, on one line.
  private func quoted(at start: Int) -> Range<Int>? {
    let open = bytes.index(after: start, while: \.isBlank)
    guard let quote = bytes.byte(at: open), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return nil
    }
    let close = bytes.index(after: open + 1) { $0 != quote && !$0.isLineEnd }
    return bytes.byte(at: close) == quote ? open + 1..<close : nil
  }

  /// `span` without the operator of a requirement, `~>`, `>=`, `==` or `=`, and the blanks around it.
  private func afterOperator(in span: Range<Int>) -> Range<Int> {
    let start = bytes[span].index(after: span.lowerBound) { $0.isBlank || "~>=".utf8.contains($0) }
    return start..<span.upperBound
  }

  private func isVersion(_ span: Range<Int>) -> Bool {
    !span.isEmpty && bytes.versionToken(at: span.lowerBound) == span
  }
}
