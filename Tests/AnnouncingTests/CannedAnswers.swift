import HTTP

@testable import Execution

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
  static var matrix: HTTPResponse { HTTPResponse(status: 200, body: Array(##"{"event_id": "$1"}"##.utf8)) }
}

extension DiscussionRequest {
  /// An answer as GitHub sends it.
  var canned: HTTPResponse {
    let json =
      switch self {
      case .categories:
        #"{"data":{"repository":{"id":"R_1","discussionCategories":{"nodes":[{"id":"DIC_1","name":"Releases"}]}}}}"#
      case .create:
        #"{"data":{"createDiscussion":{"discussion":{"url":"https://github.com/owner/name/discussions/1"}}}}"#
      case .newest: #"{"data":{"repository":{"discussions":{"nodes":[]}}}}"#
      }
    return HTTPResponse(status: 200, body: Array(json.utf8))
  }
}
