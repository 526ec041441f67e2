import CLibGit2

/// The text of a commit or tag, cleaned up as `git commit -m` does: no blanks at the ends of lines, no empty lines at
/// its ends, at most one between paragraphs, one line feed at the end. Lines with `#` stay.
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

  /// The first line without blanks at its start, as git puts it into the reflog.
  var firstLine: Substring {
    (text.split(separator: "\n").first ?? "").drop { $0 == " " || $0 == "\t" }
  }
}
