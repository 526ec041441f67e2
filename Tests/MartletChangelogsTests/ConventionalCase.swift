import Testing

/// A commit's message, and its parts according to Conventional Commits 1.0.0.
struct ConventionalCase: Sendable, CustomTestStringConvertible {
  /// Other programs that parse such messages. `PeerTests` runs them.
  enum Peer: String, Sendable {
    /// git-cliff 2.14, which uses the crate git-conventional.
    case gitCliff
    /// python-semantic-release 10, its `conventional` parser, configured with every type below.
    case semanticRelease
  }

  /// The parts of a message.
  struct Reading: Equatable, Sendable {
    let type: String
    let scope: String?
    let isBreaking: Bool
    let description: String
  }

  let message: String
  /// Nil for a message that is not a conventional one.
  let reading: Reading?
  /// The programs with a different result; the reason is above each.
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
