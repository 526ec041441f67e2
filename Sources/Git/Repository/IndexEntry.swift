import MartletCore

/// An entry of the index, as `git ls-files` prints it.
struct IndexEntry {
  let path: String
  /// Such as `100644`.
  let mode: String
  let object: ObjectID
  /// Above 0 in a conflict.
  let stage: Int
  /// Why git ignores changes of the file; nil for most files.
  let mark: HiddenFile?

  /// Parses `H 100644 1a2b3c… 0<tab>path`; nil for an entry whose path is not UTF-8.
  init?(_ line: some Collection<UInt8>) {
    guard let text = String(validUTF8: line[...]), let tab = text.firstIndex(of: "\t") else { return nil }
    let words = text[..<tab].split(separator: " ")
    guard words.count == 4, let tag = words[0].first, let object = ObjectID(String(words[2])) else { return nil }
    (mode, self.object, stage) = (String(words[1]), object, Int(words[3]) ?? 0)
    path = String(text[text.index(after: tab)...])
    mark = tag.lowercased() == "s" ? .skipped : tag.isLowercase ? .assumedUnchanged : nil
  }

  static let submodule = "160000"
}
