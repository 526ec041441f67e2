import MartletCore

extension RelativePath: ExpressibleByStringLiteral {
  /// Allows literal paths in tests; a literal that is not a path stops the test.
  package init(stringLiteral value: String) {
    guard let path = RelativePath(value) else { preconditionFailure("`\(value)` is not a relative path") }
    self = path
  }
}
