import CLibGit2
import Versioning

extension Repository {
  /// All tags, annotated or not, in the byte order of their names.
  package func tags() throws(GitError) -> [Tag] {
    let task = "list the tags"
    let references = try Handle(git_reference_iterator_free, task) {
      git_reference_iterator_glob_new(&$0, pointer, "refs/tags/*")
    }
    let database = try Handle(git_odb_free, task) { git_repository_odb(&$0, pointer) }
    var tags: [Tag] = []
    while true {
      var next: OpaquePointer?
      let code = git_reference_next(&next, references.pointer)
      if code == GIT_ITEROVER.rawValue { break }
      try LibGit2.check(code, task)
      guard let next else { break }
      defer { git_reference_free(next) }
      guard let name = git_reference_name(next), let target = git_reference_target(next) else { continue }
      tags.append(tag(String(cString: name), target.pointee, database.pointer))
    }
    return tags.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The name of every tag without `refs/tags/`, and the commit that it leads to, or the object when that is no commit.
  ///
  /// There may be many thousands: of packed ones, nothing but the list is read.
  package func tagTargets() throws(GitError) -> [(name: String, target: ObjectID)] {
    let task = "list the tags"
    let references = try Handle(git_reference_iterator_free, task) {
      git_reference_iterator_glob_new(&$0, pointer, "refs/tags/*")
    }
    var targets: [(name: String, target: ObjectID)] = []
    while true {
      var next: OpaquePointer?
      let code = git_reference_next(&next, references.pointer)
      if code == GIT_ITEROVER.rawValue { return targets }
      try LibGit2.check(code, task)
      guard let next else { return targets }
      defer { git_reference_free(next) }
      guard let name = git_reference_name(next), let target = git_reference_target(next) else { continue }
      let id = git_reference_target_peel(next).map { ObjectID($0.pointee) } ?? commitOrObject(target.pointee)
      targets.append((String(String(cString: name).dropFirst("refs/tags/".count)), id))
    }
  }

  /// What a tag's object leads to; anything else is what it is.
  private func commitOrObject(_ id: git_oid) -> ObjectID {
    var id = id
    var tag: OpaquePointer?
    guard git_tag_lookup(&tag, pointer, &id) == 0 else { return ObjectID(id) }
    defer { git_tag_free(tag) }
    var peeled: OpaquePointer?
    guard git_tag_peel(&peeled, tag) == 0 else { return ObjectID(id) }
    defer { git_object_free(peeled) }
    return git_object_type(peeled) == GIT_OBJECT_COMMIT
      ? git_object_id(peeled).map { ObjectID($0.pointee) } ?? ObjectID(id) : ObjectID(id)
  }

  /// The tag of that name, without `refs/tags/`; nil when there is none.
  package func tag(named name: String) throws(GitError) -> Tag? {
    guard let id = try reference(named: "refs/tags/\(name)") else { return nil }
    return try tag(of: id, named: name)
  }

  /// What a reference of a tag would say if it named `object`.
  func tag(of object: ObjectID, named name: String = "") throws(GitError) -> Tag {
    let database = try Handle(git_odb_free, "read the tag `\(name)`") { git_repository_odb(&$0, pointer) }
    return tag("refs/tags/\(name)", try object.libgit2(), database.pointer)
  }

  /// The commit that `id` is or that a tag of that id names in the end; nil when it is none.
  package func commit(peeledFrom id: ObjectID) throws(GitError) -> ObjectID? {
    try tag(of: id).commit
  }

  /// Only the header of a commit is read: there may be many thousands of tags.
  private func tag(_ reference: String, _ target: git_oid, _ database: OpaquePointer) -> Tag {
    var target = target
    let name = String(reference.dropFirst("refs/tags/".count))
    let object = ObjectID(target)
    var length = 0
    var kind = GIT_OBJECT_INVALID
    guard git_odb_read_header(&length, &kind, database, &target) == 0, kind == GIT_OBJECT_TAG,
      let tag = try? Handle(git_tag_free, "read a tag", { git_tag_lookup(&$0, pointer, &target) })
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
}
