import Versioning

/// A way to a repository's remotes: how their references are read and moved. What makes a push of it that can be trusted
/// is in `Delivery`, the same for every way.
package protocol Transport {
  /// Where what is pushed comes from.
  var repository: Repository { get }

  /// Whether the user may be asked at the terminal.
  var isInteractive: Bool { get }

  /// Whether several references can be pushed so that all of them move, or none.
  var pushesAtomically: Bool { get }

  /// What the references at `place` name by now; those that it does not have are left out.
  ///
  /// - Parameters:
  ///   - names: full names, at least one.
  ///   - limit: ends a last look, which no interruption ends; nil for a look that an interruption ends.
  func references(
    _ names: [String], at place: RemotePlace, within limit: Duration?
  ) throws(TransportError) -> [String: ObjectID]

  /// Asks the remote for all of `references` at once, without trying again or looking what came of it.
  ///
  /// A branch that has another object than the expected one, or a tag that is there, is left alone.
  /// - Throws: what the remote, or the way to it, said against it.
  func send(_ references: [PushedReference], to remote: Remote) throws(TransportError)

  /// Does all of `send` that moves nothing and runs none of the server's hooks.
  func rehearse(_ references: [PushedReference], to remote: Remote) throws(TransportError)

  /// Brings the object that a reference of the remote names, and what belongs to it, into this repository; no reference
  /// here will name it.
  func download(_ reference: String, from place: RemotePlace) throws(TransportError)
}

/// The kinds of transports, by the words that choose them.
package enum TransportKind: String, Sendable, CaseIterable {
  /// The `git` program, with the user's credentials, proxies and ssh configuration.
  case git
  /// The library, for machines without the program.
  case libgit2
}

extension Repository {
  /// The way to the remotes: the one that is asked for, otherwise through the `git` program where there is one.
  ///
  /// - Parameter silence: How long an operation may go on without progress.
  package func transport(
    _ kind: TransportKind? = nil, isInteractive: Bool = false, silence: Duration = .seconds(60)
  ) -> any Transport {
    switch kind ?? (gitProgram.isThere ? .git : .libgit2) {
    case .git: GitTransport(of: self, isInteractive: isInteractive, silence: silence)
    case .libgit2: LibGit2Transport(of: self, isInteractive: isInteractive, silence: silence)
    }
  }
}

extension Transport {
  /// Pushes what is not there yet, without ever losing what somebody else has put there, and reads the remote again: what
  /// is reported is what is there.
  ///
  /// A reference that is already there as wanted counts as done, so an interrupted push may be repeated.
  package func push(_ order: PushOrder) throws(TransportError) -> PushReport {
    try Delivery(of: order, through: self).run()
  }

  /// Finds what would keep `order` from being done, as far as the remote can tell without anything being moved.
  ///
  /// - Parameter moving: The references here, by their full names, that will be made or moved before the push: what is
  ///   given for them stands for what will follow it.
  package func rehearse(_ order: PushOrder, moving: Set<String> = []) throws(TransportError) {
    try Delivery(of: order, through: self, moving: moving).rehearse()
  }

  /// What the references named in full name by now, wherever the remote is pushed to; those that it does not have are
  /// left out, and those that are not the same in all its places.
  package func references(_ names: [String], of remote: String) throws(TransportError) -> [String: ObjectID] {
    let remote = try Remote(named: remote, of: repository)
    var found: [String: ObjectID]?
    for place in remote.places {
      let there = try references(names, at: place, within: nil)
      found = found.map { $0.filter { there[$0.key] == $0.value } } ?? there
    }
    return found ?? [:]
  }
}
