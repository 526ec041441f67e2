import MartletCore

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

  /// Returns the path of the object `id` in the folder `objects`.
  static func path(of id: RawObjectID, in objects: String) -> String {
    let hex = id.hex
    return "\(objects)/\(hex.prefix(2))/\(hex.dropFirst(2))"
  }

  /// Opens the object in the file at `path`; nil when it is missing.
  init?(_ path: String) throws(Refusal) {
    guard let file = try MappedFile.view(of: path) else { return nil }
    self.file = file
    let head = Inflater.beginning(of: file, count: Self.maximumHead)
    guard let end = head.firstIndex(of: 0), let space = head[..<end].firstIndex(of: .space),
      let kind = ObjectKind(rawValue: String(decoding: head[..<space], as: UTF8.self)), end - space > 1,
      head[(space + 1)..<end].allSatisfy(\.isDigit),
      let length = Int(String(decoding: head[(space + 1)..<end], as: UTF8.self)), length < .max - Self.maximumHead
    else { throw Refusal("its header is invalid") }
    self.kind = kind
    self.length = length
    headLength = end + 1
  }

  /// Returns the contents.
  ///
  /// - Throws: `Refusal` when they cannot be decompressed or have another length.
  func contents(by inflater: Inflater) throws(Refusal) -> ByteView {
    let (whole, used) = try inflater.object(kind, length: headLength + length, in: file)
    guard used == file.count else { throw .trailingBytes }
    guard let contents = whole.view.part(headLength..<(headLength + length)) else { throw .invalidStream }
    return contents
  }

  /// Passes the contents to `receive`, in parts.
  ///
  /// - Throws: `Refusal` as above; the error of `receive`.
  func stream(_ receive: (ByteView) throws -> Void) throws {
    var left = headLength
    let used = try Inflater.stream(file, length: headLength + length) { part in
      let head = min(left, part.count)
      left -= head
      if part.count > head, let rest = part.part(head..<part.count) { try receive(rest) }
    }
    guard used == file.count else { throw Refusal.trailingBytes }
  }
}

extension Refusal {
  static var trailingBytes: Refusal { Refusal("it has bytes after its end") }
}
