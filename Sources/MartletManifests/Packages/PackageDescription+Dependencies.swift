import MartletCore

/// A package that a Package.swift depends on.
package struct PackageDependency: Hashable, Sendable {
  /// SwiftPM's identity: the last part of the address or path, in lower case and without `.git`.
  package let identity: String
  /// Nil for a package in a folder.
  package let url: String?
  /// The lowest version that it accepts, or the only one; nil for a branch, a revision, a folder or a computed value.
  package let lowest: Version?

  /// Returns the last part of an address or path, without `.git`.
  static func name(ofAddress address: String) -> String {
    let last = address.split(separator: "/").last.map(String.init) ?? address
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// Returns SwiftPM's identity of the package at an address or path.
  package static func identity(ofAddress address: String) -> String { name(ofAddress: address).lowercased() }
}

extension PackageDescription {
  /// The version requirement of a dependency.
  private struct Requirement {
    /// The bytes of the lowest version, between the quotes.
    let content: Range<Int>
    let lowest: Version
    /// The end of a range; nil for other requirements.
    var end: Version?
    /// Whether the range includes its end.
    var includesEnd = false

    func accepts(_ version: Version) -> Bool {
      guard let end else { return true }
      return version.precedes(end) || includesEnd && !end.precedes(version)
    }
  }

  /// The packages that this one depends on, in the order of the file.
  package var dependencies: [PackageDependency] {
    dependencyCalls.compactMap { call in
      guard let address = address(of: call) else { return nil }
      return PackageDependency(
        identity: PackageDependency.identity(ofAddress: address), url: call.argument("url").flatMap(string)?.value,
        lowest: requirement(of: call)?.lowest)
    }
  }

  /// Returns the edits that make `version` the lowest version of a dependency; none where it is not lower.
  ///
  /// - Throws: `ManifestError.notFound`; `.malformed` for a requirement that is not a version, and for a range that
  ///   ends before `version`.
  package func edits(
    ofDependency identity: String, to version: Version
  ) throws(ManifestError) -> [TextEdit] {
    let calls = dependencyCalls.filter {
      address(of: $0).map(PackageDependency.identity(ofAddress:)) == identity.lowercased()
    }
    guard !calls.isEmpty else {
      throw .notFound(
        source.path, what: "dependency", name: identity, known: Set(dependencies.map(\.identity)).sorted())
    }
    var edits: [TextEdit] = []
    for call in calls {
      guard let requirement = requirement(of: call) else {
        throw .malformed(
          source, at: call.span, problem: "the dependency `\(identity)` does not require a version",
          hint: "write `from: \"\(version)\"`")
      }
      guard requirement.lowest.precedes(version) else { continue }
      guard requirement.accepts(version) else {
        throw .malformed(
          source, at: call.span, problem: "the range of the dependency `\(identity)` ends before \(version)",
          hint: "write `from: \"\(version)\"`")
      }
      let edit = TextEdit(
        requirement.content, expected: source.string(at: requirement.content), replacement: version.description)
      // Two calls may name the same constant.
      if !edits.contains(edit) { edits.append(edit) }
    }
    return edits
  }

  private var dependencyCalls: [PackageCall] {
    calls.filter { $0.name == "package" }.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  private func address(of call: PackageCall) -> String? {
    (call.argument("url") ?? call.argument("path")).flatMap(string)?.value
  }

  /// Returns the requirement in `from: "…"`, `exact: "…"`, `.upToNextMinor(from: "…")`, `.exact("…")`, `"…"..<"…"` and
  /// `"…"..."…"`.
  private func requirement(of call: PackageCall) -> Requirement? {
    if let value = call.argument("from") ?? call.argument("exact") { return requirement(at: value) }
    guard let value = call.arguments.last(where: { $0.label == nil })?.value, let first = value.first,
      let last = value.last
    else { return nil }
    let bytes = tokens[first].span.lowerBound..<tokens[last].span.upperBound
    let rules = ["upToNextMajor", "upToNextMinor", "exact"]
    if let rule = calls.first(where: { rules.contains($0.name) && bytes.contains($0.span.lowerBound) }) {
      return rule.arguments.first.flatMap { requirement(at: $0.value) }
    }
    guard value.count > 2, var range = requirement(at: first..<first + 1), let end = string(at: last..<last + 1) else {
      return nil
    }
    range.end = try? Version(end.value)
    range.includesEnd = !tokens[last - 1].isSign("<")
    return range.end == nil ? nil : range
  }

  private func requirement(at value: Range<Int>) -> Requirement? {
    guard let string = string(at: value), let content = string.content, let version = try? Version(string.value) else {
      return nil
    }
    return Requirement(content: content, lowest: version)
  }
}
