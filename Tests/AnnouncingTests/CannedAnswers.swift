import HTTP

/// Answers as the services send them.
enum CannedAnswer {
  static var micropubConfiguration: HTTPResponse {
    HTTPResponse(status: 200, body: Array(#"{"media-endpoint": "https://blog.example/media"}"#.utf8))
  }
  static var micropubMedia: HTTPResponse {
    HTTPResponse(status: 201, headers: [HTTPHeader("Location", "https://blog.example/media/1.png")])
  }
  static var mastodonStatus: HTTPResponse {
    HTTPResponse(status: 200, body: Array(#"{"id": "1", "url": "https://social.example/@me/1"}"#.utf8))
  }
  static var webhook: HTTPResponse { HTTPResponse(status: 200, body: Array("ok".utf8)) }
}
