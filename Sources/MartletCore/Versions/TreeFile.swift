/// A file in a tree of git.
package struct TreeFile: Hashable, Sendable, Codable {
  /// Such as `100644`, `100755` for a program and `120000` for a link.
  package let mode: String
  package let object: ObjectID

  package init(mode: String, object: ObjectID) {
    self.mode = mode
    self.object = object
  }
}
