import Essentials
import HTTP

/// A request to the API of one forge, as a value. Each forge has a closed type of them.
protocol ForgeRequest: Sendable {
  var method: String { get }
  var target: ForgeTarget { get }
  var headers: [HTTPHeader] { get }
  var body: HTTPBody? { get }
  /// The statuses of an answer that can be decoded.
  var expected: Set<Int> { get }
  /// Statuses of an answer after which the request can be sent again, because nothing was done.
  var transient: Set<Int> { get }
  /// An answer as the forge sends it, for tests.
  var canned: HTTPResponse { get }

  /// The header that has `token` in it.
  static func credentials(_ token: ForgeToken) -> HTTPCredentials
  /// What an answer with another status means.
  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal
}

extension ForgeRequest {
  var transient: Set<Int> { [] }
}

/// Where a request goes.
enum ForgeTarget: Sendable, Hashable {
  /// A path after the address of the API, already encoded, with the parts of a query.
  case api(String, query: [String: String] = [:])
  /// An address that the forge has named.
  case address(String)

  func address(in location: ForgeLocation) -> String {
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
  case notFound
  /// The tag or name is used already.
  case taken
  /// A rule of the forge protects the tag.
  case tagProtected
  /// The release, or one that had the tag before, is immutable.
  case immutable
  case other
}

extension HTTPBody {
  /// A value as JSON, its keys in order.
  static func json(_ value: some Encodable) -> HTTPBody {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What requests encode are texts and booleans, which cannot fail.
    return HTTPBody([.bytes((try? encoder.encode(value)).map(Array.init) ?? [])])
  }
}

extension HTTPHeader {
  static let json = HTTPHeader("Content-Type", "application/json")
}
