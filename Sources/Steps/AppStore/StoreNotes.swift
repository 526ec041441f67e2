import Lanes
import MartletCore

/// Texts for testers or users, by locale; the empty locale is for all without a text.
enum StoreNotes {
  /// Folders of fastlane's metadata that are not locales.
  private static let specialFolders = [
    "review_information", "trade_representative_contact_information", "app_clip_review_information",
  ]

  /// - Parameters:
  ///   - text: A text with a blank or a line break; otherwise the path of a file, or of a folder with `LOCALE.txt` or
  ///     `LOCALE/release_notes.txt`, as fastlane's metadata folder has it.
  ///   - limit: The greatest length in bytes.
  static func texts(of text: String, in draft: Draft, limit: Int) throws -> [String: String] {
    var texts: [String: String] = [:]
    if text.contains(where: \.isWhitespace) {
      texts[""] = text
    } else {
      let path = try draft.path(text)
      let files = try draft.workspace.filePaths(below: path)
      if files.isEmpty, let source = try draft.source(at: path) {
        texts[""] = source.string(at: 0..<source.bytes.count)
      }
      for file in files {
        guard let locale = locale(of: file, below: path), let source = try draft.source(at: file) else { continue }
        texts[locale] = source.string(at: 0..<source.bytes.count)
      }
      guard !texts.isEmpty else { throw Failure.noStoreNotes(text) }
    }
    for (locale, text) in texts.sorted(by: { $0.key < $1.key }) {
      let plain = text.trimmingLineEnds()
      guard !plain.isEmpty else {
        texts[locale] = nil
        continue
      }
      guard plain.utf8.count <= limit else { throw Failure.longStoreNotes(locale, plain.utf8.count, limit: limit) }
      guard plain.unicodeScalars.count >= 4 else { throw Failure.shortStoreNotes(locale, plain) }
      texts[locale] = plain
    }
    return texts
  }

  private static func locale(of file: RelativePath, below folder: RelativePath) -> String? {
    let parts = file.string.dropFirst(folder.string.utf8.count + 1).split(separator: "/").map(String.init)
    let name: String
    switch parts.count {
    case 1 where parts[0].hasSuffix(".txt"): name = String(parts[0].dropLast(4))
    case 2 where parts[1] == "release_notes.txt": name = parts[0]
    default: return nil
    }
    if specialFolders.contains(name) { return nil }
    return name == "default" ? "" : name
  }
}

extension String {
  fileprivate func trimmingLineEnds() -> String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    return String(text)
  }
}

extension Failure {
  fileprivate static func noStoreNotes(_ path: String) -> Failure {
    Failure(
      "`\(path)` is neither a file nor a folder with `LOCALE/release_notes.txt` or `LOCALE.txt`",
      hint: "correct the path in the Releasefile, or write the text itself")
  }

  fileprivate static func longStoreNotes(_ locale: String, _ count: Int, limit: Int) -> Failure {
    Failure("the notes\(locale.isEmpty ? "" : " of `\(locale)`") have \(count) bytes, expected at most \(limit)")
  }

  fileprivate static func shortStoreNotes(_ locale: String, _ text: String) -> Failure {
    Failure("the notes\(locale.isEmpty ? "" : " of `\(locale)`") are `\(text)`, expected at least 4 characters")
  }
}
