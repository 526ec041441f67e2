import MartletCore

/// Versions in arguments of calls and in literals.
extension VersionMentions {
  /// The label of an argument or the key in a literal that ends at `end`: `register(version: "1.4.2")`, `["version":
  /// "1.4.2"]`, `[kit registerName:@"cool" version:@"1.4.2"]`; nil if the call is about an earlier version.
  func argument(endingAt end: Int) -> Range<Int>? {
    var end = end
    if let quote = bytes.byte(at: end - 1), Self.isQuote(quote) { end -= 1 }
    let first = bytes.index(before: end, while: \.isIdentifier)
    let before = bytes[..<first].last { !$0.isBlank && !$0.isLineEnd && !Self.isQuote($0) && $0 != UInt8(ascii: "@") }
    guard first < end, let before, before != UInt8(ascii: "?") else { return nil }
    let isMessage = source.path.pathExtension?.hasPrefix("m") == true
    guard isMessage || "([,".utf8.contains(before) else { return nil }
    let call = opening(before: first).map { open in bytes.index(before: open) { !$0.isLineEnd } } ?? first
    return isAboutPast(min(call, bytes.index(before: first) { !$0.isLineEnd })..<first) ? nil : first..<end
  }

  /// Whether the name at `index` is a label in the parentheses of a call, other than Bazel's `module`.
  func isArgument(at index: Int) -> Bool {
    guard let mark = bytes[..<index].last(where: { !$0.isBlank && !$0.isLineEnd && !Self.isQuote($0) }),
      mark == UInt8(ascii: "(") || mark == UInt8(ascii: ","), let open = opening(before: index)
    else { return false }
    return !bytes[..<open].hasSuffix("module")
  }

  /// Returns the `(` that is open at `index`, at most 4 KiB before it.
  private func opening(before index: Int) -> Int? {
    var depth = 0
    var index = index - 1
    let end = max(source.startOffset, index - 4096)
    while index >= end {
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      if bytes[index] == UInt8(ascii: "(") {
        if depth == 0 { return index }
        depth -= 1
      }
      index -= 1
    }
    return nil
  }

  /// Whether the line is in a preview of SwiftUI, whose values are samples: the last line without an indent opens one.
  func isInPreview(_ line: Int) -> Bool {
    var end = line
    while end > source.startOffset {
      let start = bytes.index(before: end - 1) { !$0.isLineEnd }
      if let first = bytes.byte(at: start), !first.isBlank, !first.isLineEnd {
        let text = source.string(at: start..<end)
        return text.hasPrefix("#Preview") || text.contains("PreviewProvider")
      }
      end = start
    }
    return false
  }
}
