import TextEditing
import Versioning

/// Something in a Package.swift that those who depend on a released version could not live with.
package struct PackageTrap: Equatable {
  package enum Kind: Equatable {
    /// A dependency on a branch or a revision; the second is `branch` or `revision`.
    case unversioned(dependency: String, by: String)
    case localDependency(path: String)
    /// The tools version of the manifest; nil when it has none.
    case unsafeFlags(toolsVersion: Version?)
    /// A binary that lies in the repository, if git has it.
    case localBinary(name: String, path: String)
    case badChecksum(name: String, checksum: String)
    case insecureBinary(name: String, url: String)
    /// The name of the file says one version of the tools, its first line a later one.
    case laterTools(named: Version, found: Version)
    case otherName(String, expected: String)
    case otherProducts(missing: [String], added: [String])
  }

  package let kind: Kind
  /// Where it stands, in bytes.
  package let span: Range<Int>
  /// Whether something else decides if it is there: another machine may not see it.
  package let isConditional: Bool

  init(_ kind: Kind, at span: Range<Int>, isConditional: Bool = false) {
    self.kind = kind
    self.span = span
    self.isConditional = isConditional
  }

  /// What is wrong, at its place in `source`.
  package func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(message, at: span, of: source, hint: hint)
  }

  /// What is wrong, in one line.
  package var message: String {
    switch kind {
    case .unversioned(let name, let requirement):
      "the dependency `\(name)` is a \(requirement), which nobody can resolve who depends on a version of this package; "
        + "expected a version"
    case .localDependency(let path):
      "the dependency at `\(path)` is a folder, which nobody else has; expected an address and a version"
    case .unsafeFlags(let tools):
      "`unsafeFlags` keeps others from building this package\(tools.map { " with the tools version \($0)" } ?? ""), "
        + "expected none before 6.2"
    case .localBinary(let name, let path):
      "the binary `\(name)` lies at `\(path)`, which git does not have"
    case .badChecksum(let name, let checksum):
      "`\(checksum)` is no checksum of the binary `\(name)`, expected 64 hexadecimal digits of SHA-256"
    case .insecureBinary(let name, let url):
      "the binary `\(name)` comes from `\(url)`, expected an address with `https:`"
    case .laterTools(let named, let found):
      "the file is for the tools of Swift \(named), and asks for \(found)"
    case .otherName(let name, let expected):
      "the package is called `\(name)` here, expected `\(expected)` as in `\(PackageDescription.fileName)`"
    case .otherProducts(let missing, let added):
      "the products are not those of `\(PackageDescription.fileName)`: "
        + (missing.map { "`\($0)` is missing" } + added.map { "`\($0)` is here alone" }).joined(separator: ", ")
    }
  }

  private var hint: String? {
    switch kind {
    case .unversioned: "depend on a release, such as `from: \"1.2.0\"`"
    case .localDependency: "depend on a release, such as `.package(url: \"…\", from: \"1.2.0\")`"
    case .unsafeFlags: "leave the flags out, or put them behind a condition such as `Context.environment[\"…\"]`"
    case .localBinary: "commit it, or publish it and name it with `url:` and `checksum:`"
    case .badChecksum: "get it with `swift package compute-checksum FILE`"
    case .insecureBinary, .otherName, .otherProducts: nil
    case .laterTools(let named, _): "write `// swift-tools-version: \(named)` into its first line"
    }
  }
}
