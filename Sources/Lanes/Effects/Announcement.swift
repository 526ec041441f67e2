import MartletCore

/// One announcement of a release on one channel, with the exact text that is posted.
package struct Announcement: Hashable, Sendable, Codable {
  /// The name of the channel in the Releasefile.
  package let name: String
  package let channel: AnnouncementChannel
  /// The environment variables that may hold the token, the password or the address of the webhook, the preferred one
  /// first; empty if the channel needs none.
  package let secretVariables: [String]
  /// Posted where the service has titles.
  package let title: String
  /// With the link and the hashtags; the JSON of a webhook with a template.
  package let text: String
  /// Keywords, without `#`.
  package let categories: [String]
  package let pictures: [AnnouncementPicture]
  /// The tag of the release; nil in the journals of earlier versions.
  package var tag: String?
  /// The tag that has to be on a remote before the announcement; nil if the run pushes it.
  package var publicTag: RemoteTag?
  /// Whether later steps may read the address of the post.
  package var isAwaited = false
  package var repetition = AnnouncementRepetition.never

  package init(
    name: String = "", on channel: AnnouncementChannel, secretVariables: [String] = [], title: String, text: String,
    categories: [String] = [], pictures: [AnnouncementPicture] = []
  ) {
    self.name = name
    self.channel = channel
    self.secretVariables = secretVariables
    self.title = title
    self.text = text
    self.categories = categories
    self.pictures = pictures
  }
}

/// Whether an announcement is posted that the channel may have already.
package enum AnnouncementRepetition: String, Hashable, Sendable, Codable {
  /// A service that ignores a repeated post gets the same key.
  case never
  /// Also, the service is searched for the post where it lists posts: a run in another clone may have made it.
  case ifMissing
  case always
}

extension Announcement: EffectValue {
  package var summary: EffectSummary {
    let count = pictures.isEmpty ? "" : ", with \(pictures.count.of("picture"))"
    var summary = EffectSummary("post", "on \(name) (\(channel.displayName))", "\"\(title)\"\(count)")
    summary.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return summary
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["channel": name, "title": title, "text": text, "url": outcome.post]
  }

  package func receipt(_ outcome: Outcome) -> String? { "posted on \(outcome.post ?? name)" }
  package var publicName: String? { "the announcement on `\(name)`" }
  package var isOutward: Bool { true }
  package var isOpaque: Bool { isAwaited }
}

/// A tag on a remote.
package struct RemoteTag: Hashable, Sendable, Codable {
  /// Without `refs/tags/`.
  package let name: String
  package let remote: String
  /// The repository on a forge that has to show a release of the tag; nil if the tag is enough.
  package let release: ForgeRepository?

  package init(_ name: String, on remote: String, release: ForgeRepository? = nil) {
    self.name = name
    self.remote = remote
    self.release = release
  }
}

/// A picture, uploaded before the text that shows it.
package struct AnnouncementPicture: Hashable, Sendable, Codable {
  /// Absolute, or from the root of the repository.
  package var path: String
  package let contents: ArtifactContents
  /// The description of the picture, for blind readers.
  package let description: String

  package init(path: String, contents: ArtifactContents, description: String) {
    self.path = path
    self.contents = contents
    self.description = description
  }

  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  package var contentType: String { MediaType.ofFile(path) }
}
