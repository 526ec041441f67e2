import Lanes
import MartletCore

extension Announcement {
  /// Such as `on fediverse (Mastodon)`.
  var phrase: String { "on \(name) (\(channel.displayName))" }

  /// The title and the pictures.
  var detailPhrase: String {
    let count = pictures.isEmpty ? "" : ", with \(pictures.count.of("picture"))"
    return "\"\(title)\"\(count)"
  }

  /// The lines of the text for a terminal.
  var shownText: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedForTerminal() }
  }
}
