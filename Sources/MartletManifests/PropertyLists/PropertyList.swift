import MartletCore

/// The texts of a property list's outermost dictionary, for a list of any form.
struct PropertyList: Sendable {
  /// A key with a string or a number.
  struct Entry: Sendable {
    let key: String
    let text: LocatedText
  }

  enum Form: Sendable {
    case xml, openStep, binary
  }

  let form: Form
  /// In the order of the file.
  let entries: [Entry]

  /// - Throws: `ManifestError.malformed` for a text in none of the three forms, or a truncated list.
  init(_ source: SourceText) throws(ManifestError) {
    let start = source.bytes.index(after: source.startOffset) { $0.isBlank || $0.isLineEnd }
    if source.bytes.has("bplist", at: 0) {
      form = .binary
      entries = try Self.binaryEntries(of: source)
    } else if source.bytes.byte(at: start) == UInt8(ascii: "<"), !source.bytes.has("<<<<<<<", at: start) {
      form = .xml
      entries = try Self.xmlEntries(of: source)
    } else {
      form = .openStep
      entries = try OpenStepPropertyList(source).root.entries.compactMap { key, value in
        guard value.kind == .string, let name = key.string else { return nil }
        return Entry(key: name, text: value.text)
      }
    }
  }

  /// Returns the text for `key`; the last one if there are several.
  subscript(key: String) -> LocatedText? { entries.last { $0.key == key }?.text }
}

extension PropertyList {
  /// Returns the strings and integers of the outermost dictionary of a binary list. They can be read but not edited: each has a
  /// length before it, and a table at the end has its offset. So the texts have no editable bytes in the file.
  ///
  /// - Throws: `ManifestError.malformed` for an invalid list, and for one whose top is not a dictionary.
  private static func binaryEntries(of source: SourceText) throws(ManifestError) -> [Entry] {
    guard let list = BinaryPropertyList.value(of: source.bytes), case .table(let table) = list.content else {
      throw .malformed(
        source, at: 0..<min(6, source.bytes.count), problem: "invalid binary property list", hint: nil)
    }
    return table.entries.compactMap { entry in
      let text: String
      switch entry.value.content {
      case .text(let string): text = string
      case .word(let word) where Int(word) != nil: text = word
      case .word, .real, .data, .list, .table: return nil
      }
      return Entry(key: entry.key, text: LocatedText(Array(text.utf8), of: source, at: entry.value.span, runs: []))
    }
  }

  private static let textElements: Set = ["string", "integer", "real", "date"]

  /// Returns the texts of the outermost dictionary of an XML list: each `<key>` with the following `<string>`,
  /// `<integer>` or other text element. Blanks around a text are removed.
  private static func xmlEntries(of source: SourceText) throws(ManifestError) -> [Entry] {
    var entries: [Entry] = []
    do {
      var scanner = XMLScanner(source)
      var open: [Range<Int>] = []
      var key: String?
      while let event = try scanner.next() {
        switch event {
        case .opened(let name): open.append(name)
        case .closed(let name, let text, let end):
          open.removeLast()
          guard open.count == 2, source.string(at: open[0]) == "plist", source.string(at: open[1]) == "dict" else {
            continue
          }
          let located = text.located(in: source, until: end)
          if source.string(at: name) == "key" {
            key = located.string
          } else if let known = key {
            if textElements.contains(source.string(at: name)) { entries.append(Entry(key: known, text: located)) }
            key = nil
          }
        }
      }
    } catch {
      throw source.mergeConflict() ?? ManifestError(error)
    }
    return entries
  }
}
