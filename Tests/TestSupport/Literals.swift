import TextEditing

extension RelativePath: ExpressibleByStringLiteral {
  /// Lets tests write paths as they are; a literal that is no path stops the test.
  package init(stringLiteral value: String) {
    guard let path = RelativePath(value) else { preconditionFailure("`\(value)` is no relative path") }
    self = path
  }
}
