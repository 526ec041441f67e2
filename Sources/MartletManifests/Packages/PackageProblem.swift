import MartletCore

/// A problem in a Package.swift that breaks packages that depend on a release.
package struct PackageProblem: Equatable {
  package enum Kind: Equatable {
    /// A dependency on a branch or a revision; the second is `branch` or `revision`.
    case unversioned(dependency: String, by: String)
    case localDependency(path: String)
    /// The tools version of the manifest; nil when it has none.
    case unsafeFlags(toolsVersion: Version?)
    /// A binary in the repository; a problem if git does not track it.
    case localBinary(name: String, path: String)
    case badChecksum(name: String, checksum: String)
    case insecureBinary(name: String, url: String)
    /// The tools version in the first line is later than the one in the file's name.
    case laterTools(named: Version, found: Version)
    case otherName(String, expected: String)
    case otherProducts(missing: [String], added: [String])
  }

  package let kind: Kind
  /// Its byte range.
  package let span: Range<Int>
  /// Whether a condition controls it, so that it may not apply on other machines.
  package let isConditional: Bool

  init(_ kind: Kind, at span: Range<Int>, isConditional: Bool = false) {
    self.kind = kind
    self.span = span
    self.isConditional = isConditional
  }

  /// Returns the diagnostic, with its place in `source`.
  package func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(message, at: span, of: source, hint: hint)
  }

  /// The message, in one line.
  package var message: String {
    switch kind {
    case .unversioned(let name, let requirement):
      "the dependency `\(name)` is a \(requirement), so SwiftPM cannot resolve a release of this package; "
        + "expected a version"
    case .localDependency(let path):
      "the dependency at `\(path)` is a local folder, expected a URL and a version"
    case .unsafeFlags(let tools):
      "dependents cannot build a package with `unsafeFlags`\(tools.map { " and the tools version \($0)" } ?? ""), "
        + "expected no such flags before 6.2"
    case .localBinary(let name, let path):
      "the binary `\(name)` at `\(path)` is not tracked by git"
    case .badChecksum(let name, let checksum):
      "`\(checksum)` is not a checksum of the binary `\(name)`, expected 64 hexadecimal digits of SHA-256"
    case .insecureBinary(let name, let url):
      "the binary `\(name)` comes from `\(url)`, expected an address with `https:`"
    case .laterTools(let named, let found):
      "the file is for the tools of Swift \(named), but requires \(found)"
    case .otherName(let name, let expected):
      "the package has the name `\(name)` here, expected `\(expected)` as in `\(PackageDescription.fileName)`"
    case .otherProducts(let missing, let added):
      "the products differ from those of `\(PackageDescription.fileName)`: "
        + (missing.map { "`\($0)` is missing" } + added.map { "`\($0)` is only here" }).joined(separator: ", ")
    }
  }

  private var hint: String? {
    switch kind {
    case .unversioned: "depend on a release, such as `from: \"1.2.0\"`"
    case .localDependency: "depend on a release, such as `.package(url: \"…\", from: \"1.2.0\")`"
    case .unsafeFlags: "remove the flags, or add a condition such as `Context.environment[\"…\"]`"
    case .localBinary: "commit it, or publish it and use `url:` and `checksum:`"
    case .badChecksum: "compute it with `swift package compute-checksum FILE`"
    case .insecureBinary, .otherName, .otherProducts: nil
    case .laterTools(let named, _): "change the first line to `// swift-tools-version: \(named)`"
    }
  }
}
