import MartletCore

/// A tree in git's format: for each entry `MODE NAME`, a NUL, and the 20 bytes of an ID.
package struct TreeObject {
  /// The kind of an entry.
  package enum Kind: Hashable {
    case file(isExecutable: Bool)
    case link, folder, submodule

    /// Converts a mode as git does (cache.h, canon_mode).
    init(mode: UInt32) {
      self =
        switch mode & 0o170000 {
        case 0o100000: .file(isExecutable: mode & 0o100 != 0)
        case 0o120000: .link
        case 0o040000: .folder
        default: .submodule
        }
    }
  }

  package struct Entry {
    package let kind: Kind
    package let name: ArraySlice<UInt8>
    package let id: RawObjectID
  }

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the next entry; nil at the end. Throws for invalid bytes.
  package mutating func next() throws(DamagedTree) -> Entry? {
    guard position < bytes.count else { return nil }
    var mode: UInt32 = 0
    let start = position
    while position < bytes.count, bytes[position] != .space {
      guard bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "7"), position - start < 7 else {
        throw DamagedTree()
      }
      mode = mode << 3 | UInt32(bytes[position] & 7)
      position += 1
    }
    guard position > start, let end = bytes[min(position + 1, bytes.count)...].firstIndex(of: 0),
      end > position + 1, let id = RawObjectID(in: bytes, at: end + 1)
    else { throw DamagedTree() }
    let name = bytes[(position + 1)..<end]
    position = end + 1 + RawObjectID.byteCount
    return Entry(kind: Kind(mode: mode), name: name, id: id)
  }

  /// Returns the file or link called `name`.
  package func blob(named name: String) throws(DamagedTree) -> RawObjectID? {
    var tree = TreeObject(bytes)
    while let entry = try tree.next() {
      guard entry.name.elementsEqual(name.utf8) else { continue }
      switch entry.kind {
      case .file, .link: return entry.id
      case .folder, .submodule: return nil
      }
    }
    return nil
  }
}

/// The bytes are not a valid tree.
package struct DamagedTree: Error {}
