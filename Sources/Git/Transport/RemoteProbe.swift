import Versioning

/// Asks a remote whether a release could be pushed to it, without sending anything.
///
/// Through the `git` program alone: libgit2 has no limit of time for a host that does not answer.
package struct RemoteProbe {
  private let transport: GitTransport
  private let commit: ObjectID?

  /// - Parameters:
  ///   - commit: What a push would be of; nil where there is no commit yet, so that the remote is only read.
  ///   - limit: How long each question may take.
  package init(of repository: Repository, pushing commit: ObjectID?, within limit: Duration) {
    transport = GitTransport(of: repository, isInteractive: false, within: limit)
    self.commit = commit
  }

  /// Asks in every place where the remote called `name` is pushed to for two new references at once: what a push of
  /// branch and tag needs is the way there, the right to write, and all or nothing.
  ///
  /// - Throws: `TransportError`; `.silent` where there is no answer in time.
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
