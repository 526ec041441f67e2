import TextEditing
import Versioning

/// An object that git keeps in a file of its own, compressed, with its kind and length before it:
///
///     commit 234\0tree …
struct LooseObject {
  let kind: ObjectKind
  /// How many bytes it has.
  let length: Int
  private let file: ByteView
  private let headLength: Int

  /// More than any kind and length.
  private static let maximumHead = 64

  /// The object `id` of the folder `objects`; nil when it is not there, or not as it should be.
  init?(_ id: RawObjectID, in objects: String) {
    let hex = id.objectID.hex
    self.init("\(objects)/\(hex.prefix(2))/\(hex.dropFirst(2))")
  }

  /// The object in the file at `path`.
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

  /// What it holds; nil when it cannot be decompressed, or has another length than it says.
  func contents(by inflater: Inflater) -> ByteView? {
    let whole = inflater.object(kind, length: headLength + length, in: file)
    return whole?.view.part(headLength..<(headLength + length))
  }
}
