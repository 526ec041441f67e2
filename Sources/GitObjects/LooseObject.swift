import MartletTextEditing
import MartletVersioning

/// A loose object: a compressed file with the kind and the length before the contents:
///
///     commit 234\0tree …
struct LooseObject {
  let kind: ObjectKind
  /// The length of the contents in bytes.
  let length: Int
  private let file: ByteView
  private let headLength: Int

  /// More bytes than any kind and length need.
  private static let maximumHead = 64

  /// Opens the object `id` in the folder `objects`; nil when it is missing or invalid.
  init?(_ id: RawObjectID, in objects: String) {
    let hex = id.objectID.hex
    self.init("\(objects)/\(hex.prefix(2))/\(hex.dropFirst(2))")
  }

  /// Opens the object in the file at `path`.
  init?(_ path: String) {
    guard let file = MappedFile.view(of: path) else { return nil }
    self.file = file
    let head = Inflater.beginning(of: file, count: Self.maximumHead)
    guard let end = head.firstIndex(of: 0), let space = head[..<end].firstIndex(of: .space),
      let kind = ObjectKind(rawValue: String(decoding: head[..<space], as: UTF8.self)), end - space > 1,
      head[(space + 1)..<end].allSatisfy(\.isDigit),
      let length = Int(String(decoding: head[(space + 1)..<end], as: UTF8.self)), length < .max - Self.maximumHead
    else { return nil }
    self.kind = kind
    self.length = length
    headLength = end + 1
  }

  /// Returns the contents; nil when they cannot be decompressed or have another length.
  func contents(by inflater: Inflater) -> ByteView? {
    let whole = inflater.object(kind, length: headLength + length, in: file)
    return whole?.view.part(headLength..<(headLength + length))
  }
}
