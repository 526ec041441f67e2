/// The restrictions for a project's own template of notes or an announcement.
enum NotesTemplate {
  /// All names in notes, at any depth.
  private static let names = [
    "version", "tag", "previous", "date", "comparison", "sections", "title", "entries", "text", "type", "scope",
    "breaking", "notes", "commit", "id", "short", "link", "credits", ".",
  ]

  /// - Throws: `NotesTemplateError` for an unknown name, for a section within itself, whose output could grow
  ///   exponentially, and for tags that read other files.
  static func check(_ template: String, names: [String] = names) throws(NotesTemplateError) {
    guard template.utf8.count <= 1 << 16 else { throw .tooLong(template.utf8.count) }
    var open: [Substring] = []
    var line = 1
    var rest = template[...]
    while let start = rest.firstRange(of: "{{") {
      line += rest[..<start.lowerBound].count { $0.isNewline }
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "}}") else { throw .malformed("unfinished name", line: line) }
      let tag = rest[..<end.lowerBound].drop { $0 == "{" || $0.isWhitespace }
      rest = rest[end.upperBound...]
      guard let sign = tag.first, sign != "!" else { continue }
      let name = Self.name(in: tag)
      switch sign {
      case ">", "<", "$", "=", "%": throw .leadsOut(String(sign), line: line)
      case "/": if open.last == name { open.removeLast() }
      case "#", "^":
        guard !open.contains(name) else { throw .nested(String(name), line: line) }
        open.append(name)
      default: break
      }
      guard names.contains(String(name)) else { throw .unknownName(String(name), line: line) }
    }
  }

  /// Returns the name in a tag, without its sign and the transformations around it.
  private static func name(in tag: Substring) -> Substring {
    var name = tag.drop { "#^/&".contains($0) || $0.isWhitespace }
    if let open = name.lastIndex(of: "(") { name = name[name.index(after: open)...].prefix { $0 != ")" } }
    return name.prefix { !$0.isWhitespace && $0 != "}" }
  }
}

/// Why a project's own template for notes cannot be used.
package enum NotesTemplateError: Error, Equatable, Sendable {
  case malformed(String, line: Int)
  case unknownName(String, line: Int)
  case nested(String, line: Int)
  case leadsOut(String, line: Int)
  case tooLong(Int)
}

extension NotesTemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let problem, let line): "line \(line): \(problem)"
    case .unknownName(let name, let line): "line \(line): unknown name `\(name)`"
    case .nested(let name, let line): "line \(line): section `\(name)` within itself"
    case .leadsOut(let sign, let line): "line \(line): unsupported tag `{{\(sign)`"
    case .tooLong(let length): "it is \(length) bytes long, expected at most \(1 << 16)"
    }
  }
}
