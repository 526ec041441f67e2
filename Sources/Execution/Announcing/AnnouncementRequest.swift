import HTTP
import Lanes
import MartletCore

/// A request that sends a part of an announcement. The file of each service makes its requests.
struct AnnouncementRequest {
  var method = "POST"
  let address: String
  var headers = [HTTPHeader.json]
  var body: HTTPBody?
  /// Whether an answer is the one that the service documents for a post that it has accepted; nil if it makes nothing public.
  let isConfirmed: ((HTTPResponse) -> Bool)?
  /// Whether the service performs a repeated request only once.
  var isRepeatable = false

  func request(token: String?) -> HTTPRequest {
    HTTPRequest(
      method, address, headers: headers,
      credentials: token.map { HTTPCredentials("Authorization", "Bearer \($0)") }, body: body)
  }

  /// The upload of a picture.
  static func upload(_ picture: AnnouncementPicture, to address: String) -> AnnouncementRequest {
    let body = HTTPBody.multipart(
      // Mastodon reads the description.
      fields: ["description": picture.description],
      file: .file(path: picture.path, size: picture.contents.size), as: "file", named: picture.name.percentEncoded,
      headers: [HTTPHeader("Content-Type", picture.contentType)])
    return AnnouncementRequest(address: address, headers: [.multipart], body: body, isConfirmed: nil)
  }
}
