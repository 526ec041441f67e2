/// The software of a server that has releases and pull requests, such as GitHub.
///
/// Each forge has a file with everything that distinguishes it, except the client that sends its requests.
package struct Forge: Sendable {
  /// All forges, in the order of messages.
  package static let all: [Forge] = [.github, .gitlab, .forgejo]

  /// The requests that a forge accepts: there is a client for each.
  package enum Interface: Sendable {
    case gitHub, gitLab, forgejo
  }

  /// A variable of the environment that may hold a token.
  package struct TokenVariable: Sendable {
    package enum Owner: Sendable {
      /// A user or an app of the public server.
      case service
      /// A user of another server.
      case otherServer
      /// One job of the forge's CI system.
      case job
    }

    package let name: String
    package var owner = Owner.service

    init(_ name: String, of owner: Owner = .service) {
      self.name = name
      self.owner = owner
    }
  }

  /// The names that a forge keeps as they are.
  package struct AssetNameRule: Sendable {
    /// The characters besides ASCII letters and digits.
    package let marks: String
    /// The characters that a name does not start with.
    package var notFirst = ""
    /// The characters that a name does not end with.
    package let notLast: String
    /// The number of characters.
    package var lengths = 1...255
  }

  /// The value in a Releasefile, such as `github`.
  package let id: String
  /// The name in messages, such as `GitHub`.
  package let name: String
  package let interface: Interface
  /// The public server, such as `github.com`.
  package let host: String
  /// Other names of the public server.
  var otherHosts: [String] = []
  /// The words that show the forge in the name of a host. They are between periods or hyphens.
  let hostWords: [String]
  /// The variables that may hold a token, the preferred one first.
  package let tokenVariables: [TokenVariable]
  /// What a token must be able to do, such as `write contents`.
  package let permission: String

  /// What separates the forge's own pages from the names of groups, such as `-/`.
  package var pagePrefix = ""
  /// How the title of a pull request begins that is a draft; nil if drafts have another mark.
  package var draftPrefix: String?
  /// The part of the path to a pull request before its number.
  package let pullRequests: String
  /// The path of the release of a tag, after the project's address. The arguments of these functions are percent-encoded.
  let releasePath: @Sendable (_ tag: String) -> String
  /// The path of an asset of the release of a tag.
  let assetPath: @Sendable (_ tag: String, _ name: String) -> String
  /// The usual address of the API of a server, such as `https://api.github.com` of `https://github.com`.
  let api: @Sendable (_ server: String) -> String

  /// Whether there are releases that only writers can see.
  package let hasDrafts: Bool
  /// The number of bytes that an asset must stay below; nil if each server sets its own.
  package var assetSizeLimit: Int?
  /// The number of characters that notes may have; nil if there is no limit.
  package var notesLengthLimit: Int?
  /// The names of assets that are kept.
  package let assetNames: AssetNameRule
  /// Whether a release can be marked as a pre-release.
  package let marksPrereleases: Bool
  /// Whether the client decides which release is the latest; otherwise the newest is.
  package let marksLatest: Bool
  /// Whether a pushed tag makes the draft of its release public.
  package var pushPublishes = false

  /// The lines of a script that makes a pull request of the checked-out commit. They read the new version from `VERSION`,
  /// and the target branch from `BRANCH`.
  package let proposal: [String]
}

extension Forge: Hashable {
  package static func == (one: Forge, other: Forge) -> Bool { one.id == other.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Forge: Codable, CustomStringConvertible {
  package var description: String { id }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let id = try container.decode(String.self)
    guard let forge = Forge(id: id) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "`\(id)` is not a forge")
    }
    self = forge
  }
}

extension Forge {
  /// The forge with the value `id` in a Releasefile.
  package init?(id: String) {
    guard let forge = Self.all.first(where: { $0.id == id }) else { return nil }
    self = forge
  }

  /// The forge that the name of a host shows.
  init?(host: String) {
    let host = host.lowercased()
    let words = host.split { $0 == "." || $0 == "-" }.map(String.init)
    let shown = words.lazy.compactMap { word in Self.all.first { $0.hostWords.contains(word) } }.first
    guard let forge = Self.all.first(where: { $0.host == host }) ?? shown else { return nil }
    self = forge
  }

  /// The names of all forges, for messages: `GitHub, GitLab or Forgejo`.
  package static var names: String { all.map(\.name).alternatives }

  /// The values in a Releasefile, for messages.
  package static var ids: String { all.map { "`\($0.id)`" }.alternatives }

  /// The lines of a script that pushes the branch of a pull request. The user opens it.
  package static let proposalByHand = [
    pushOfProposal, #"echo "Open a pull request of propose-$VERSION for $BRANCH.""#,
  ]

  static let pushOfProposal = #"git push origin "HEAD:refs/heads/propose-$VERSION""#
}

extension [String] {
  /// The texts as a list that ends with `or`.
  fileprivate var alternatives: String {
    count > 1 ? "\(dropLast().joined(separator: ", ")) or \(self[count - 1])" : joined()
  }
}
