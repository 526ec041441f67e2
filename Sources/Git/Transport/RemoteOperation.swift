/// What is done with a remote.
package enum RemoteOperation: String, Sendable {
  /// Its references are read.
  case read
  case rehearse, push
  /// An object is fetched.
  case fetch

  /// Such as `reading its references`.
  var phrase: String {
    switch self {
    case .read: "reading its references"
    case .rehearse: "rehearsing the push"
    case .push: "pushing"
    case .fetch: "fetching from it"
    }
  }
}
