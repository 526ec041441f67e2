import MartletCore

/// Reads and moves the references of a repository's remotes: `GitTransport`, and in tests one with recorded responses. The
/// guarantees of a push are in `PushOperation`.
package protocol Transport {
  /// The repository whose objects are pushed.
  var repository: Repository { get }

  /// Whether prompts at the terminal are allowed.
  var isInteractive: Bool { get }

  /// Returns the current objects of the references at `place`, without missing ones.
  ///
  /// - Parameters:
  ///   - names: Full names, at least one; `refs/…/*` for all below.
  ///   - limit: The maximum time of a final check, which cannot be interrupted; nil for a check that can.
  func references(
    _ names: [String], at place: RemoteEndpoint, within limit: Duration?
  ) throws(TransportError) -> [String: ObjectID]

  /// Pushes all `references` together, without a retry or a check of the result.
  ///
  /// A branch at an unexpected object, or an existing tag, is not changed.
  /// - Throws: The error of the remote or the connection.
  func send(_ references: [PushedReference], to remote: Remote) throws(TransportError)

  /// Does everything that `send` does, except moving references and running the server's hooks.
  func rehearse(_ references: [PushedReference], to remote: Remote) throws(TransportError)

  /// Moves a reference of the remote that still names `object`, in one push without a look before it.
  ///
  /// - Parameters:
  ///   - object: Nil: the remote does not have the reference yet, and it is created.
  ///   - new: Nil: the reference is deleted.
  ///   - isLast: Whether the push ends what was begun, so that it cannot be interrupted.
  func replace(
    _ reference: String, naming object: ObjectID?, with new: ObjectID?, of remote: Remote, isLast: Bool
  ) throws(TransportError)

  /// Fetches the object that a reference of the remote names, with all it contains, without creating a reference here.
  func download(_ reference: String, from place: RemoteEndpoint) throws(TransportError)
}

extension Transport {
  /// Pushes missing references, without overwriting changes of other users, and reports what the remote has afterwards.
  ///
  /// A reference that already names the pushed object counts as done, so an interrupted push may be repeated.
  ///
  /// - Parameter willSend: Called after the hook `pre-push`, before something is sent. If it throws, nothing is.
  package func push(
    _ request: PushRequest, willSend: () throws(TransportError) -> Void = {}
  ) throws(TransportError) -> PushReport {
    try PushOperation(of: request, through: self).run(willSend: willSend)
  }

  /// Checks whether the remote would accept `request`, without moving anything.
  ///
  /// - Parameter moving: The full names of the local references that will be created or moved before the push. The
  ///   objects given for them are ancestors of the future ones.
  package func rehearse(_ request: PushRequest, moving: Set<String> = []) throws(TransportError) {
    try PushOperation(of: request, through: self, moving: moving).rehearse()
  }

  /// The same on the remote of that name.
  package func replace(
    _ reference: String, naming object: ObjectID?, with new: ObjectID?, of remote: String, isLast: Bool
  ) throws(TransportError) {
    try replace(reference, naming: object, with: new, of: Remote(named: remote, of: repository), isLast: isLast)
  }

  /// Fetches the object that a reference of the remote's first place names, without creating a reference here.
  package func download(_ reference: String, of remote: String) throws(TransportError) {
    guard let place = try Remote(named: remote, of: repository).places.first else { return }
    try download(reference, from: place)
  }

  /// Returns the current objects of references, by full name. Missing ones are left out, and those that differ between
  /// the places of the remote.
  package func references(_ names: [String], of remote: String) throws(TransportError) -> [String: ObjectID] {
    let places = try referencesAtEachPlace(names, of: remote)
    return places.dropFirst().reduce(places.first ?? [:]) { found, there in
      found.filter { there[$0.key] == $0.value }
    }
  }

  /// Returns the current objects of references by full name, for each place that the remote is pushed to.
  ///
  /// - Parameter limit: The maximum time for each place, which no signal shortens; nil for none.
  package func referencesAtEachPlace(
    _ names: [String], of remote: String, within limit: Duration? = nil
  ) throws(TransportError) -> [[String: ObjectID]] {
    var found: [[String: ObjectID]] = []
    for place in try Remote(named: remote, of: repository).places {
      found.append(try references(names, at: place, within: limit))
    }
    return found
  }
}
