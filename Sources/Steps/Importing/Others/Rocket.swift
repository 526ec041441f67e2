import MartletCore

/// Reads Rocket (shibapm/Rocket): its steps are scripts and git commands. It has no version files, and its tag is the
/// plain version (`git tag 1.2.3`).
enum Rocket {
  static func imported(_ source: SourceText) -> ImportedConfiguration {
    var result = ImportedConfiguration("Rocket", source.path)
    result.tagFormat = .plain
    result.note("its steps are not imported", at: source.startOffset..<source.startOffset, of: source)
    return result
  }

  /// Reads the part of Package.swift that PackageConfig passes to Rocket: `PackageConfiguration(["rocket": …])`.
  static func packageConfiguration(_ source: SourceText) -> ImportedConfiguration? {
    guard let start = source.bytes.firstIndex(of: "import PackageConfig", from: source.startOffset),
      let key = source.bytes.firstIndex(of: "\"rocket\"", from: start)
    else { return nil }
    var result = ImportedConfiguration("Rocket", source.path)
    result.tagFormat = .plain
    result.note("its steps are not imported", at: key..<key, of: source)
    return result
  }
}
