import MartletCore

/// A commit to be stored, in git's format:
///
///     tree <id>
///     parent <id>            none, one or several
///     author <name> <<email>> <seconds> <zone>
///     committer …
///     gpgsig <signature, with further lines indented by one blank>
///
///     <message>
struct CommitObject {
  let tree: ObjectID
  let parents: [ObjectID]
  let author: Identity
  let committer: Identity
  let message: String

  /// Returns the object's bytes; the signature is over the bytes without it.
  func bytes(signature: String? = nil) -> [UInt8] {
    var lines = ["tree \(tree)"] + parents.map { "parent \($0)" }
    lines += ["author \(author.line)", "committer \(committer.line)"]
    if let signature {
      var signed = signature.split(separator: "\n", omittingEmptySubsequences: false)
      while signed.last?.isEmpty == true { signed.removeLast() }
      lines.append("gpgsig " + signed.joined(separator: "\n "))
    }
    return Array((lines + ["", message]).joined(separator: "\n").utf8)
  }
}
