import TextEditing

/// A file that is made of a configuration.
package struct OutputDeclaration: Sendable, Hashable {
  package enum Format: String, Sendable, CaseIterable {
    case swift, plist, json, env, xcconfig
  }

  /// Who may see what is declared in Swift.
  package enum Access: String, Sendable, CaseIterable {
    case `internal`, `package`, `public`
  }

  /// Whose values are in it.
  package enum Extent: String, Sendable, CaseIterable {
    /// Those of the environment that it is generated for, and no other's.
    case selected
    case all
  }

  package let format: Format
  package let path: RelativePath
  /// A mustache template in place of the one that is built in.
  package var template: RelativePath?
  /// The struct in Swift; nil: named after the file.
  package var typeName: String?
  /// The protocol in Swift; nil: the struct's name with `Values` behind it.
  package var protocolName: String?
  package var access = Access.internal
  package var extent = Extent.selected
  package let span: Range<Int>

  package init(_ format: Format, at path: RelativePath, span: Range<Int> = 0..<0) {
    self.format = format
    self.path = path
    self.span = span
  }
}
