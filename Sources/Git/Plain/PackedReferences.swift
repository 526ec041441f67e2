import TextEditing
import Versioning

/// The file `packed-refs` taken apart (refs/packed-backend.c):
///
///     # pack-refs with: peeled fully-peeled sorted
///     <id> refs/heads/main
///     <id> refs/tags/1.0.0
///     ^<id of what that tag leads to>
struct PackedReferences {
  /// A line, with the one behind it that begins with `^`.
  struct Reference {
    let name: String
    let object: ObjectID
    /// What it leads to in the end, the object itself when that is no tag; nil where the file does not tell.
    fileprivate(set) var peeled: ObjectID?
  }

  private(set) var references: [Reference] = []
  private var positions: [String: Int] = [:]

  private static let idLength = 40

  /// None.
  init() {}

  /// Nil when there is a line that is none of these.
  init?(_ bytes: [UInt8]) {
    var peelsAll = false
    for (number, line) in bytes.split(separator: .lineFeed).enumerated() {
      if number == 0, line.starts(with: "# pack-refs with:".utf8) {
        peelsAll = line.split(separator: .space).contains { $0.elementsEqual("fully-peeled".utf8) }
      } else if line.first == UInt8(ascii: "^") {
        guard let id = Self.id(line.dropFirst()), !references.isEmpty, line.count == Self.idLength + 1 else {
          return nil
        }
        references[references.count - 1].peeled = id
      } else {
        guard let id = Self.id(line), line.count > Self.idLength + 1,
          line[line.startIndex + Self.idLength] == .space,
          let name = String(validUTF8: line.dropFirst(Self.idLength + 1)), RefName.isValid(name)
        else { return nil }
        positions[name] = references.count
        references.append(Reference(name: name, object: id, peeled: peelsAll ? id : nil))
      }
    }
  }

  func reference(named name: String) -> Reference? { positions[name].map { references[$0] } }

  private static func id(_ line: ArraySlice<UInt8>) -> ObjectID? {
    ObjectID(String(decoding: line.prefix(idLength), as: UTF8.self))
  }
}
