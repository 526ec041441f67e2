import HTTP
import Lanes
import MartletCore
import SystemAPI

struct MastodonClient: ChannelClient {
  let announcer: Announcer
  let server: String
  let visibility: String
  let language: String?

  func post(_ announcement: Announcement, _ token: String?, key: String) throws(Stop) -> String? {
    var media: [String] = []
    for picture in announcement.pictures {
      let uploaded = try announcer.answer(to: .upload(picture, to: "\(server)/api/v2/media"), for: announcement, token)
      guard let id = uploaded.value(of: "id") else { throw Stop(.noLocation(server)) }
      media.append(id)
    }
    let status = MastodonStatus(announcement.text, visibility: visibility, language: language, media: media)
    // Within an hour, Mastodon performs only one request with the same key. It answers with the status
    // (docs.joinmastodon.org, "Post a new status").
    let request = AnnouncementRequest(
      address: "\(server)/api/v1/statuses", headers: [.json, HTTPHeader("Idempotency-Key", key)],
      body: .json(status), isConfirmed: { $0.value(of: "id") != nil }, isRepeatable: true)
    return try announcer.answer(to: request, for: announcement, token).value(of: "url")
  }

  /// Searches the newest statuses of the token's account for the same text. A token that can only post cannot read them.
  func find(_ announcement: Announcement, _ token: String?) -> AnnouncementLookup {
    do throws(Stop) {
      let account = try announcer.answer(
        to: .mastodonAccount("verify_credentials", on: server), for: announcement, token)
      guard let id = account.value(of: "id") else { return .unknown(.cannotList) }
      let list = try announcer.answer(
        to: .mastodonAccount("\(id.percentEncoded)/statuses?limit=40", on: server), for: announcement, token)
      guard let statuses = try? JSONDecoder().decode([MastodonPost].self, from: Data(list.body)) else {
        return .unknown(.cannotList)
      }
      let text = announcement.text.filter { !$0.isWhitespace }
      return statuses.first { $0.text == text }.map { .found(address: $0.url) } ?? .missing
    } catch {
      return .unknown(error.failure)
    }
  }

  func check(_ token: String?, for announcement: Announcement) throws(Stop) {
    _ = try announcer.answer(to: .mastodonTrial(of: server), for: announcement, token)
  }
}

/// A status in a list (docs.joinmastodon.org, "Status").
private struct MastodonPost: Decodable {
  let content: String
  let url: String?

  private static let tag = Pattern(/<[^>]*>/)

  /// The text of the HTML in `content`, without spaces: links are shortened by elements that hide a part of them.
  var text: String {
    let plain = content.replacing(Self.tag, with: "").filter { !$0.isWhitespace }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return entities.reduce(plain) { $0.replacing($1.0, with: $1.1) }
  }
}

extension AnnouncementRequest {
  /// Requests of the account of the token (docs.joinmastodon.org, "accounts API methods").
  static func mastodonAccount(_ path: String, on server: String) -> AnnouncementRequest {
    AnnouncementRequest(method: "GET", address: "\(server)/api/v1/accounts/\(path)", headers: [], isConfirmed: nil)
  }

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
