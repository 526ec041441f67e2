@testable import Git

/// The text files of a repository: its settings, and its packed references.
struct RepositoryTarget: FuzzTarget {
  static let name = "repository"

  func check(_ input: Input) throws {
    try checkSettings(input.bytes)
    guard let packed = PackedReferences(input.bytes) else { return }
    for reference in packed.references {
      try require(
        packed.reference(named: reference.name)?.name == reference.name, "a reference is not found by its name")
    }
  }

  /// What was understood says the same once it is written in the plainest way.
  private func checkSettings(_ bytes: [UInt8]) throws {
    guard let text = ConfigurationText(bytes) else { return }
    var written = ""
    for (key, value) in text.settings {
      guard let dot = key.lastIndex(of: ".") else { throw Violation("the setting `\(key)` is in no section") }
      let section = key[..<dot]
      // `[.a "b"]` and `[.a.b]`: a key does not tell which it was.
      guard section.first != "." else { return }
      let end = section.firstIndex(of: ".") ?? section.endIndex
      let subsection = section[end...].dropFirst()
      written += "[\(section[..<end])\(end == section.endIndex ? "" : " \"\(escaped(subsection))\"")]\n"
      written += "\(key[key.index(after: dot)...]) = \"\(escaped(value[...]))\"\n"
    }
    let again = ConfigurationText(Array(written.utf8))?.settings
    try require(
      again?.map(\.key) == text.settings.map(\.key) && again?.map(\.value) == text.settings.map(\.value),
      "the settings are others once they are written again")
  }

  /// By scalars: a carriage return and a line feed are one character.
  private func escaped(_ text: Substring) -> String {
    text.unicodeScalars.reduce(into: "") { written, scalar in
      switch scalar {
      case "\\", "\"": written += "\\\(scalar)"
      case "\n": written += "\\n"
      default: written.unicodeScalars.append(scalar)
      }
    }
  }
}
