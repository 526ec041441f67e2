import Lanes
import MartletCore

extension OutputFormat {
  static let env = OutputFormat(
    template: .envEnvironment,
    content: { (generator, _) throws(EnvironmentError) in
      let list = try AssignmentList(generator.selected.values, .env) { value, _ in value.environmentText }
      return ["assignments": .list(list.content)]
    })
}

extension TypedValue {
  /// The text as `.env` files and shells read it: plain, in single quotes, or in double quotes if it contains line ends
  /// or single quotes. A collection is JSON.
  fileprivate var environmentText: String {
    let text = scalarText ?? jsonLine
    guard text.isEmpty || !text.utf8.allSatisfy({ $0.isIdentifier || "./:@%+,-".utf8.contains($0) }) else {
      return text
    }
    guard text.contains(where: { $0 == "'" || $0.isNewline }) else { return "'\(text)'" }
    var quoted = ""
    for character in text.unicodeScalars {
      switch character {
      case "\n": quoted += "\\n"
      case "\"", "\\", "$", "`": quoted += "\\\(character)"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return "\"\(quoted)\""
  }
}
