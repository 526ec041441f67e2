/// What is announced about a release, before any channel gives it a form.
package struct Announcement: Sendable, Hashable {
  package var title: String
  /// The text without the link.
  package var text: String
  /// The address of the release.
  package var link: String?
  /// Words to find it by, without `#`.
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

  /// Text, link and categories in at most `limit` characters, as people count them. Text that is too long ends at a word, with `…`.
  ///
  /// - Parameters:
  ///   - linkLength: As how many characters the service counts every link; nil: as many as it has.
  ///   - hasTags: Whether the categories are shown, as hashtags.
  package func fitted(to limit: Int, linkLength: Int? = nil, hasTags: Bool = false) -> String {
    let tags = hasTags ? hashtags : ""
    let tail = [link ?? "", tags].filter { !$0.isEmpty }.joined(separator: "\n")
    guard !tail.isEmpty else { return text.cut(to: limit) }
    let saved = link.map { $0.count - (linkLength ?? $0.count) } ?? 0
    return text.cut(to: limit - 2 - tail.count + saved) + "\n\n" + tail
  }

  /// Such as `#swift #release`; what a hashtag cannot have is left out.
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
  /// What the picture shows, for those who cannot see it.
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
    // A word that fills all the room is cut where the room ends.
    let isBetweenWords = self[room.endIndex].isWhitespace
    let end = isBetweenWords ? room.endIndex : room.lastIndex(where: \.isWhitespace) ?? room.endIndex
    var kept = room[..<end]
    while let last = kept.last, last.isWhitespace || ",;:–-".contains(last) { kept.removeLast() }
    return kept + "…"
  }
}
