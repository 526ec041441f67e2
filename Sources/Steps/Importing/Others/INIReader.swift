import MartletCore

/// Reads sections of `key = value` lines like Python's configparser: `#` and `;` begin a comment at the start of a
/// line, indented lines continue a value, and `True` has no special meaning.
enum INIReader {
  struct Section {
    let name: String
    var settings: [String: String] = [:]
    let span: Range<Int>
  }

  static func sections(of source: SourceText) -> [Section] {
    var sections: [Section] = []
    var key: String?
    for span in source.lineSpans {
      let line = source.string(at: span)
      let text = line.trimmed()
      if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") { continue }
      if line.first == " " || line.first == "\t", let key, let last = sections.indices.last {
        sections[last].settings[key]? += "\n" + text
      } else if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
        sections.append(Section(name: String(text[text.index(after: text.startIndex)..<end]), span: span))
        key = nil
      } else if let sign = text.firstIndex(where: { $0 == "=" || $0 == ":" }), let last = sections.indices.last {
        let name = String(text[..<sign]).trimmed()
        let value = String(text[text.index(after: sign)...]).trimmed()
        sections[last].settings[name] = ["true", "false"].contains(value.lowercased()) ? value.lowercased() : value
        key = name
      }
    }
    return sections
  }
}

extension String {
  fileprivate func trimmed() -> String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
