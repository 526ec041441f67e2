import CLibGit2
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

/// An annotated tag of a commit to be stored, in git's format:
///
///     object <id>
///     type commit
///     tag <name>
///     tagger <name> <<email>> <seconds> <zone>
///
///     <message>
///     <signature, if any>
struct TagObject {
  let commit: ObjectID
  let name: String
  let tagger: Identity
  let message: String

  /// Returns the object's bytes; the signature is over the bytes without it.
  func bytes(signature: String? = nil) -> [UInt8] {
    let lines = ["object \(commit)", "type commit", "tag \(name)", "tagger \(tagger.line)", "", message]
    return Array((lines.joined(separator: "\n") + (signature ?? "")).utf8)
  }
}

/// The message of a commit or tag, cleaned up as by `git commit -m`: no blanks at line ends, no empty lines at the
/// start or end, at most one between paragraphs, one line feed at the end. Lines with `#` are kept.
struct Message: Equatable {
  let text: String

  init(_ raw: String) throws(GitError) {
    guard !raw.utf8.contains(0) else { throw .nulInMessage }
    try LibGit2.start()
    var clean = git_buf()
    try LibGit2.check(git_message_prettify(&clean, raw, 0, CChar(UInt8(ascii: "#"))), "clean up the message")
    text = clean.takeString()
    guard !text.isEmpty else { throw .emptyMessage }
  }

  /// The first line without blanks at its start, as git writes it to the reflog.
  var firstLine: Substring {
    (text.split(separator: "\n").first ?? "").drop { $0 == " " || $0 == "\t" }
  }
}
