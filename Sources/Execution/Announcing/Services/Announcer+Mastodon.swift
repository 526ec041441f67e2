import HTTP
import Lanes

extension Announcer {
  func mastodon(
    _ announcement: Announcement, _ place: (server: String, visibility: String, language: String?), _ token: String?,
    _ key: String
  ) throws(Stop) -> String? {
    var media: [String] = []
    for picture in announcement.pictures {
      let uploaded = try answer(to: .upload(picture, to: "\(place.server)/api/v2/media"), for: announcement, token)
      guard let id = uploaded.value(of: "id") else { throw Stop(.noLocation(place.server)) }
      media.append(id)
    }
    let status = MastodonStatus(
      announcement.text, visibility: place.visibility, language: place.language, media: media)
    // Within an hour, Mastodon performs only one request with the same key. It answers with the status
    // (docs.joinmastodon.org, "Post a new status").
    let request = AnnouncementRequest(
      address: "\(place.server)/api/v1/statuses", headers: [.json, HTTPHeader("Idempotency-Key", key)],
      body: .json(status), isConfirmed: { $0.value(of: "id") != nil }, isRepeatable: true)
    return try answer(to: request, for: announcement, token).value(of: "url")
  }
}

extension AnnouncementRequest {
  /// With it, Mastodon shows whether a token is valid, whichever scopes it has (docs.joinmastodon.org, "Verify your app works";
  /// `verify_credentials` of an account requires `read:accounts`, which a token that only posts need not have).
  static func mastodonTrial(of server: String) -> AnnouncementRequest {
    AnnouncementRequest(
      method: "GET", address: "\(server)/api/v1/apps/verify_credentials", headers: [], isConfirmed: nil)
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
