import Lanes

/// A text with its link and its hashtags, cut to the limit of a channel.
struct AnnouncementText {
  private let text: String
  /// The link and the hashtags, which are never cut.
  private let link: String
  private let categories: [String]

  init(_ text: String, link: String, _ categories: [String]) {
    self.text = text
    // A template may have the link already.
    self.link = text.contains(link) ? "" : link
    self.categories = categories
  }

  /// Returns text, link and hashtags in at most `limit` grapheme clusters. Longer text is cut after a word, with `…`.
  func fitted(to limit: Int?, on service: AnnouncementService) -> String {
    let tail = [link, service.showsHashtags ? hashtags : ""].filter { !$0.isEmpty }.joined(separator: "\n")
    guard !tail.isEmpty else { return limit.map(text.cut(to:)) ?? text }
    guard let limit else { return "\(text)\n\n\(tail)" }
    let saved = link.isEmpty ? 0 : link.count - (service.linkLength ?? link.count)
    return "\(text.cut(to: limit - 2 - tail.count + saved))\n\n\(tail)"
  }

  /// The hashtags, such as `#swift #release`, without characters that a hashtag cannot have.
  private var hashtags: String {
    categories.map { $0.filter { $0.isLetter || $0.isNumber || $0 == "_" } }.filter { !$0.isEmpty }
      .map { "#\($0)" }.joined(separator: " ")
  }
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
