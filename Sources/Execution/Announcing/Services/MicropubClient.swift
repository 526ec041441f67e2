import HTTP
import Lanes
import MartletCore
import SystemAPI

struct MicropubClient: ChannelClient {
  let announcer: Announcer
  let endpoint: String
  let isDraft: Bool

  func post(_ announcement: Announcement, _ token: String?, key: String) throws(Stop) -> String? {
    var pictures: [String] = []
    if !announcement.pictures.isEmpty {
      let configuration = try announcer.answer(to: .query("config", of: endpoint), for: announcement, token)
      guard let media = configuration.value(of: "media-endpoint") else { throw Stop(.noMediaEndpoint(endpoint)) }
      guard belongs(media, to: announcement) else { throw Stop(.foreignMedia(media, announcement)) }
      for picture in announcement.pictures {
        let uploaded = try announcer.answer(to: .upload(picture, to: media), for: announcement, token)
        guard let address = uploaded["Location"] else { throw Stop(.noLocation(endpoint)) }
        pictures.append(address)
      }
    }
    let post = MicropubPost(announcement, pictures: pictures, isDraft: isDraft)
    // "The server MUST respond with 201 or 202, with the address in the header `Location`" (Micropub, 3.2).
    let request = AnnouncementRequest(
      address: endpoint, body: .json(post),
      isConfirmed: { [201, 202].contains($0.status) && $0["Location"] != nil })
    return try announcer.answer(to: request, for: announcement, token)["Location"]
  }

  /// Whether the token may be sent to `address`: it is on the server of `endpoint`, or on another one of the token.
  private func belongs(_ address: String, to announcement: Announcement) -> Bool {
    guard let server = CredentialHost(address: address), server.keepsSecrets else { return false }
    return server == CredentialHost(address: endpoint)
      || announcement.secretVariables.contains { announcer.homes.covers($0, server) }
  }

  /// Searches the newest posts of a blog for the same title and text.
  func find(_ announcement: Announcement, _ token: String?, since time: Int64) -> AnnouncementLookup {
    do throws(Stop) {
      let response = try announcer.answer(to: .query("source", of: endpoint), for: announcement, token)
      guard let posts = try? JSONDecoder().decode(MicropubPosts.self, from: Data(response.body)) else {
        return .unknown(.noPostList(endpoint))
      }
      let twin = posts.items.first { post in
        post.properties["name"]?.first?.text == announcement.title
          && post.properties["content"]?.first?.text?.hasSameLines(as: announcement.text) == true
      }
      return twin.map { .found(address: $0.url ?? $0.properties["url"]?.first?.text) } ?? .missing
    } catch {
      return .unknown(error.failure)
    }
  }

  func check(_ token: String?, for announcement: Announcement) throws(Stop) {
    _ = try announcer.answer(to: .query("config", of: endpoint), for: announcement, token)
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

/// The answer to `q=source` without an address.
private struct MicropubPosts: Decodable {
  let items: [Post]

  struct Post: Decodable {
    let url: String?
    let properties: [String: [Value]]
  }

  /// A text, or the text of an object with HTML; nil for other values.
  struct Value: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text =
        (try? container.decode(String.self))
        ?? (try? container.decode([String: String].self)).flatMap {
          $0["value"] ?? $0["html"]
        }
    }
  }
}

extension AnnouncementRequest {
  /// A query of the configuration (W3C Recommendation of 2017-05-23, 3.7.1), or of the newest posts
  /// (indieweb.org/Micropub-extensions, "Query for Post List"). The endpoint may already have a query, which stays.
  static func query(_ name: String, of endpoint: String) -> AnnouncementRequest {
    AnnouncementRequest(
      method: "GET", address: endpoint + (endpoint.contains("?") ? "&" : "?") + "q=\(name)",
      headers: [HTTPHeader("Accept", "application/json")], isConfirmed: nil)
  }
}

extension Failure {
  fileprivate static func noMediaEndpoint(_ endpoint: String) -> Failure {
    Failure("`\(endpoint)` does not accept pictures: its configuration has no media endpoint", code: .requestRefused)
  }

  fileprivate static func foreignMedia(_ address: String, _ announcement: Announcement) -> Failure {
    let use = CredentialUse(
      announcement.secretVariables, at: address, for: "channel `\(announcement.name)`, for pictures,")
    guard let variable = use.variables.first, let server = use.server else { return .noMediaEndpoint(address) }
    return .unboundToken(variable, server, use, file: nil)
  }

  fileprivate static func noPostList(_ endpoint: String) -> Failure {
    Failure("`\(endpoint)` did not list its posts", code: .unreadableAnswer)
  }
}
