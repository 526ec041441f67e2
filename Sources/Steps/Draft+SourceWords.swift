import Lanes
import MartletCore

extension Draft {
  private static let codeEndings: Set = ["swift", "m", "mm"]
  private static let otherEndings: Set = [
    "h", "plist", "xcconfig", "storyboard", "xib", "entitlements", "yml", "yaml", "json",
  ]
  /// Larger files are not written by hand.
  private static let sizeLimit = 1 << 20

  /// Returns all words of letters, digits and `_` in the project's source files, except its configuration files and
  /// those generated from them; nil when the project has no code.
  package func sourceWords() throws -> Set<String>? {
    guard let declaration = releasefile.environments else { return nil }
    let own = Set(
      (declaration.sources + declaration.localSources).map(\.path) + declaration.outputs.map(\.path)
        + (releasefile.source.map { [$0.path] } ?? []))
    let paths = try filePaths().filter { path in
      guard let ending = path.pathExtension else { return false }
      return !own.contains(path) && (Self.codeEndings.contains(ending) || Self.otherEndings.contains(ending))
    }
    guard paths.contains(where: { $0.pathExtension.map(Self.codeEndings.contains) ?? false }) else { return nil }
    var words: Set<String> = []
    for path in paths {
      guard let size = try byteCount(at: path), size <= Self.sizeLimit, let source = try? source(at: path) else {
        continue
      }
      for word in source.bytes.split(whereSeparator: { !$0.isIdentifier && $0 < 0x80 }) {
        words.insert(String(decoding: word, as: UTF8.self))
      }
    }
    return words
  }
}
