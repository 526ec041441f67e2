import Essentials
import HTTP
import Lanes

/// The requests that send announcements, as values.
enum AnnouncementRequest {
  /// The configuration of a Micropub endpoint (W3C Recommendation of 2017-05-23, 3.7.1).
  case micropubConfiguration(endpoint: String)
  case micropubMedia(endpoint: String, AnnouncementPicture)
  case micropubPost(endpoint: String, MicropubPost)
  /// The newest posts (indieweb.org/Micropub-extensions, "Query for Post List").
  case micropubSource(endpoint: String)
  case mastodonMedia(server: String, AnnouncementPicture)
  /// Within an hour, Mastodon performs only one request with the same key.
  case mastodonStatus(server: String, MastodonStatus, key: String)
  /// The address is the secret.
  case webhook(address: String, json: [UInt8])
  /// Matrix names each message, so that a repeated one counts once (client-server API, "Transaction identifiers").
  case matrix(server: String, room: String, transaction: String, text: String)

  func request(token: String?) -> HTTPRequest {
    HTTPRequest(
      method, address, headers: headers,
      credentials: token.map { HTTPCredentials("Authorization", "Bearer \($0)") }, body: body)
  }

  private var method: String {
    switch self {
    case .micropubConfiguration, .micropubSource: "GET"
    case .matrix: "PUT"
    case .micropubMedia, .micropubPost, .mastodonMedia, .mastodonStatus, .webhook: "POST"
    }
  }

  private var address: String {
    switch self {
    // The endpoint may already have a query, which stays.
    case .micropubConfiguration(let endpoint): endpoint + (endpoint.contains("?") ? "&" : "?") + "q=config"
    case .micropubSource(let endpoint): endpoint + (endpoint.contains("?") ? "&" : "?") + "q=source"
    case .micropubMedia(let endpoint, _), .micropubPost(let endpoint, _): endpoint
    case .mastodonMedia(let server, _): "\(server)/api/v2/media"
    case .mastodonStatus(let server, _, _): "\(server)/api/v1/statuses"
    case .webhook(let address, _): address
    case .matrix(let server, let room, let transaction, _):
      "\(server)/_matrix/client/v3/rooms/\(room.percentEncoded)/send/m.room.message/\(transaction.percentEncoded)"
    }
  }

  private static let boundary = "martlet-8d2e6b90c4f7415a-picture"
  private static let json = HTTPHeader("Content-Type", "application/json")

  private var headers: [HTTPHeader] {
    switch self {
    case .micropubConfiguration, .micropubSource: [HTTPHeader("Accept", "application/json")]
    case .micropubMedia, .mastodonMedia:
      [HTTPHeader("Content-Type", "multipart/form-data; boundary=\(Self.boundary)")]
    case .mastodonStatus(_, _, let key): [Self.json, HTTPHeader("Idempotency-Key", key)]
    case .micropubPost, .webhook, .matrix: [Self.json]
    }
  }

  private var body: HTTPBody? {
    switch self {
    case .micropubConfiguration, .micropubSource: nil
    case .micropubMedia(_, let picture), .mastodonMedia(_, let picture): .multipart(picture, boundary: Self.boundary)
    case .micropubPost(_, let post): .encoded(post)
    case .mastodonStatus(_, let status, _): .encoded(status)
    case .webhook(_, let json): HTTPBody([.bytes(json)])
    case .matrix(_, _, _, let text): .encoded(["msgtype": "m.text", "body": text])
    }
  }

  /// Whether it makes the announcement public.
  var isPost: Bool {
    switch self {
    case .micropubConfiguration, .micropubSource, .micropubMedia, .mastodonMedia: false
    case .micropubPost, .mastodonStatus, .webhook, .matrix: true
    }
  }

  /// Whether the service performs a repeated request only once.
  var isRepeatable: Bool {
    switch self {
    case .mastodonStatus, .matrix: true
    case .micropubConfiguration, .micropubSource, .micropubMedia, .mastodonMedia, .micropubPost, .webhook: false
    }
  }

  /// An answer as the service sends it, for tests.
  var canned: HTTPResponse {
    switch self {
    case .micropubConfiguration:
      HTTPResponse(status: 200, body: Array(#"{"media-endpoint": "https://blog.example/media"}"#.utf8))
    case .micropubSource: HTTPResponse(status: 200, body: Array(#"{"items": []}"#.utf8))
    case .micropubMedia:
      HTTPResponse(status: 201, headers: [HTTPHeader("Location", "https://blog.example/media/1.png")])
    case .micropubPost: HTTPResponse(status: 201, headers: [HTTPHeader("Location", "https://blog.example/2026/1")])
    case .mastodonMedia: HTTPResponse(status: 200, body: Array(#"{"id": "22"}"#.utf8))
    case .mastodonStatus:
      HTTPResponse(status: 200, body: Array(#"{"id": "1", "url": "https://social.example/@me/1"}"#.utf8))
    case .webhook: HTTPResponse(status: 200, body: Array("ok".utf8))
    case .matrix: HTTPResponse(status: 200, body: Array(##"{"event_id": "$1"}"##.utf8))
    }
  }
}

/// A post of Micropub in its JSON form: every value is a list.
struct MicropubPost: Encodable, Hashable {
  let type = ["h-entry"]
  let properties: [String: [String]]

  init(_ announcement: Announcement, pictures: [String], isDraft: Bool) {
    var properties = ["name": [announcement.title], "content": [announcement.text]]
    if !announcement.categories.isEmpty { properties["category"] = announcement.categories }
    if !pictures.isEmpty { properties["photo"] = pictures }
    // An extension (indieweb.org/Micropub-extensions): a server that does not have it publishes.
    if isDraft { properties["post-status"] = ["draft"] }
    self.properties = properties
  }
}

struct MastodonStatus: Encodable, Hashable {
  let status: String
  let visibility: String
  let language: String?
  let media: [String]

  private enum CodingKeys: String, CodingKey {
    case status, visibility, language
    case media = "media_ids"
  }

  init(_ text: String, visibility: String, language: String?, media: [String]) {
    status = text
    self.visibility = visibility
    self.language = language
    self.media = media
  }
}

extension HTTPBody {
  /// Encodes JSON with sorted keys.
  static func encoded(_ value: some Encodable) -> HTTPBody {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Requests encode only strings and lists of strings, which cannot fail.
    return HTTPBody([.bytes((try? encoder.encode(value)).map(Array.init) ?? [])])
  }

  /// Returns a picture as `multipart/form-data` (RFC 7578), with the description that Mastodon reads.
  fileprivate static func multipart(_ picture: AnnouncementPicture, boundary: String) -> HTTPBody {
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="description"\r
      \r
      \(picture.description)\r
      --\(boundary)\r
      Content-Disposition: form-data; name="file"; filename="\(picture.name.percentEncoded)"\r
      Content-Type: \(picture.contentType)\r
      \r\n
      """
    return HTTPBody([
      .bytes(Array(head.utf8)), .file(path: picture.path, size: picture.contents.size),
      .bytes(Array("\r\n--\(boundary)--\r\n".utf8)),
    ])
  }
}
