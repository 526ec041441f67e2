import CLibGit2
import MartletVersioning

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
    try references(below: "refs/tags/").map { (name, object, peeled) throws(GitError) in
      let target = if let peeled { peeled } else { try commitOrObject(object) }
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
  func tag(of object: ObjectID, named name: String = "") throws(GitError) -> Tag {
    let repository = libgit2
    let database = try Handle(git_odb_free, "read the tag `\(name)`") { git_repository_odb(&$0, repository) }
    var id = try object.libgit2()
    var length = 0
    var kind = GIT_OBJECT_INVALID
    guard git_odb_read_header(&length, &kind, database.pointer, &id) == 0, kind == GIT_OBJECT_TAG,
      let tag = try? Handle(git_tag_free, "read a tag", { git_tag_lookup(&$0, repository, &id) })
    else {
      let commit = kind == GIT_OBJECT_COMMIT ? object : nil
      return Tag(name: name, object: object, commit: commit, annotation: (false, nil))
    }
    var peeled: OpaquePointer?
    let code = git_object_peel(&peeled, tag.pointer, GIT_OBJECT_COMMIT)
    defer { git_object_free(peeled) }
    let commit = code == 0 ? git_object_id(peeled).map { ObjectID($0.pointee) } : nil
    let tagger = git_tag_tagger(tag.pointer).map { Identity($0.pointee) }
    return Tag(name: name, object: object, commit: commit, annotation: (true, tagger))
  }

  /// Returns the commit with that ID, or the one that a tag with that ID leads to; nil for other objects.
  package func commit(peeledFrom id: ObjectID) throws(GitError) -> ObjectID? {
    try tag(of: id).commit
  }
}
