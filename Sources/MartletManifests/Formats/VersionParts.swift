import MartletCore

/// A text file with a version in three lines, one for each number: `set(COOL_VERSION_MAJOR 1)`, `#define COOL_MINOR_VERSION 4`,
/// `versionPatch = 2`. The names are equal apart from the part.
///
/// A pre-release has no place there: the numbers are those of its release.
struct VersionParts: Manifest {
  static let keyword = "parts"
  let path: RelativePath

  func versionSites(in files: some FileReading) throws -> [VersionSite] {
    Self.versions(in: try source(in: files)).map { version in
      let pieces = version.numbers.enumerated().map { index, line in
        VersionSite.Piece(.component(index), at: line.span, of: version.source)
      }
      return VersionSite(
        .version, audience: .apple, value: version.text, label: version.numbers[0].name, pieces: pieces)
    }
  }

  /// Three lines of one version.
  struct Found {
    let source: SourceText
    /// The major, the minor and the patch version.
    let numbers: [(name: String, span: Range<Int>)]

    var text: String { numbers.map { source.string(at: $0.span) }.joined(separator: ".") }
    /// The name without the part: `COOL_VERSION` of `COOL_VERSION_MAJOR`.
    let name: String
  }

  /// Returns the versions in the order of their first lines.
  static func versions(in source: SourceText) -> [Found] {
    guard ["major", "Major", "MAJOR"].contains(where: { source.bytes.firstIndex(of: $0, from: 0) != nil }) else {
      return []
    }
    var keys: [String] = []
    var lines: [String: [Int: (name: String, span: Range<Int>)]] = [:]
    for span in source.lineSpans {
      let line = source.string(at: span)
      guard let match = line.firstMatch(of: assignment), let index = Self.index(of: match.part) else { continue }
      let key = "\(match.before)#\(match.after)".lowercased()
      let start = span.lowerBound + line.utf8.distance(from: line.startIndex, to: match.number.startIndex)
      if lines[key] == nil { keys.append(key) }
      let name = "\(match.before)\(match.part)\(match.after)"
      lines[key, default: [:]][index] = (name, start..<start + match.number.utf8.count)
    }
    return keys.compactMap { key in
      guard let parts = lines[key], let major = parts[0], let minor = parts[1], let patch = parts[2] else { return nil }
      let name = key.replacing("_#", with: "").replacing("#_", with: "").replacing("#", with: "")
      return Found(source: source, numbers: [major, minor, patch], name: name)
    }
  }

  private static func index(of part: Substring) -> Int? {
    switch part.lowercased() {
    case "major": 0
    case "minor": 1
    case "patch", "micro", "revision": 2
    default: nil
    }
  }

  /// A name with a part of a version, and a number at the end of the line.
  private static var assignment:
    Regex<(Substring, before: Substring, part: Substring, after: Substring, number: Substring)>
  {
    #/(?i)(?<before>[A-Z0-9_.\-]*?)(?<part>major|minor|patch|micro|revision)(?<after>[A-Z0-9_.\-]*)["']?[ \t]*[ \t=:][ \t]*["']?(?<number>[0-9]+)["']?[ \t]*[);,]?[ \t]*$/#
  }
}
