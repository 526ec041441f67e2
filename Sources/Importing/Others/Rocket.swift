import TextEditing
import Versioning

/// Rocket (shibapm/Rocket): its steps are scripts and git commands; it knows no files that carry the version, and its tag
/// is the version as it is (`git tag 1.2.3`).
enum Rocket {
  static func predecessor(_ source: SourceText) -> Predecessor {
    var result = Predecessor("Rocket", source.path)
    result.tagFormat = .plain
    result.note("its steps are not taken over", at: source.startOffset..<source.startOffset, of: source)
    return result
  }

  /// The part of Package.swift that PackageConfig hands to Rocket: `PackageConfiguration(["rocket": …])`.
  static func packageConfiguration(_ source: SourceText) -> Predecessor? {
    guard let start = source.bytes.firstIndex(of: "import PackageConfig", from: source.startOffset),
      let key = source.bytes.firstIndex(of: "\"rocket\"", from: start)
    else { return nil }
    var result = Predecessor("Rocket", source.path)
    result.tagFormat = .plain
    result.note("its steps are not taken over", at: key..<key, of: source)
    return result
  }
}
