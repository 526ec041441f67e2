import MartletCore

/// A file that is generated from a configuration.
package struct OutputDeclaration: Sendable, Hashable {
  package enum Format: String, Sendable, CaseIterable {
    case swift, plist, json, env, xcconfig

    /// Whether the file declares types, so that it can contain all environments.
    package var declaresTypes: Bool { self == .swift }
  }

  /// The access level of Swift declarations.
  package enum Access: String, Sendable, CaseIterable {
    case `internal`, `package`, `public`
  }

  /// The environments whose values are in it.
  package enum Extent: String, Sendable, CaseIterable {
    /// Only the environment that it is generated for.
    case selected
    case all
  }

  package let format: Format
  package let path: RelativePath
  /// A Mustache template to use instead of the built-in one.
  package var template: RelativePath?
  /// The name of the Swift struct; nil: named after the file.
  package var typeName: String?
  /// The name of the Swift protocol; nil: the struct's name followed by `Values`.
  package var protocolName: String?
  package var access = Access.internal
  package var extent = Extent.selected
  package let span: Range<Int>

  /// Whether it contains the values of all environments.
  package var isAboutAll: Bool { format.declaresTypes && extent == .all }

  package init(_ format: Format, at path: RelativePath, span: Range<Int> = 0..<0) {
    self.format = format
    self.path = path
    self.span = span
  }
}
