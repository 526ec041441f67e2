import MartletCore

/// Finds the places in a text that show how to depend on a package.
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

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Finds `.package(url: "U", from: "x")` of Package.swift, even over several lines, its older spelling
  /// `.Package(url: "U", "x")`, and Tuist's `.remote(…)`.
  func packages(from repositories: Set<RepositoryAddress>) -> [Snippet] {
    [".package(", ".Package(", ".remote("].flatMap(occurrences).compactMap { start in
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

  private static let requirements: [String?] = ["from", "exact", "requirement", "versions", nil]

  /// Finds `swift package add-dependency U --from x`, with the other options for a version.
  func addedDependencies(from repositories: Set<RepositoryAddress>) -> [Snippet] {
    occurrences(of: " add-dependency ").compactMap { start in
      let line = start..<bytes.index(after: start) { !$0.isLineEnd }
      let words = bytes[line].split { $0.isBlank || $0 == UInt8(ascii: "=") }
      let texts = words.map { String(decoding: $0, as: UTF8.self) }
      guard texts.contains(where: { RepositoryAddress($0).map(repositories.contains) == true }),
        let option = texts.firstIndex(where: Self.versionOptions.contains), option + 1 < words.count
      else { return nil }
      let end = words[option + 1].index(after: words[option + 1].startIndex) { !"`\"'".utf8.contains($0) }
      let version = words[option + 1].startIndex..<end
      return isVersion(version) ? Snippet(span: version, label: "add-dependency") : nil
    }
  }

  private static let versionOptions: Set = ["--from", "--exact", "--up-to-next-minor-from"]

  /// Returns the only string in `tokens`; nil where there are several, as in a range.
  private func string(in tokens: ArraySlice<SwiftToken>) -> Range<Int>? {
    let strings = tokens.compactMap { token in
      if case .string(let content?) = token.kind { content } else { Range<Int>?.none }
    }
    return strings.count == 1 ? strings[0] : nil
  }

  /// `pod 'CoolKit', '~> 1.4'` and `pod 'CoolKit', :git => '…', :tag => '1.4.2'` of a Podfile.
  func pods(named names: Set<String>) -> [Snippet] {
    let names = Set(names.map { $0.lowercased() })
    return occurrences(of: "pod ").compactMap { start in
      guard isBoundary(before: start), let name = quoted(at: start + 4),
        names.contains(source.string(at: name).lowercased().split(separator: "/").first.map(String.init) ?? "")
      else { return nil }
      let comma = bytes.index(after: name.upperBound + 1, while: \.isBlank)
      guard bytes.byte(at: comma) == UInt8(ascii: ",") else { return nil }
      guard let requirement = quoted(at: comma + 1) else { return tag(behind: comma) }
      let version = afterOperator(in: requirement)
      return isVersion(version) ? Snippet(span: version, label: "pod") : nil
    }
  }

  /// `cool_kit: ^1.4.2` of a `pubspec.yaml`.
  func dartRequirements(on names: Set<String>) -> [Snippet] {
    names.sorted().flatMap { name in
      occurrences(of: "\(name): ^").compactMap { start in
        guard isBoundary(before: start), let version = bytes.versionToken(at: start + name.utf8.count + 3) else {
          return nil
        }
        return Snippet(span: version, label: name)
      }
    }
  }

  /// The version in `:tag => 'v1.4.2'` or `tag: '1.4.2'` on the line.
  private func tag(behind start: Int) -> Snippet? {
    let line = start..<bytes.index(after: start) { !$0.isLineEnd }
    guard let word = bytes[line].firstIndex(of: "tag", from: start), !bytes[word - 1].isIdentifier else { return nil }
    let value = bytes[line].index(after: word + 3) { $0.isBlank || "=>:".utf8.contains($0) }
    guard value > word + 3, let tag = quoted(at: value) else { return nil }
    let version = afterLetter(in: tag)
    return isVersion(version) ? Snippet(span: version, label: "pod", isExact: true) : nil
  }

  /// `github "owner/name" ~> 1.4` and `github "owner/name" "1.4.2"` of a Cartfile; `git "https://…"` likewise.
  func cartfileEntries(of repositories: Set<RepositoryAddress>) -> [Snippet] {
    ["github ", "git "].flatMap { word in
      occurrences(of: word).compactMap { start in
        guard isBoundary(before: start), let name = quoted(at: start + word.utf8.count),
          isThisProject(source.string(at: name), among: repositories)
        else { return nil }
        let operatorStart = bytes.index(after: name.upperBound + 1, while: \.isBlank)
        if let tag = quoted(at: operatorStart) {
          let version = afterLetter(in: tag)
          return isVersion(version) ? Snippet(span: version, label: "github", isExact: true) : nil
        }
        let afterOperatorStart = afterOperator(in: operatorStart..<bytes.count).lowerBound
        // Some write `->`, as it is in what Carthage prints.
        let isArrow = bytes.has("-> ", at: operatorStart)
        let versionStart = isArrow ? bytes.index(after: operatorStart + 2, while: \.isBlank) : afterOperatorStart
        guard versionStart > operatorStart, let version = bytes.versionToken(at: versionStart) else { return nil }
        return Snippet(span: version, label: "github", isExact: isArrow)
      }
    }
  }

  /// Finds `owner/name@1.4.2` of a Mintfile, and after `spm:` of mise.
  func tools(of repositories: Set<RepositoryAddress>) -> [Snippet] {
    occurrences(of: "@").compactMap { at in
      let number = bytes.byte(at: at + 1) == UInt8(ascii: "v") ? at + 2 : at + 1
      guard let version = bytes.versionToken(at: number) else { return nil }
      var start = at
      while start > 0, at - start < 256, bytes[start - 1].isIdentifier || "-./:".utf8.contains(bytes[start - 1]) {
        start -= 1
      }
      var name = source.string(at: start..<at)
      if name.hasPrefix("spm:") || name.hasPrefix("ubi:") || name.hasPrefix("github:") {
        name = String(name.drop { $0 != ":" }.dropFirst())
      }
      return isThisProject(name, among: repositories) ? Snippet(span: version, label: "\(name)@") : nil
    }
  }

  /// `span` without the `v` before a number.
  func afterLetter(in span: Range<Int>) -> Range<Int> {
    let hasVPrefix = bytes.byte(at: span.lowerBound) == UInt8(ascii: "v")
    return hasVPrefix && span.count > 1 ? span.lowerBound + 1..<span.upperBound : span
  }

  func isThisProject(_ name: String, among repositories: Set<RepositoryAddress>) -> Bool {
    if let address = RepositoryAddress(name), repositories.contains(address) { return true }
    return repositories.contains { $0.ownerAndName == name.lowercased() }
  }

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

  /// Returns the content of the quotes that open at `start` or after blanks, on one line.
  private func quoted(at start: Int) -> Range<Int>? {
    let open = bytes.index(after: start, while: \.isBlank)
    guard let quote = bytes.byte(at: open), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return nil
    }
    let close = bytes.index(after: open + 1) { $0 != quote && !$0.isLineEnd }
    return bytes.byte(at: close) == quote ? open + 1..<close : nil
  }

  /// Returns `span` without the operator of a requirement, `~>`, `>=`, `==` or `=`, and the blanks around it.
  private func afterOperator(in span: Range<Int>) -> Range<Int> {
    let start = bytes[span].index(after: span.lowerBound) { $0.isBlank || "~>=".utf8.contains($0) }
    return start..<span.upperBound
  }

  func isVersion(_ span: Range<Int>) -> Bool {
    !span.isEmpty && bytes.versionToken(at: span.lowerBound) == span
  }
}
