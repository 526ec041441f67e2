/// A service that announcements are posted on: the `kind` of a channel.
///
/// Each service has a file with everything that distinguishes it, except the requests that post.
package struct AnnouncementService: Sendable {
  /// The value in a Releasefile, such as `mastodon`.
  package let id: String
  /// The name in a list, such as `Mastodon`.
  package let name: String
  /// The name in a sentence, where it differs.
  var nameInSentence: String?
  /// The keys that a channel needs besides `kind`.
  let required: [String]
  /// The keys that a channel may have besides those of every channel.
  var optional: [String] = []
  /// Whether the secret of a channel is its address.
  package var hasSecretAddress = false

  /// Whether posts have a title beside the text.
  package var hasTitles = false
  /// The highest number of characters of a post; nil: no limit is known.
  package var limit: Int?
  /// The number of characters that a link counts as; nil: its own.
  package var linkLength: Int?
  /// Whether the categories are hashtags in the text.
  package var showsHashtags = false

  /// Whether it can list its posts.
  package var listsPosts = false
  /// Whether it ignores a second post with the same key, a number of seconds after the first one.
  package var ignoresRepeat: @Sendable (_ seconds: Int64) -> Bool = { _ in false }
  /// What a token needs to post, without or with pictures.
  package var permission: @Sendable (_ hasPictures: Bool) -> String = { _ in "permission to post" }

  /// The destination that a channel declares.
  package let destination: @Sendable (ChannelDeclaration) -> AnnouncementChannel

  package var phrase: String { nameInSentence ?? name }
  var keys: [String] { ["kind", "template", "limit"] + required + optional }
}

extension AnnouncementService: Hashable {
  package static func == (one: AnnouncementService, other: AnnouncementService) -> Bool { one.id == other.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension AnnouncementService {
  /// The service with the value `id` in a Releasefile.
  package init?(id: String) {
    guard let service = Self.all.first(where: { $0.id == id }) else { return nil }
    self = service
  }
}
