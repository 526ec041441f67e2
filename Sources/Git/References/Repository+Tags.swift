import MartletCore

extension Repository {
  /// Returns all tags, annotated or not, in byte order of their names.
  package func tags() throws(GitError) -> [Tag] {
    let prefix = "refs/tags/"
    return try references(below: prefix).map { (name, object) throws(GitError) in
      try tag(of: object, named: String(name.dropFirst(prefix.count)))
    }
  }

  /// Returns the name of every tag without `refs/tags/`, and its commit, or its object if that is not a commit.
  ///
  /// There can be many thousands of tags: git reads packed ones from a list.
  package func tagTargets() throws(GitError) -> [(name: String, target: ObjectID)] {
    let result = try GitQuery(self).result(of: ["show-ref", "--tags", "--dereference"])
    // For a tag whose object is missing, git prints no other tag either.
    guard result.succeeded || result.errorText.isEmpty else {
      return try tags().map { ($0.name, $0.commit ?? $0.object) }
    }
    var targets: [(name: String, target: ObjectID)] = []
    for line in result.outputText.split(separator: "\n") {
      let fields = line.split(separator: " refs/tags/", maxSplits: 1)
      guard fields.count == 2, let object = ObjectID(String(fields[0])) else { continue }
      // The second line of an annotated tag has what it leads to.
      if fields[1].hasSuffix("^{}"), !targets.isEmpty {
        targets[targets.count - 1].target = object
      } else {
        targets.append((String(fields[1]), object))
      }
    }
    return targets
  }

  /// Returns the tag of that name, without `refs/tags/`; nil when there is none.
  package func tag(named name: String) throws(GitError) -> Tag? {
    guard let id = try reference(named: "refs/tags/\(name)") else { return nil }
    return try tag(of: id, named: name)
  }

  /// Returns the tag whose reference names `object`. Only the header of a commit is read, because there can be many
  /// thousands of tags.
  ///
  /// - Throws: `GitError.unusableObject` for a damaged object; one that is missing has no commit.
  func tag(of object: ObjectID, named name: String = "") throws(GitError) -> Tag {
    var tagger: Identity?
    var next = object
    for depth in 0..<Self.maximumTagDepth {
      switch try objects.kind(of: next) {
      case .commit:
        return Tag(name: name, object: object, commit: next, annotation: (depth > 0, tagger))
      case .tree, .blob, nil:
        return Tag(name: name, object: object, commit: nil, annotation: (depth > 0, tagger))
      case .tag:
        let tag = ObjectText(try objects.bytes(of: next, .tag))
        if depth == 0 { tagger = tag.identity("tagger") }
        guard let target = tag.id("object") else { throw .unusableObject(next, reason: "it names no object") }
        next = target
      }
    }
    throw .unusableObject(object, reason: "it is the first of more than \(Self.maximumTagDepth) nested tags")
  }

  /// Returns the commit with that ID, or the one that a tag with that ID leads to; nil for other objects.
  package func commit(peeledFrom id: ObjectID) throws(GitError) -> ObjectID? {
    try tag(of: id).commit
  }
}
