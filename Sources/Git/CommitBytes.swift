import TextEditing
import Versioning

/// The bytes of a stored commit, taken apart in one pass: what a history of many thousands needs, and no more.
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
  private(set) var tree: ObjectID?
  private var author = ArraySlice<UInt8>()
  private var encoding: MessageEncoding?
  private var message = ArraySlice<UInt8>()

  init(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
      guard end > start else {
        message = bytes[min(end + 1, bytes.count)...]
        break
      }
      read(bytes[start..<end])
      start = end + 1
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    let start = line.startIndex
    if line.has("tree ", at: start) {
      tree = ObjectID(String(decoding: line[(start + 5)...], as: UTF8.self))
    } else if line.has("author ", at: start) {
      author = line[(start + 7)...]
    } else if line.has("encoding ", at: start) {
      encoding = MessageEncoding(String(decoding: line[(start + 9)...], as: UTF8.self))
    }
  }

  /// The commit of the id `id` that these bytes are, with the parents that git shows.
  func record(_ id: ObjectID, _ parents: [ObjectID]) -> CommitRecord {
    CommitRecord(
      id: id, parents: parents, author: person, message: encoding.map { $0.utf8(of: message) } ?? Array(message))
  }

  private var person: CommitRecord.Person {
    let open = author.firstIndex(of: UInt8(ascii: "<")) ?? author.endIndex
    let close = author.lastIndex(of: UInt8(ascii: ">")) ?? author.endIndex
    let email = close > open ? author[(open + 1)..<close] : []
    let name = text(author[..<open])
    return CommitRecord.Person(name: name.trimmingTrailingBlanks(), email: text(email))
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: encoding.map { $0.utf8(of: bytes)[...] } ?? bytes, as: UTF8.self)
  }
}
