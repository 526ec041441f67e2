import TextEditing

/// A CocoaPods specification, in Ruby (`CoolKit.podspec`) or JSON (`CoolKit.podspec.json`).
///
/// In Ruby the site is the literal of `s.version = '1.4.2'`, or of the name that is assigned there, and of a tag in
/// `s.source` that is no reference to the version. Source: guides.cocoapods.org/syntax/podspec.html.
package struct PodspecManifest: Manifest {
  package static let keyword = "podspec"
  package let path: RelativePath

  package init(path: RelativePath) {
    self.path = path
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    return path.pathExtension == "json" ? try jsonSites(of: source) : rubySites(of: source)
  }

  private func jsonSites(of source: SourceText) throws(ManifestError) -> [VersionSite] {
    let values = try ScalarValue.all(inJSON: source)
    let version = values.last { $0.path.components == ["version"] && $0.style == .quoted }
    let tag = values.last { $0.path.components == ["source", "tag"] && $0.style == .quoted }
    return [
      version.map { VersionSite(.version, label: "version", at: $0.span, of: source) },
      tag.flatMap { tagSite(at: $0.span, of: source, version: version?.span) },
    ].compactMap { $0 }
  }

  private func rubySites(of source: SourceText) -> [VersionSite] {
    let assignments = RubyScanner.assignments(of: source)
    let version = assignments.last { $0.receiver != nil && $0.name == "version" }
    let literal =
      switch version?.value {
      case .string(let span): span
      case .name(let name): assignments.last { $0.receiver == nil && $0.name == name }?.value.string
      case .hash, nil: Range<Int>?.none
      }
    var tag: Range<Int>?
    if case .hash(let entries) = assignments.last(where: { $0.receiver != nil && $0.name == "source" })?.value {
      tag = entries["tag"]
    }
    return [
      literal.map { VersionSite(.version, label: "version", at: $0, of: source) },
      tag.flatMap { tagSite(at: $0, of: source, version: literal) },
    ].compactMap { $0 }
  }

  /// The version in a tag such as `v1.4.2`: the pod's own where the tag has it, otherwise what looks like one and ends
  /// the tag.
  private func tagSite(at span: Range<Int>, of source: SourceText, version: Range<Int>?) -> VersionSite? {
    let tag = source.bytes[span]
    if let version, let start = tag.firstIndex(of: source.string(at: version), from: span.lowerBound) {
      return VersionSite(.version, label: "source.tag", at: start..<start + version.count, of: source)
    }
    let start = span.first { index in
      tag.versionToken(at: index)?.upperBound == span.upperBound && tag.byte(at: index - 1)?.isDigit != true
    }
    return start.map { VersionSite(.version, label: "source.tag", at: $0..<span.upperBound, of: source) }
  }
}
