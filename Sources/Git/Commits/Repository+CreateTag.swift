import MartletCore

extension Repository {
  /// Creates a new annotated tag with `git tag`, and returns its object. It is signed as `request` specifies.
  ///
  /// Lines with `#` stay in the message, as with `git tag --cleanup=whitespace`.
  package func createTag(_ request: TagRequest) throws(GitError) -> ObjectID {
    guard Self.isValidTagName(request.name) else { throw .invalidTagName(request.name) }
    _ = try commit(request.commit)
    _ = try identity(.committer, now: request.now)
    let message = try Message(request.message)
    let name = "refs/tags/\(request.name)"
    try lockWait(name).waitUntilFree()
    let key = try SigningKey(in: self, for: .tag, request.signing, isInteractive: request.isInteractive)
    var git = GitChange(self)
    git.hooks = .quiet
    git.isInteractive = request.isInteractive
    git.settings = key.settings
    let arguments = ["tag", "--cleanup=whitespace", "--file=-"] + key.options(of: .tag)
    let result = try git.command(
      arguments + ["--", request.name, request.commit.hex], input: Array(message.text.utf8), now: request.now
    ).result()
    guard result.succeeded, let object = try reference(named: name) else {
      if let existing = try tag(named: request.name) {
        throw .tagExists(request.name, target: existing.commit ?? existing.object)
      }
      try refuseNameConflicts(of: name)
      if signs(.tag, request.signing) { throw .signingFailed(program: key.program, output: result.errorText) }
      throw .refused(task: "make the tag `\(request.name)`", output: result.errorText)
    }
    // The message may not have reached git.
    guard ObjectText(try objects.bytes(of: object, .tag)).message.starts(with: message.text.utf8) else {
      try deleteTag(named: request.name, expected: object)
      throw .failed(task: "make the tag `\(request.name)`", reason: "its message is not that of the plan")
    }
    return object
  }

  /// Deletes a tag if its reference still names `expected`; otherwise throws `referenceMoved`.
  package func deleteTag(named name: String, expected: ObjectID) throws(GitError) {
    try apply(ReferenceChange(name: "refs/tags/\(name)", expected: expected, new: nil), reflog: "")
  }

  /// Returns whether git allows a tag of that name.
  package static func isValidTagName(_ name: String) -> Bool {
    // Since git 2.46, `HEAD` is not a valid tag name.
    RefName.isValid("refs/tags/\(name)") && !name.hasPrefix("-") && name != "HEAD"
  }
}

/// An annotated tag to create.
package struct TagRequest: Sendable {
  /// The name, without `refs/tags/`.
  package let name: String
  /// The commit to tag.
  package let commit: ObjectID
  package let message: String
  /// The time of the tagger in seconds since 1970, unless `GIT_COMMITTER_DATE` is set.
  package let now: Int64
  /// Whether it is signed.
  package var signing = SigningPolicy.configured
  /// Whether signing may prompt at the terminal.
  package var isInteractive = false

  /// Creates a request that does not prompt.
  package init(name: String, commit: ObjectID, message: String, now: Int64) {
    self.name = name
    self.commit = commit
    self.message = message
    self.now = now
  }
}
