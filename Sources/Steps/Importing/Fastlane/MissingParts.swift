import MartletCore

/// The parts of a lane that were not translated. A lane with such parts begins with a step that lists them and fails.
package struct MissingParts {
  struct Part: Hashable {
    let place: Place
    let text: String
  }

  private(set) var parts: [Part] = []

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ text: String, at place: Place) {
    let part = Part(place: place, text: text)
    if parts.count < Self.limit, !parts.contains(part) { parts.append(part) }
  }

  mutating func add(_ other: MissingParts) {
    for part in other.parts { add(part.text, at: part.place) }
  }

  /// The lines of the message, one a part.
  var lines: [String] { parts.map { "\($0.place.path):\($0.place.line): \($0.text)" } }

  /// The step that lists the parts and fails.
  var step: YAMLItem {
    let words = lines.map { $0.printable.shellWord }
    let script = ([Self.command] + words).joined(separator: " ") + " >&2; exit 1"
    return .value(.mapping([YAMLEntry("run", .mapping([YAMLEntry("shell", .scalar(script))]))]))
  }

  private static let command = #"printf 'not translated: %s\n'"#

  /// No reader goes through a longer list.
  private static let limit = 100

  /// Returns the number of missing parts if `script` is the one of such a step; nil otherwise.
  package static func count(in script: String) -> Int? {
    guard script.hasPrefix(command), script.hasSuffix(" >&2; exit 1") else { return nil }
    var count = 0
    var isQuoted = false
    var isInWord = false
    for character in script.dropFirst(command.count).dropLast(" >&2; exit 1".count) {
      if character == "'" { isQuoted.toggle() }
      let isBlank = character == " " && !isQuoted
      if !isBlank, !isInWord { count += 1 }
      isInWord = !isBlank
    }
    return count
  }
}

extension String {
  /// The text without control characters, which neither YAML nor a shell can have everywhere.
  fileprivate var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || !$0.isPrintableInYAML ? "?" : $0 }))
  }
}
