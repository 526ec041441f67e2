import Lanes

// How keys and environments are called in Swift.
extension String {
  /// `BaseApiUrl` and `BASE_API_URL` as `baseApiUrl`, `SentryDSN` as `sentryDSN`; never empty.
  var asSwiftProperty: String {
    let words = words
    guard let first = words.first else { return "value" }
    let rest = words.dropFirst().map(\.capitalizedWord).joined()
    let name = first.lowercasedHead + rest
    // Swift takes `x.self` for x, back-ticks or not.
    guard name != "self" else { return "itself" }
    return name.unicodeScalars.first.map { ("0"..."9").contains($0) } == true ? "_\(name)" : name
  }

  /// As a type: `server_pool` as `ServerPool`.
  var asSwiftType: String {
    let name = words.map(\.capitalizedWord).joined()
    guard let first = name.unicodeScalars.first else { return "Values" }
    return ("0"..."9").contains(first) ? "_\(name)" : name
  }

  /// As it stands in a declaration: in back-ticks where Swift has a word of that spelling.
  var inSwift: String { Self.swiftWords.contains(self) ? "`\(self)`" : self }

  /// As the label of an argument, where Swift warns of back-ticks that it does not need.
  var asSwiftLabel: String { self == "inout" ? "`inout`" : self }

  /// As the string literal of Swift that means this text and nothing else.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default:
        let isPlain =
          scalar.value >= 0x20 && scalar.value < 0x7F || scalar.properties.isAlphabetic
          || scalar.properties.isEmojiPresentation
        literal += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return literal + "\""
  }

  /// The runs of letters and digits. A text in capitals alone with `_` in it, or without small letters, has words in
  /// small letters.
  private var words: [String] {
    let parts = unicodeScalars.split { !($0.properties.isAlphabetic || ("0"..."9").contains($0)) }.map { String($0) }
    let isShouted = !unicodeScalars.contains { $0.properties.isLowercase }
    return isShouted ? parts.map { $0.lowercased() } : parts
  }

  private var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }

  /// `BaseApiUrl` as `baseApiUrl`, `URLScheme` as `urlScheme`, `API` as `api`: capitals at the head become small, but for
  /// the one that begins the next word.
  private var lowercasedHead: String {
    let capitals = prefix { $0.isUppercase }
    guard capitals.count > 1, capitals.count < count, let next = dropFirst(capitals.count).first, next.isLetter else {
      return capitals.lowercased() + dropFirst(capitals.count)
    }
    return capitals.dropLast().lowercased() + dropFirst(capitals.count - 1)
  }

  /// Words that cannot name a property or a case without back-ticks (The Swift Programming Language, "Lexical Structure").
  private static let swiftWords: Set = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal",
    "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough",
    "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await", "false",
    "is", "nil", "self", "Self", "super", "throws", "true", "try", "_",
  ]
}
