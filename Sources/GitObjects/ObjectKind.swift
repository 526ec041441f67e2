/// What an object can be.
package enum ObjectKind: String, Sendable {
  case commit, tree, blob, tag
}
