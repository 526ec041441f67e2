import MartletCore

/// A channel for announcements, as the Releasefile declares it under `channels`.
package struct ChannelDeclaration: Hashable, Sendable {
  /// A picture of every announcement on the channel.
  package struct Picture: Hashable, Sendable {
    package var file: RelativePath?
    package var description = ""
  }

  package let name: String
  package var kind = AnnouncementService.webhook
  package var endpoint = ""
  package var server = ""
  /// The variable that holds the token or the address.
  package var secretVariable: String?
  package var visibility = "public"
  package var language: String?
  package var isDraft = false
  /// A Mustache template; nil: the built-in one.
  package var template: RelativePath?
  /// Nil: that of the service.
  package var limit: Int?
  package var categories: [String] = []
  package var pictures: [Picture] = []

  package init(name: String) {
    self.name = name
  }
}

extension ChannelDeclaration {
  /// In the order of the reference.
  static let keys: [GrammarKey<ChannelDeclaration>] = [
    GrammarKey("kind", .choice(AnnouncementService.all.map(\.id), "The service.")) { _, _, _ in },
    GrammarKey("endpoint", .text("The Micropub endpoint of the blog.")) {
      $2.endpoint = $0.serverAddress($1.value) ?? ""
    },
    GrammarKey("server", .text("The server, such as `https://mastodon.social`.")) {
      $2.server = $0.serverAddress($1.value) ?? ""
    },
    GrammarKey("token_env", .text("The environment variable that holds the token.")) {
      $2.secretVariable = $0.variableName($1.value)
    },
    GrammarKey("url_env", .text("The environment variable that holds the address of the webhook, which is secret.")) {
      $2.secretVariable = $0.variableName($1.value)
    },
    GrammarKey("draft", .flag, "Whether Micropub creates a draft instead of a post.") {
      $2.isDraft = $0.flag($1.value)
    },
    GrammarKey("visibility", .choice(visibilities, "Who sees the status on Mastodon.")) {
      $2.visibility = $1.value.text ?? ""
      if !visibilities.contains($2.visibility) {
        $0.steps.report(.wrongValue(expected: "`public`, `unlisted`, `private` or `direct`"), at: $1.value)
      }
    },
    GrammarKey("language", .text("The language of the status on Mastodon, such as `en`.")) {
      $2.language = $0.text($1.value)
    },
    GrammarKey("categories", .texts("Categories on Micropub, hashtags on Mastodon.")) {
      $2.categories = $0.texts($1.value, of: "a list of words")
    },
    GrammarKey("pictures", .list(.mapping(pictureKeys)), "Pictures that are uploaded with the announcement.") {
      decoder, entry, channel in
      channel.pictures = decoder.list(entry.value, of: "a list of pictures").compactMap { decoder.picture($0) }
    },
    GrammarKey("template", .text("The path of a Mustache template for the text; for a webhook, of its JSON.")) {
      $2.template = $0.path($1.value)
    },
    GrammarKey("limit", .text("The highest number of characters; left out: that of the service.")) {
      $2.limit = $0.limit($1.value)
    },
  ]

  private static let visibilities = ["public", "unlisted", "private", "direct"]

  fileprivate static let pictureKeys: [GrammarKey<Picture>] = [
    GrammarKey("file", .text("The path of the picture.")) { $2.file = $0.pictureFile($1.value) },
    GrammarKey("description", .text("The description of the picture, for blind readers.")) {
      $2.description = $0.text($1.value) ?? ""
    },
  ]
}

extension ReleasefileDecoder {
  mutating func channels(_ node: Node) -> [ChannelDeclaration] {
    mapping(node, of: "a mapping of channels").compactMap { channel($0) }
  }

  private mutating func channel(_ entry: Node.Entry) -> ChannelDeclaration? {
    guard entry.key.isName, !entry.key.contains("."), !entry.key.hasPrefix("-") else {
      steps.report(.badChannelName(entry.key), at: entry.keySpan)
      return nil
    }
    let entries = mapping(entry.value, of: "a mapping with keys such as `kind`")
    let kindNode = entries.first { $0.key == "kind" }?.value
    guard let kind = kindNode?.text.flatMap(AnnouncementService.init(id:)) else {
      let expected = ValueShape.choice(AnnouncementService.all.map(\.id)).expectation
      if let kindNode {
        steps.report(.wrongValue(expected: expected), at: kindNode)
      } else if entry.value.entries != nil {
        steps.report(.missingChannelKey("kind", of: entry.key), at: entry.keySpan)
      }
      return nil
    }
    var channel = ChannelDeclaration(name: entry.key)
    channel.kind = kind
    decode(
      entries, by: ChannelDeclaration.keys.filter { kind.keys.contains($0.name) }, into: &channel,
      of: "a `\(kind.id)` channel")
    for key in kind.required where !entries.contains(where: { $0.key == key }) {
      steps.report(.missingChannelKey(key, of: entry.key), at: entry.keySpan)
    }
    return channel
  }

  fileprivate mutating func picture(_ node: Node) -> ChannelDeclaration.Picture? {
    var picture = ChannelDeclaration.Picture()
    decode(
      node, by: ChannelDeclaration.pictureKeys, into: &picture, of: "a picture",
      expected: "a mapping with `file` and `description`")
    if picture.file == nil, node.entries?.contains(where: { $0.key == "file" }) == false {
      steps.report(.wrongKind(expected: "a mapping with `file` and `description`"), at: node)
    }
    return picture
  }

  fileprivate mutating func pictureFile(_ node: Node) -> RelativePath? {
    guard let path = path(node) else { return nil }
    if !MediaType.ofFile(path.string).hasPrefix("image/") {
      steps.report(.wrongValue(expected: "a file with the extension png, jpg, jpeg, gif or webp"), at: node)
    }
    return path
  }

  fileprivate mutating func limit(_ node: Node) -> Int? {
    guard let limit = node.text.flatMap({ Int($0) }), limit > 0 else {
      steps.report(.wrongValue(expected: "a number of characters, such as `500`"), at: node)
      return nil
    }
    return limit
  }
}
