import HTTP
import Lanes
import MartletCore
import SystemAPI

extension Announcer {
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
  fileprivate static func noPostList(_ endpoint: String) -> Failure {
    Failure("`\(endpoint)` did not list its posts", code: .unreadableAnswer)
  }
}
