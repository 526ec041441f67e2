/// The kind of an operation on a remote.
package enum RemoteOperation: String, Sendable {
  /// Reads the references.
  case read
  case rehearse, push
  /// Fetches an object.
  case fetch

  /// The phrase in messages, such as `reading its references`.
  var phrase: String {
    switch self {
    case .read: "reading its references"
    case .rehearse: "rehearsing the push"
    case .push: "pushing"
    case .fetch: "fetching from it"
    }
  }
}
