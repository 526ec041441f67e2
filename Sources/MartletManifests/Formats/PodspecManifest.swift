import MartletCore

/// A CocoaPods specification, in Ruby (`CoolKit.podspec`) or JSON (`CoolKit.podspec.json`).
///
/// In Ruby the sites are the literal of `s.version = '1.4.2'`, or of the name that is assigned there; a tag in
/// `s.source` that does not refer to the version; and dependencies on pods in the same folder. Source:
/// guides.cocoapods.org/syntax/podspec.html.
package struct PodspecManifest: Manifest {
  /// The name of a pod and the requirement of its version.
  typealias PodDependency = (name: String, requirement: Range<Int>)

  package static let keyword = "podspec"
  static let requirementLabel = "dependency "
  package let path: RelativePath

  package init(path: RelativePath) {
    self.path = path
  }

  package func versionSites(in files: some FileReading) throws -> [VersionSite] {
    let source = try source(in: files)
    guard path.pathExtension == "json" else {
      let ruby = RubyScanner(source)
      return try rubySites(ruby.assignments, of: source) + siblings(ruby.dependencies, of: source, in: files)
    }
    let values = try ScalarValue.all(inJSON: source)
    let dependencies = values.compactMap { value -> PodDependency? in
      // `"dependencies": { "CoolCore": "~> 1.4.2" }`, or a list with the requirement in it, also of a subspec.
      let components = value.path.components
      let inList = components.last == "0" ? components.dropLast() : components[...]
      guard value.style == .quoted, inList.dropLast().last == "dependencies", let name = inList.last else { return nil }
      return (name, value.span)
    }
    return try jsonSites(values, of: source) + siblings(dependencies, of: source, in: files)
  }

  private static let tag = Pattern(/(?::tag\s*=>|\btag:|"tag"\s*:)\s*["']([^"'\n]+)["']/)
  private static let version = Pattern(/#\{\s*(?:\w+\.)?version(?:\.to_s)?\s*\}/)

  /// Returns the tag that CocoaPods fetches for `version`; nil if there is none, or only Ruby knows it.
  package static func sourceTag(of version: Version, in source: SourceText) -> String? {
    let text = source.string(at: source.startOffset..<source.bytes.count)
    guard let found = text.firstMatch(of: tag) else { return nil }
    let tag = String(found.output.1).replacing(Self.version, with: version.description)
    return tag.contains("#{") ? nil : tag
  }

  private func jsonSites(_ values: [ScalarValue], of source: SourceText) -> [VersionSite] {
    let version = values.last { $0.path.components == ["version"] && $0.style == .quoted }
    let tag = values.last { $0.path.components == ["source", "tag"] && $0.style == .quoted }
    return [
      version.map { VersionSite(.version, label: "version", at: $0.span, of: source) },
      tag.flatMap { tagSite(at: $0.span, of: source, version: version?.span) },
    ].compactMap { $0 }
  }

  /// `s.dependency 'CoolCore', '~> 1.4.2'`: the version of a pod whose specification is in the same folder, in the folder above, or
  /// in that of another package beside this one: `Packages/Core/Core.podspec`.
  private func siblings(
    _ dependencies: [PodDependency], of source: SourceText, in files: some FileReading
  ) throws -> [VersionSite] {
    try dependencies.compactMap { name, version in
      let pod = name.prefix { $0 != "/" }
      let bytes = source.bytes
      let sign = bytes[version].prefix { !$0.isDigit }.filter { !$0.isBlank }
      let start = bytes[version].index(after: version.lowerBound) { !$0.isDigit }
      let siblings = ["podspec", "podspec.json"].flatMap { suffix in
        [
          RelativePath("\(pod).\(suffix)", in: path.parent),
          RelativePath("\(pod).\(suffix)", in: path.parent?.parent),
          RelativePath("\(pod)/\(pod).\(suffix)", in: path.parent?.parent),
        ]
        .compactMap(\.self)
      }
      guard !siblings.contains(path), ["", "=", "~>"].contains(String(decoding: sign, as: UTF8.self)),
        bytes.versionToken(at: start) == start..<version.upperBound,
        try siblings.contains(where: { try files.byteCount(at: $0) != nil })
      else { return nil }
      let count = bytes[start..<version.upperBound].count { $0 == UInt8(ascii: ".") } + 1
      let isShort = !sign.isEmpty && count < 3
      let piece = VersionSite.Piece(isShort ? .leading(count) : .whole, at: start..<version.upperBound, of: source)
      return VersionSite(.version, role: .copy, value: piece.text, label: Self.requirementLabel + pod, pieces: [piece])
    }
  }

  private func rubySites(_ assignments: [RubyScanner.Assignment], of source: SourceText) -> [VersionSite] {
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

  /// Returns the version in a tag such as `v1.4.2`: the pod's version if the tag contains it, or a version at the end
  /// of the tag. Neither begins or ends within another number.
  private func tagSite(at span: Range<Int>, of source: SourceText, version: Range<Int>?) -> VersionSite? {
    let tag = source.bytes[span]
    let own = version.map { source.string(at: $0) }.flatMap { tag.firstIndex(ofNumbers: $0) }
    let other = span.first { tag.versionToken(at: $0)?.upperBound == span.upperBound && !tag.isWithinNumber($0) }
    guard let start = own ?? other else { return nil }
    let end = own == nil ? span.upperBound : start + (version?.count ?? 0)
    return VersionSite(.version, label: "source.tag", at: start..<end, of: source)
  }
}

extension VersionSite {
  /// Whether a podspec requires another pod here.
  var isPodRequirement: Bool { label.hasPrefix(PodspecManifest.requirementLabel) }
}

extension ArraySlice<UInt8> {
  /// Returns the first place of the version `text` that is not part of a longer number.
  fileprivate func firstIndex(ofNumbers text: String) -> Int? {
    guard text.utf8.first?.isDigit == true else { return nil }
    var start = startIndex
    while let index = firstIndex(of: text, from: start) {
      if !isWithinNumber(index), !isWithinNumber(index + text.utf8.count) { return index }
      start = index + 1
    }
    return nil
  }

  /// Whether `index` is inside a number, as in the middle of `12` and `1.2`.
  fileprivate func isWithinNumber(_ index: Int) -> Bool {
    let dot = UInt8(ascii: ".")
    func isDigit(_ index: Int) -> Bool { byte(at: index)?.isDigit == true }
    return isDigit(index - 1) && isDigit(index) || byte(at: index - 1) == dot && isDigit(index)
      || isDigit(index - 1) && byte(at: index) == dot && isDigit(index + 1)
  }
}
