/// The kind of an object.
package enum ObjectKind: String, Sendable {
  case commit, tree, blob, tag
}
