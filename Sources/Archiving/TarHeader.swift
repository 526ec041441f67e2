/// The ustar header (POSIX) of an entry: a record of 512 bytes.
struct TarHeader {
  static let length = 512
  /// The greatest number in eleven octal digits of a size or a time.
  static let maximumNumber: UInt64 = 0o77777777777
  static let nameLength = 100
  static let prefixLength = 155

  enum Kind: Character {
    case file = "0"
    case link = "2"
    case directory = "5"
    case extendedHeader = "x"
    case globalHeader = "g"
  }

  /// The common bytes of all headers of an archive.
  private let template: [UInt8]

  let kind: Kind
  let mode: UInt32
  let size: UInt64
  var name: ArraySlice<UInt8> = []
  var prefix: ArraySlice<UInt8> = []
  var target: ArraySlice<UInt8> = []

  /// - Parameter template: The template of the archive.
  init(_ kind: Kind, mode: UInt32, size: UInt64, from template: [UInt8]) {
    self.kind = kind
    self.mode = mode
    self.size = size
    self.template = template
  }

  /// Returns the common bytes of headers with the modification time `time`, which is at most `maximumNumber`.
  static func template(time: UInt64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    put(time, at: 136, digits: 11, in: &bytes)
    // The owner fields are neutral: uid, gid, names, device numbers.
    for field in [108, 116, 329, 337] { put(0, at: field, digits: 7, in: &bytes) }
    put("ustar\u{0}00root".utf8, at: 257, in: &bytes)
    put("root".utf8, at: 297, in: &bytes)
    return bytes
  }

  /// Appends the header's bytes to `output`.
  func append(to output: inout [UInt8]) {
    let start = output.count
    output += template
    Self.put(name, at: start, in: &output)
    Self.put(UInt64(mode & 0o7777), at: start + 100, digits: 7, in: &output)
    Self.put(size, at: start + 124, digits: 11, in: &output)
    Self.put(kind.rawValue.utf8, at: start + 156, in: &output)
    Self.put(target, at: start + 157, in: &output)
    Self.put(prefix, at: start + 345, in: &output)
    // The checksum is computed with blanks in its own field.
    var sum: UInt64 = 8 * 0x20
    for byte in output[start...] { sum &+= UInt64(byte) }
    Self.put(sum, at: start + 148, digits: 7, in: &output)
  }

  private static func put(_ value: some Collection<UInt8>, at offset: Int, in bytes: inout [UInt8]) {
    var position = offset
    for byte in value {
      bytes[position] = byte
      position += 1
    }
  }

  private static func put(_ number: UInt64, at offset: Int, digits: Int, in bytes: inout [UInt8]) {
    var rest = number
    for position in (offset..<offset + digits).reversed() {
      bytes[position] = UInt8(ascii: "0") + UInt8(rest & 7)
      rest >>= 3
    }
  }
}
