import Lanes

// The names of keys and environments in Swift.
extension String {
  /// `BaseApiUrl` and `BASE_API_URL` as `baseApiUrl`, `SentryDSN` as `sentryDSN`; never empty.
  var asSwiftProperty: String {
    let words = words
    guard let first = words.first else { return "value" }
    let rest = words.dropFirst().map(\.capitalizedWord).joined()
    let name = first.lowercasedHead + rest
    // In Swift `x.self` is x, even in back-ticks.
    guard name != "self" else { return "itself" }
    return name.unicodeScalars.first.map { ("0"..."9").contains($0) } == true ? "_\(name)" : name
  }

  /// The text as a type name: `server_pool` as `ServerPool`.
  var asSwiftType: String {
    let name = words.map(\.capitalizedWord).joined()
    guard let first = name.unicodeScalars.first else { return "Values" }
    return ("0"..."9").contains(first) ? "_\(name)" : name
  }

  /// The name as in a declaration: in back-ticks if it is a keyword of Swift.
  var inSwift: String { Self.swiftWords.contains(self) ? "`\(self)`" : self }

  /// The name as an argument label, for which Swift warns of unnecessary back-ticks.
  var asSwiftLabel: String { self == "inout" ? "`inout`" : self }

  /// The string literal of Swift for exactly this text.
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

  /// The runs of letters and digits. In a text that has only capitals and `_`, or no small letters, the words are in
  /// lower case.
  private var words: [String] {
    let parts = unicodeScalars.split { !($0.properties.isAlphabetic || ("0"..."9").contains($0)) }.map { String($0) }
    let isShouted = !unicodeScalars.contains { $0.properties.isLowercase }
    return isShouted ? parts.map { $0.lowercased() } : parts
  }

  private var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }

  /// `BaseApiUrl` as `baseApiUrl`, `URLScheme` as `urlScheme`, `API` as `api`: leading capitals become lower case,
  /// except the one that begins the next word.
  private var lowercasedHead: String {
    let capitals = prefix { $0.isUppercase }
    guard capitals.count > 1, capitals.count < count, let next = dropFirst(capitals.count).first, next.isLetter else {
      return capitals.lowercased() + dropFirst(capitals.count)
    }
    return capitals.dropLast().lowercased() + dropFirst(capitals.count - 1)
  }

  /// Words that need back-ticks as the name of a property or a case (The Swift Programming Language, "Lexical
  /// Structure").
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
