import MartletCore

extension NamedPlaces {
  /// The name of a value.
  struct Name {
    /// Whether the version of the product has this name.
    let isOwn: Bool
    /// Whether it is a label in a call or a literal, which may be about anything, or not the name of a version at all.
    let isArgument: Bool
  }

  /// Returns the name that the value at `span` belongs to; nil if it has none that means a version.
  func name(of span: Range<Int>, in line: Range<Int>) -> Name? {
    if let key = key(of: span) {
      guard let last = key.last, let isOwn = last == "." ? true : names.owns(last) else { return nil }
      return Name(isOwn: isOwn && key.dropLast().allSatisfy(names.isOwn), isArgument: false)
    }
    guard !Self.comments.contains(where: { bytes.has($0, at: line.lowerBound) }) else { return nil }
    if ["xml", "xhtml"].contains(source.path.pathExtension) { return element(of: span) }
    guard let (place, mark) = assignment(before: span, from: line.lowerBound),
      endsDeclaration(span, before: line.upperBound),
      let isOwn = names.owns(source.string(at: place))
    else { return literal(at: span) }
    let before = bytes[..<place.lowerBound].last { !$0.isBlank && !$0.isLineEnd && !Self.isQuote($0) }
    return Name(
      isOwn: isOwn, isArgument: mark == ":" && !isKeyed || before.map { "([,".utf8.contains($0) } ?? false
    )
  }

  /// Returns a name for the current version as a whole text in quotes, under any name: `case sdk = "1.4.2"`; nil for others.
  func literal(at span: Range<Int>) -> Name? {
    let before = bytes.byte(at: span.lowerBound - 1)?.lowercased == UInt8(ascii: "v") ? 2 : 1
    guard let quote = bytes.byte(at: span.lowerBound - before), Self.isQuote(quote),
      bytes.byte(at: span.upperBound) == quote, sought.isDistinctive, sought.isCurrent(source.string(at: span))
    else { return nil }
    return Name(isOwn: true, isArgument: true)
  }

  private static let comments = ["//", "/*", "*", "<!--", "# ", "##", "#!", ";"]

  /// Whether the file assigns values to keys with `:`, as the configuration of Expo does.
  private var isKeyed: Bool {
    let name = source.path.lastComponent
    return ["cff", "properties"].contains(source.path.pathExtension) || name == "control"
      || name.hasPrefix("app.config.")
  }

  /// The name of an attribute or an element: `<widget version="1.4.2">`, `<string name="cool_version">1.4.2</string>`. Only the
  /// first element of a file, and one that is named, are about the file.
  private func element(of span: Range<Int>) -> Name? {
    let open = bytes.index(before: span.lowerBound) { $0 != UInt8(ascii: "<") }
    let tag = source.string(at: open..<span.lowerBound)
    if tag.last == ">" {
      let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
      let isNamed = parts.count == 3 && parts[0].hasSuffix(" name=")
      let name = isNamed ? String(parts[1]) : String(tag.prefix { $0 != " " && $0 != ">" })
      return names.owns(name).map { Name(isOwn: $0 && isNamed, isArgument: false) }
    }
    let words = tag.split { " \t\r\n=\"':".contains($0) }
    guard tag.first?.isLetter == true, let name = words.last.flatMap({ names.owns(String($0)) }) else { return nil }
    let isFirst = !bytes[..<max(0, open - 1)].indices.contains { index in
      bytes[index] == UInt8(ascii: "<") && bytes.byte(at: index + 1)?.isLetter == true
    }
    return Name(isOwn: name && isFirst, isArgument: false)
  }

  private static let assignment = Pattern(
    /([\w.\-]+)(?:\[\]|["'])?\s*(?::\s*[\w.]+\??\s*)?([:?]*=|:)?\s*(@?["'])?v?$/)

  /// Returns the name that a value is assigned to, with the sign between: `COOL_VERSION = 1.4.2`, `#define COOL_VERSION @"1.4.2"`,
  /// `versionName "1.4.2"`, `--module-version 1.4.2`, `let version: String = "1.4.2"`; nil if there is none.
  private func assignment(before span: Range<Int>, from start: Int) -> (name: Range<Int>, mark: Character?)? {
    // A minified file has one line.
    let text = source.string(at: max(start, span.lowerBound - 128)..<span.lowerBound)
    guard let found = text.firstMatch(of: Self.assignment)?.output else { return nil }
    let (name, mark) = (found.1, found.2?.last)
    // In Groovy, the last name before a quoted value is a method that sets it.
    let isCall = source.path.pathExtension == "gradle" && name.startIndex == text.startIndex && found.3 != nil
    let isKnown = isCall || name.hasPrefix("--") || ["#define", "project("].contains { bytes.has($0, at: start) }
    guard mark != nil || isKnown else { return nil }
    let offset = span.lowerBound - text[name.startIndex...].utf8.count
    return (offset..<offset + name.utf8.count, mark)
  }

  /// Whether only the end of a declaration follows the version.
  private func endsDeclaration(_ span: Range<Int>, before lineEnd: Int) -> Bool {
    var index = span.upperBound
    if let quote = bytes.byte(at: index), Self.isQuote(quote) { index += 1 }
    let rest = bytes[bytes.trimmingBlanks(index..<lineEnd)]
    guard let first = rest.first, source.path.lastComponent != "CMakeLists.txt" else { return true }
    return ";,)}\\#]".utf8.contains(first) || ["//", "/*", "--", ".freeze"].contains { rest.starts(with: $0.utf8) }
  }
}
