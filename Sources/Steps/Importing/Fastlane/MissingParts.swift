import MartletCore

/// The parts of a lane that were not translated. A lane with such parts begins with a step that lists them and fails.
package struct MissingParts {
  struct Part: Hashable {
    let place: Place
    let text: String
    /// Whether a comment at its place in the lane shows it.
    let isShown: Bool
  }

  private(set) var parts: [Part] = []

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ text: String, at place: Place, isShown: Bool = true) {
    let part = Part(place: place, text: text, isShown: isShown)
    if parts.count < Self.limit, !parts.contains(part) { parts.append(part) }
  }

  mutating func add(_ other: MissingParts) {
    for part in other.parts { add(part.text, at: part.place, isShown: part.isShown) }
  }

  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.add(right)
    return sum
  }

  func contains(_ place: Place) -> Bool { parts.contains { $0.place == place } }

  /// Such as `2 parts are not translated`.
  var summary: String { parts.count == 1 ? "1 part is not translated" : "\(parts.count) parts are not translated" }

  /// The step that lists the lines of the parts and fails, below a comment.
  var items: [YAMLItem] {
    var lines: [String] = []
    var path: RelativePath?
    for place in parts.map(\.place) {
      let line = place.path == path ? "\(place.line)" : "\(place.path):\(place.line)"
      path = place.path
      if lines.last != line { lines.append(line) }
    }
    let message = "\(summary): \(lines.joined(separator: ", "))".printable
    let script = Self.command + message.shellWord + Self.end
    let others = parts.filter { !$0.isShown }.map { YAMLItem.comment("\($0.place.path):\($0.place.line): \($0.text)") }
    return [.comment("add what is missing, then remove this step")] + others
      + [.value(.mapping([YAMLEntry("run", .mapping([YAMLEntry("shell", .scalar(script))]))]))]
  }

  private static let command = "echo "
  private static let end = " >&2; exit 1"

  /// No reader goes through a longer list.
  private static let limit = 100

  /// Returns the number of missing parts if `script` is the one of such a step; nil otherwise.
  package static func count(in script: String) -> Int? {
    script.wholeMatch(of: /echo '(\d{1,3}) parts? (?:is|are) not translated: .*' >&2; exit 1/).flatMap {
      Int($0.output.1)
    }
  }
}

extension String {
  /// The text without control characters, which neither YAML nor a shell can have everywhere.
  fileprivate var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || !$0.isPrintableInYAML ? "?" : $0 }))
  }
}
