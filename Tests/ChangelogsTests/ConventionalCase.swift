import Testing

/// A commit's message, and what it says by Conventional Commits 1.0.0.
struct ConventionalCase: Sendable, CustomTestStringConvertible {
  /// Other programs that read such messages. `PeerTests` asks them.
  enum Peer: String, Sendable {
    /// git-cliff 2.14, which reads with the crate git-conventional.
    case gitCliff
    /// python-semantic-release 10, its `conventional` parser, told of every type below.
    case semanticRelease
  }

  /// What a message says.
  struct Reading: Equatable, Sendable {
    let type: String
    let scope: String?
    let isBreaking: Bool
    let description: String
  }

  let message: String
  /// Nil for a message that is no conventional one.
  let reading: Reading?
  /// Those that read it otherwise; the reason stands above each.
  let peersThatDiffer: [Peer]

  init(
    _ message: String, _ type: String? = nil, scope: String? = nil, breaking: Bool = false,
    says description: String = "",
    unlike peers: [Peer] = []
  ) {
    self.message = message
    reading = type.map { Reading(type: $0, scope: scope, isBreaking: breaking, description: description) }
    peersThatDiffer = peers
  }

  static let all = headers + messages

  var testDescription: String { message.debugDescription }
}
