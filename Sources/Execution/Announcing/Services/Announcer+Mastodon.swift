import Lanes

extension Announcer {
  func mastodon(
    _ announcement: Announcement, _ place: (server: String, visibility: String, language: String?), _ token: String?,
    _ key: String
  ) throws(Stop) -> String? {
    var media: [String] = []
    for picture in announcement.pictures {
      let uploaded = try answer(to: .mastodonMedia(server: place.server, picture), for: announcement, token)
      guard let id = uploaded.value(of: "id") else { throw Stop(.noLocation(place.server)) }
      media.append(id)
    }
    let status = MastodonStatus(
      announcement.text, visibility: place.visibility, language: place.language, media: media)
    let request = AnnouncementRequest.mastodonStatus(server: place.server, status, key: key)
    return try answer(to: request, for: announcement, token).value(of: "url")
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
