import HTTP
import MartletCore

/// A request to the API of a forge, as a value. Each forge has its enumeration of requests.
protocol ForgeRequest: Sendable {
  var method: String { get }
  var target: ForgeTarget { get }
  var headers: [HTTPHeader] { get }
  var body: HTTPBody? { get }
  /// The statuses of an answer that can be decoded.
  var expected: Set<Int> { get }
  /// Statuses after which the request can be sent again, because the forge did nothing.
  var transient: Set<Int> { get }

  /// The header that has `token` in it.
  static func credentials(_ token: ForgeToken) -> HTTPCredentials
  /// Classifies an answer with another status.
  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal
}

extension ForgeRequest {
  var transient: Set<Int> { [] }
}

/// The address of a request.
enum ForgeTarget: Sendable, Hashable {
  /// A percent-encoded path after the address of the API, with query items.
  case api(String, query: [String: String] = [:])
  /// An address from an answer of the forge.
  case address(String)

  func address(in location: ForgeProject) -> String {
    switch self {
    case .address(let address): address
    case .api(let path, let query) where query.isEmpty: location.api + path
    case .api(let path, let query):
      location.api + path + "?"
        + query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
  }
}

/// Why a forge refuses a request.
enum ForgeRefusal: Equatable {
  /// The token is missing, wrong, or may not do this.
  case credentials
  /// The token may not do this, or the project is archived: GitLab does not say which.
  case forbidden
  case notFound
  /// The tag or name is already used.
  case taken
  /// A rule of the forge protects the tag.
  case tagProtected
  /// The repository's settings do not let jobs open pull requests.
  case pullRequestsForbidden
  /// The release, or one that had the tag before, is immutable.
  case immutable
  /// The repository is read-only, because it was archived.
  case archived
  /// The repository has another name now.
  case moved
  case other
}
