import TextEditing
import Versioning

/// The bytes of a stored commit, taken apart in one pass: what a history of many thousands needs, and no more. It is not to
/// be used for longer than they are there.
///
///     tree <id>
///     parent <id>            none, one or several
///     author <name> <<email>> <seconds> <zone>
///     committer …
///     encoding <name>        when it is not UTF-8
///     gpgsig … and others, which may go on in lines that begin with a blank
///
///     <message>
struct CommitBytes {
  private var treeDigits = UnsafeRawBufferPointer(start: nil, count: 0)
  private var author = UnsafeRawBufferPointer(start: nil, count: 0)
  private var encoding: MessageEncoding?
  private var message = UnsafeRawBufferPointer(start: nil, count: 0)

  init(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start < bytes.count {
      let end = Platform.index(of: .lineFeed, in: bytes, from: start) ?? bytes.count
      guard end > start else {
        message = UnsafeRawBufferPointer(rebasing: bytes[min(end + 1, bytes.count)...])
        break
      }
      read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
    }
  }

  private mutating func read(_ line: UnsafeRawBufferPointer) {
    if line.spells("tree ", at: 0) {
      treeDigits = UnsafeRawBufferPointer(rebasing: line[5...])
    } else if line.spells("author ", at: 0) {
      author = UnsafeRawBufferPointer(rebasing: line[7...])
    } else if line.spells("encoding ", at: 0) {
      encoding = MessageEncoding(String(decoding: line[9...], as: UTF8.self))
    }
  }

  /// The tree of its files; nil where none is named.
  var tree: ObjectID? { ObjectID(String(decoding: treeDigits, as: UTF8.self)) }

  /// The commit of the id `id` that these bytes are, with the parents that git shows.
  func record(_ id: ObjectID, _ parents: [ObjectID]) -> CommitRecord {
    CommitRecord(
      id: id, parents: parents, author: person, message: encoding.map { $0.utf8(of: message) } ?? Array(message))
  }

  private var person: CommitRecord.Person {
    let open = author.firstIndex(of: UInt8(ascii: "<")) ?? author.count
    let close = author.lastIndex(of: UInt8(ascii: ">")) ?? author.count
    var nameEnd = open
    while nameEnd > 0, author[nameEnd - 1].isBlank { nameEnd -= 1 }
    return CommitRecord.Person(
      name: text(author[..<nameEnd]), email: close > open ? text(author[(open + 1)..<close]) : "")
  }

  private func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if let encoding { return String(decoding: encoding.utf8(of: bytes), as: UTF8.self) }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
  }
}
