import HTTP

@testable import Execution

extension AnnouncementRequest {
  /// An answer as the service sends it.
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
