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

  private var headers: [HTTPHeader] {
    switch self {
    case .micropubConfiguration, .micropubSource: [HTTPHeader("Accept", "application/json")]
    case .micropubMedia, .mastodonMedia: [.multipart]
    case .mastodonStatus(_, _, let key): [.json, HTTPHeader("Idempotency-Key", key)]
    case .micropubPost, .webhook, .matrix: [.json]
    }
  }

  private var body: HTTPBody? {
    switch self {
    case .micropubConfiguration, .micropubSource: nil
    case .micropubMedia(_, let picture), .mastodonMedia(_, let picture):
      // Mastodon reads the description.
      .multipart(
        fields: ["description": picture.description],
        file: .file(path: picture.path, size: picture.contents.size), as: "file", named: picture.name.percentEncoded,
        headers: [HTTPHeader("Content-Type", picture.contentType)])
    case .micropubPost(_, let post): .json(post)
    case .mastodonStatus(_, let status, _): .json(status)
    case .webhook(_, let json): HTTPBody([.bytes(json)])
    case .matrix(_, _, _, let text): .json(["msgtype": "m.text", "body": text])
    }
  }

  /// Whether it makes the announcement public.
  var isPost: Bool {
    switch self {
    case .micropubConfiguration, .micropubSource, .micropubMedia, .mastodonMedia: false
    case .micropubPost, .mastodonStatus, .webhook, .matrix: true
    }
  }

  /// Whether `response` is what the service answers to a post that it has accepted. The check of a webhook depends on its form.
  func isConfirmed(by response: HTTPResponse) -> Bool {
    switch self {
    // "The server MUST respond with 201 or 202, with the address in the header `Location`" (Micropub, 3.2).
    case .micropubPost: [201, 202].contains(response.status) && response["Location"] != nil
    // The status as JSON (docs.joinmastodon.org, "Post a new status").
    case .mastodonStatus: response.value(of: "id") != nil
    // Client-server API, `PUT /rooms/{roomId}/send/{eventType}/{txnId}`.
    case .matrix: response.value(of: "event_id") != nil
    case .micropubConfiguration, .micropubSource, .micropubMedia, .mastodonMedia, .webhook: true
    }
  }

  /// Whether the service performs a repeated request only once.
  var isRepeatable: Bool {
    switch self {
    case .mastodonStatus, .matrix: true
    case .micropubConfiguration, .micropubSource, .micropubMedia, .mastodonMedia, .micropubPost, .webhook: false
    }
  }
}
