import MartletCore

/// A tree in git's format: for each entry `MODE NAME`, a NUL, and the bytes of an ID.
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

    /// Whether it is a file or a link.
    var isFile: Bool {
      switch self {
      case .file, .link: true
      case .folder, .submodule: false
      }
    }

    /// The mode, as git prints it.
    var mode: String {
      switch self {
      case .file(let isExecutable): isExecutable ? "100755" : "100644"
      case .link: "120000"
      case .folder: "040000"
      case .submodule: "160000"
      }
    }
  }

  package struct Entry {
    package let kind: Kind
    package let name: ArraySlice<UInt8>
    package let id: ObjectID
  }

  /// More nested folders than any system can create.
  static let maximumDepth = 4096

  private let bytes: [UInt8]
  let id: ObjectID
  private var position = 0

  package init(_ bytes: [UInt8], of id: ObjectID) {
    (self.bytes, self.id) = (bytes, id)
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
      end > position + 1, let id = ObjectID(in: bytes, at: end + 1, byteCount: id.byteCount)
    else { throw DamagedTree() }
    let name = bytes[(position + 1)..<end]
    position = end + 1 + id.byteCount
    return Entry(kind: Kind(mode: mode), name: name, id: id)
  }
}

/// The bytes are not a valid tree.
package struct DamagedTree: Error {}
