import CZlib
import TextEditing
import Versioning

/// An object that git keeps in a file of its own, compressed, with its kind and length before it:
///
///     commit 234\0tree …
struct LooseObject {
  let kind: ObjectReader.Kind
  /// How many bytes it has.
  let length: Int
  private let file: MappedFile
  private let headLength: Int

  /// More than any kind and length.
  private static let maximumHead = 64

  /// The object `id` of the folder `objects`; nil when it is not there, or not as it should be.
  init?(_ id: RawObjectID, in objects: String) {
    let hex = id.objectID.hex
    guard let file = MappedFile("\(objects)/\(hex.prefix(2))/\(hex.dropFirst(2))") else { return nil }
    self.file = file
    var head = [UInt8](repeating: 0, count: Self.maximumHead)
    let count = head.withUnsafeMutableBytes { Self.decompress(file.bytes, into: $0) }
    guard let end = head[..<count].firstIndex(of: 0), let space = head[..<end].firstIndex(of: .space),
      let kind = ObjectReader.Kind(head[..<space]), end - space > 1, head[(space + 1)..<end].allSatisfy(\.isDigit),
      let length = Int(String(decoding: head[(space + 1)..<end], as: UTF8.self))
    else { return nil }
    self.kind = kind
    self.length = length
    headLength = end + 1
  }

  /// What it holds; nil when it cannot be decompressed, or has another length than it says.
  func contents() -> ObjectBuffer? {
    // No deflate is shorter than a thousandth of what it holds: a length that lies must not take the memory.
    guard length / 1100 <= file.bytes.count else { return nil }
    // A byte more, by which one that is longer is seen.
    let whole = ObjectBuffer(kind, length: headLength + length + 1)
    let count = Self.decompress(
      file.bytes, into: UnsafeMutableRawBufferPointer(start: whole.storage, count: whole.length))
    guard count == headLength + length else { return nil }
    let object = ObjectBuffer(kind, length: length)
    object.storage.copyMemory(from: whole.storage + headLength, byteCount: length)
    return object
  }

  /// - Returns: how many bytes there were, or fit in; none when it is not zlib's.
  private static func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
    guard input.count <= Int(UInt32.max), output.count <= Int(UInt32.max) else { return 0 }
    var stream = z_stream()
    guard martlet_inflate_begin(&stream) == Z_OK else { return 0 }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.avail_out = UInt32(output.count)
    let code = inflate(&stream, Z_FINISH)
    // Where the output is full, that is all that was asked for.
    guard code == Z_STREAM_END || stream.avail_out == 0 else { return 0 }
    return output.count - Int(stream.avail_out)
  }
}

extension ObjectReader.Kind {
  /// The kind of that name.
  fileprivate init?(_ name: ArraySlice<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "commit": self = .commit
    case "tree": self = .tree
    case "blob": self = .blob
    case "tag": self = .tag
    default: return nil
    }
  }
}
