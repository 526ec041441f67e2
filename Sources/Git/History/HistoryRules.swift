import TextEditing
import Versioning

/// By what git shows another history than the one that is stored.
struct HistoryRules: Equatable {
  /// What is read in place of an object (git-replace(1)).
  let replacements: [RawObjectID: RawObjectID]
  /// The parents that commits have instead of their own: none where a shallow clone was cut off, those of
  /// `info/grafts` elsewhere.
  let parents: [RawObjectID: [RawObjectID]]

  /// As they are on disk by now.
  init(of repository: Repository) throws(GitError) {
    replacements = try repository.replacements()
    var parents: [RawObjectID: [RawObjectID]] = [:]
    let grafts = try Files.contents(of: "\(repository.commonDirectory)/info/grafts") ?? []
    for line in grafts.split(separator: .lineFeed) where line.first != UInt8(ascii: "#") {
      let words = line.split(whereSeparator: { $0.isBlank || $0.isLineEnd })
      let ids = words.compactMap { ObjectID(String(decoding: $0, as: UTF8.self)).flatMap(RawObjectID.init) }
      // git leaves out a line that it cannot read.
      if let first = ids.first, ids.count == words.count { parents[first] = Array(ids.dropFirst()) }
    }
    for id in repository.shallowCommits.compactMap({ RawObjectID($0) }) { parents[id] = [] }
    self.parents = parents
  }

  /// Whether history is as it is stored. A commit-graph knows of nothing else.
  var areNone: Bool { replacements.isEmpty && parents.isEmpty }
}
