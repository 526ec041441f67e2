import HTTP
import Lanes
import MartletCore
import SystemAPI

extension Announcer {
  func micropub(
    _ announcement: Announcement, _ endpoint: String, _ isDraft: Bool, _ token: String?
  ) throws(Stop) -> String? {
    var pictures: [String] = []
    if !announcement.pictures.isEmpty {
      let configuration = try answer(to: .micropubConfiguration(endpoint: endpoint), for: announcement, token)
      guard let media = configuration.value(of: "media-endpoint") else { throw Stop(.noMediaEndpoint(endpoint)) }
      guard belongs(media, to: announcement, at: endpoint) else { throw Stop(.foreignMedia(media, announcement)) }
      for picture in announcement.pictures {
        let uploaded = try answer(to: .micropubMedia(endpoint: media, picture), for: announcement, token)
        guard let address = uploaded["Location"] else { throw Stop(.noLocation(endpoint)) }
        pictures.append(address)
      }
    }
    let post = MicropubPost(announcement, pictures: pictures, isDraft: isDraft)
    return try answer(to: .micropubPost(endpoint: endpoint, post), for: announcement, token)["Location"]
  }

  /// Whether the token may be sent to `address`: it is on the server of `endpoint`, or on another one of the token.
  private func belongs(_ address: String, to announcement: Announcement, at endpoint: String) -> Bool {
    guard let server = CredentialHost(address: address), server.keepsSecrets else { return false }
    return server == CredentialHost(address: endpoint)
      || announcement.secretVariables.contains { homes.covers($0, server) }
  }

  /// Searches the newest posts of a blog for the same title and text.
  func find(_ announcement: Announcement, at endpoint: String, _ token: String?) -> AnnouncementLookup {
    do throws(Stop) {
      let response = try answer(to: .micropubSource(endpoint: endpoint), for: announcement, token)
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
