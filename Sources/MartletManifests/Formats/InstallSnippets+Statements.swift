import MartletCore

extension InstallSnippets {
  /// The version in a line that only states the version, `## Current version 1.4.2` or `CoolKit version: 1.4.2`, or in
  /// the line below such a heading. Several such lines are history, and are not changed.
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
      // A heading of one word begins the notes on this version.
      let isStatement =
        named.contains(words) || Self.latest.contains(words) && !(isHeading && isVersion(version) && words == "version")
      if isVersion(version), isStatement || words.isEmpty && isBelowHeading { found.append(version) }
      isBelowHeading = isStatement && !isVersion(version) && isHeading
    }
    found = Set(found + sentences(about: products)).sorted { $0.lowerBound < $1.lowerBound }
    return found.count == 1 ? found.map { Snippet(span: $0, label: "version", isExact: true) } : []
  }

  /// The version after `Current version:` inside a line, and in a line that begins with the name and a colon:
  /// `* **Cool Kit**: 1.4.2 - see the notes`.
  private func sentences(about products: [String]) -> [Range<Int>] {
    let names = Set(products.map { $0.lowercased() })
    return occurrences(of: ":").compactMap { colon in
      let number = bytes.index(after: colon + 1) { $0.isBlank || "*_`".utf8.contains($0) }
      let start = afterLetter(in: number..<bytes.count).lowerBound
      guard start > colon + 1, let version = bytes.versionToken(at: start), endsSentence(version.upperBound) else {
        return nil
      }
      let line = bytes.index(before: colon) { !$0.isLineEnd }
      let words = source.string(at: line..<colon).lowercased()
      let name = words.filter { !" \t*_`>-".contains($0) }
      let isAboutLatest = Self.latest.contains { $0.contains(" ") && words.hasSuffix($0) }
      return isAboutLatest || names.contains(name) ? version : nil
    }
  }

  /// Whether the line or a part of it ends at `index`.
  private func endsSentence(_ index: Int) -> Bool {
    let end = bytes.index(after: index) { "*_`".utf8.contains($0) }
    guard let byte = bytes.byte(at: end), !byte.isLineEnd else { return true }
    return bytes.has(" -", at: end) || bytes.has(" (", at: end)
      || ".,".utf8.contains(byte) && bytes.byte(at: end + 1).map { $0.isBlank || $0.isLineEnd } ?? true
  }

  /// The versions in a line about the dependency rule to choose in Xcode: "Up to Next Major Version", "Exact Version".
  func dependencyRules() -> [Snippet] {
    occurrences(of: " Version").flatMap { word -> [Snippet] in
      let rule = source.string(at: bytes.index(before: word) { !$0.isLineEnd }..<word).lowercased()
      guard ["up to next major", "up to next minor", "exact"].contains(where: rule.hasSuffix) else { return [] }
      let end = bytes.index(after: word) { !$0.isLineEnd }
      return (word..<end).compactMap { index in
        guard let version = bytes.versionToken(at: index), let before = bytes.byte(at: index - 1),
          before.isBlank || "`\"'*".utf8.contains(before), bytes.byte(at: version.upperBound)?.isIdentifier != true
        else { return nil }
        return Snippet(span: version, label: "dependency rule")
      }
    }
  }
}
