import MartletCore

/// The packages in a `Package.resolved`, in the order of the file.
///
/// Source: SwiftPM, `Sources/PackageGraph/ResolvedPackagesStore.swift`: format 1 has its pins below `object`, with
/// `package` and `repositoryURL`; formats 2 and 3 have `identity`, `kind` and `location`.
package struct ResolvedPackages {
  package static let fileName = "Package.resolved"

  /// A package in one version.
  package struct Pin: Hashable, Sendable {
    package let name: String
    /// Nil for a package from a registry.
    package let location: String?
    /// Nil for a branch or a commit.
    package let version: String?
    package let revision: String?
  }

  package let pins: [Pin]

  /// - Throws: `DocumentError` for invalid JSON, and if there is no list of pins.
  package init(_ source: SourceText) throws(DocumentError) {
    let root = try DocumentValue(json: source)
    guard let list = root["pins"] ?? root["object"]?["pins"] else {
      throw .malformed(
        source, at: root.span, problem: "there is no list `pins`", hint: "write it with `swift package resolve`")
    }
    pins = list.elements.compactMap { value in
      guard let name = (value["identity"] ?? value["package"])?.text else { return nil }
      let (location, state) = ((value["location"] ?? value["repositoryURL"])?.text, value["state"])
      let revision = state?["revision"]?.text
      return Pin(
        name: name, location: location.flatMap { $0.isEmpty ? nil : $0 }, version: state?["version"]?.text,
        revision: revision.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  /// Whether a file with this path belongs to an Xcode project or workspace.
  package static func isOfXcode(_ path: RelativePath) -> Bool {
    path.string.hasSuffix("/xcshareddata/swiftpm/\(fileName)")
  }
}
