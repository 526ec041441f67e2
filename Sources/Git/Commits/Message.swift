import MartletCore

/// The message of a commit or tag, cleaned up as by `git commit -m`: no blanks at line ends, no empty lines at the
/// start or end, at most one between paragraphs, one line feed at the end. Lines with `#` are kept.
struct Message: Equatable {
  let text: String

  init(_ raw: String) throws(GitError) {
    guard !raw.utf8.contains(0) else { throw .nulInMessage }
    var lines: [[UInt8]] = []
    for line in Array(raw.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let end = line.lastIndex { !$0.isBlank && !$0.isLineEnd }.map { $0 + 1 } ?? line.startIndex
      let isEmpty = end == line.startIndex
      if !isEmpty || lines.last?.isEmpty == false { lines.append(Array(line[..<end])) }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else { throw .emptyMessage }
    text = lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }
}
