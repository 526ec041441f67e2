/// The content of an announcement, independent of the channel.
package struct Announcement: Sendable, Hashable {
  package var title: String
  /// The text without the link.
  package var text: String
  /// The address of the release.
  package var link: String?
  /// Keywords, without `#`.
  package var categories: [String]
  package var pictures: [AnnouncementPicture]

  package init(
    title: String, text: String, link: String? = nil, categories: [String] = [], pictures: [AnnouncementPicture] = []
  ) {
    self.title = title
    self.text = text
    self.link = link
    self.categories = categories
    self.pictures = pictures
  }

  /// Returns text, link and categories in at most `limit` grapheme clusters. Longer text is cut after a word, with `…`.
  ///
  /// - Parameters:
  ///   - linkLength: The characters that the service counts for every link; nil: the real length.
  ///   - hasTags: Whether the categories are shown, as hashtags.
  package func fitted(to limit: Int, linkLength: Int? = nil, hasTags: Bool = false) -> String {
    let tags = hasTags ? hashtags : ""
    let tail = [link ?? "", tags].filter { !$0.isEmpty }.joined(separator: "\n")
    guard !tail.isEmpty else { return text.cut(to: limit) }
    let saved = link.map { $0.count - (linkLength ?? $0.count) } ?? 0
    return text.cut(to: limit - 2 - tail.count + saved) + "\n\n" + tail
  }

  /// The hashtags, such as `#swift #release`, without characters that a hashtag cannot have.
  private var hashtags: String {
    categories.map { $0.filter { $0.isLetter || $0.isNumber || $0 == "_" } }.filter { !$0.isEmpty }
      .map { "#\($0)" }.joined(separator: " ")
  }
}

/// A picture, uploaded before the text that shows it.
package struct AnnouncementPicture: Sendable, Hashable {
  package let path: String
  package let size: Int
  /// Such as `image/png`.
  package let contentType: String
  /// The description of the picture, for blind readers.
  package let description: String

  package init(path: String, size: Int, contentType: String, description: String) {
    self.path = path
    self.size = size
    self.contentType = contentType
    self.description = description
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension String {
  /// At most `limit` characters of the text: whole words and `…`, or all of it.
  func cut(to limit: Int) -> String {
    guard count > limit else { return self }
    guard limit > 0 else { return "" }
    let room = prefix(limit - 1)
    // A single word longer than the limit is cut at the limit.
    let isBetweenWords = self[room.endIndex].isWhitespace
    let end = isBetweenWords ? room.endIndex : room.lastIndex(where: \.isWhitespace) ?? room.endIndex
    var kept = room[..<end]
    while let last = kept.last, last.isWhitespace || ",;:–-".contains(last) { kept.removeLast() }
    return kept + "…"
  }
}
