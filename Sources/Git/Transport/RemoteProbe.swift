import MartletCore

/// Checks whether a release could be pushed to a remote, without sending anything.
package struct RemoteProbe {
  private let transport: GitTransport
  private let commit: ObjectID?

  /// - Parameters:
  ///   - commit: The commit to push; nil when there is none yet, so that the remote is only read.
  ///   - limit: The maximum time of each command.
  package init(of repository: Repository, pushing commit: ObjectID?, within limit: Duration) {
    transport = GitTransport(of: repository, isInteractive: false, within: limit)
    self.commit = commit
  }

  /// Rehearses an atomic push of two new references to each place of the remote `name`. This checks what a push of
  /// branch and tag needs: the connection, write access and atomic pushes.
  ///
  /// - Throws: `TransportError`; `.silent` after the time limit.
  package func run(on name: String) throws(TransportError) {
    let remote = try Remote(named: name, of: transport.repository)
    guard let commit else {
      for place in remote.places { _ = try transport.references(["HEAD"], at: place, within: transport.limit) }
      return
    }
    let references = ["refs/martlet/one", "refs/martlet/two"].map {
      PushedReference(commit, from: "HEAD", to: $0, expecting: .nothing)
    }
    try transport.rehearse(references, to: remote)
  }
}
