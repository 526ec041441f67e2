import CLibGit2

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
