import MartletCore

/// Edits of a property list in OpenStep form, with the layout of the neighboring values.
extension OpenStepValue {
  /// Returns the edit that sets a string to `text`.
  func edit(replacingWith text: String) -> TextEdit {
    let current = list.source.string(at: span)
    return TextEdit(span, expected: current, replacement: spelling(of: text, like: current))
  }

  /// Returns `text` as it is written here; JSON always has quotes.
  private func spelling(of text: String, like current: String = "") -> String {
    text.openStepSpelling(like: list.isJSON ? "\"" : current)
  }

  /// Returns the edit that appends `text` to a string.
  func edit(adding text: String) -> TextEdit {
    let content = contentSpan
    guard content != span else { return edit(replacingWith: list.source.string(at: span) + text) }
    let quote = list.source.string(at: span.lowerBound..<content.lowerBound)
    let spelling = text.openStepSpelling(like: quote).unicodeScalars.dropFirst().dropLast()
    return TextEdit(content.upperBound..<content.upperBound, expected: "", replacement: String(spelling))
  }

  /// Returns the edit that sets an array of strings to `texts`. Unchanged elements at the start are not edited. An
  /// empty array becomes an empty string, as in Xcode.
  func edit(toHold texts: [String]) -> TextEdit {
    guard !texts.isEmpty else { return edit(replacingWith: "") }
    let elements = elements
    let kept = zip(elements, texts).prefix { $0.string == $1 }.count
    let start = kept > 0 ? elements[kept - 1].span.upperBound : span.lowerBound + 1
    let removed = start..<(elements.count > kept ? elements[elements.count - 1].span.upperBound : start)
    let added = texts.dropFirst(kept).map { spelling(of: $0) }
    let lead = elements.first.map { list.source.lead(of: $0.span.lowerBound) } ?? ""
    let text = added.enumerated().map { offset, element in
      (kept + offset > 0 ? "," : "") + (lead.isEmpty && kept + offset > 0 ? " " : lead) + element
    }
    return TextEdit(removed, expected: list.source.string(at: removed), replacement: text.joined())
  }

  /// Returns the edit that adds a key to a dictionary, before the first key that follows it in byte order.
  func insertion(of key: String, _ text: String) -> TextEdit { insertion(of: key, written: spelling(of: text)) }

  /// Returns the edit that adds a key with a value that is written as `value`.
  func insertion(of key: String, written value: String) -> TextEdit {
    let source = list.source
    let entry = list.isJSON ? "\"\(key)\": \(value)" : "\(key.openStepSpelling()) = \(value);"
    let mark = list.isJSON ? "," : ""
    let next = entries.first { key.precedesInBytes($0.key.string ?? "") }
    if let next {
      let offset = next.key.span.lowerBound
      let lead = source.lead(of: offset)
      return TextEdit(offset..<offset, expected: "", replacement: entry + mark + (lead.isEmpty ? " " : lead))
    }
    if list.isJSON, let last = entries.last {
      let offset = last.value.span.upperBound
      let lead = source.lead(of: last.key.span.lowerBound)
      return TextEdit(offset..<offset, expected: "", replacement: mark + (lead.isEmpty ? " " : lead) + entry)
    }
    let end = span.upperBound - 1
    let lead = source.lead(of: end)
    guard !lead.isEmpty else { return TextEdit(end..<end, expected: "", replacement: entry + " ") }
    let last = entries.last.map { source.lead(of: $0.key.span.lowerBound) } ?? ""
    let offset = end - lead.utf8.count
    return TextEdit(offset..<offset, expected: "", replacement: (last.isEmpty ? lead + "\t" : last) + entry)
  }
}

extension SourceText {
  /// Returns the line end and indentation before `offset`; empty where other text precedes it on its line.
  fileprivate func lead(of offset: Int) -> String {
    var start = offset
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    guard start > 0, bytes[start - 1].isLineEnd else { return "" }
    start -= start > 1 && bytes.has("\r\n", at: start - 2) ? 2 : 1
    return string(at: start..<offset)
  }
}
