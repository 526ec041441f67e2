import CLibGit2
import MartletCore

extension Repository {
  /// Returns all tags, annotated or not, in byte order of their names.
  package func tags() throws(GitError) -> [Tag] {
    try references(below: "refs/tags/").map { (name, object, _) throws(GitError) in
      try tag(of: object, named: String(name.dropFirst("refs/tags/".count)))
    }
  }

  /// Returns the name of every tag without `refs/tags/`, and its commit, or its object if that is not a commit.
  ///
  /// There can be many thousands of tags: for packed ones, only the list is read.
  package func tagTargets() throws(GitError) -> [(name: String, target: ObjectID)] {
    // Several tags may name one object.
    var targets: [ObjectID: ObjectID] = [:]
    return try references(below: "refs/tags/").map { (name, object, peeled) throws(GitError) in
      let target = if let known = peeled ?? targets[object] { known } else { try commitOrObject(object) }
      targets[object] = target
      return (String(name.dropFirst("refs/tags/".count)), target)
    }
  }

  /// Returns the commit that a tag object leads to; any other object as it is.
  private func commitOrObject(_ id: ObjectID) throws(GitError) -> ObjectID {
    return try tag(of: id).commit ?? id
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
        let tag = try handle(ofTag: next)
        if depth == 0 { tagger = git_tag_tagger(tag.pointer).map { Identity($0.pointee) } }
        guard let target = git_tag_target_id(tag.pointer) else { throw .noSuchObject(next) }
        next = ObjectID(target.pointee)
      }
    }
    throw .unusableObject(object, reason: "it is the first of more than \(Self.maximumTagDepth) nested tags")
  }

  func handle(ofTag id: ObjectID) throws(GitError) -> Handle {
    var raw = try id.libgit2()
    let repository = libgit2
    return try Handle(git_tag_free, "read the tag object \(id)") { git_tag_lookup(&$0, repository, &raw) }
  }

  /// Returns the commit with that ID, or the one that a tag with that ID leads to; nil for other objects.
  package func commit(peeledFrom id: ObjectID) throws(GitError) -> ObjectID? {
    try tag(of: id).commit
  }
}
