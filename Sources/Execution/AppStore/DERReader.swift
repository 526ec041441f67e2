/// Reads values in DER, in order, with every length checked (ITU-T X.690, 8.1 and 10.1).
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// Reads the contents of the next value, if it has that tag; nil for another one, or a length that is not valid.
  mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
    var following = rest
    guard following.popFirst() == tag, let first = following.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      // The shortest form, of at most two bytes, is enough for keys.
      let count = Int(first & 0x7F)
      guard (1...2).contains(count), following.count >= count else { return nil }
      length = following.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      following = following.dropFirst(count)
      guard length >= (count == 1 ? 0x80 : 0x100) else { return nil }
    }
    guard following.count >= length else { return nil }
    rest = following.dropFirst(length)
    return following.prefix(length)
  }

  /// Reads a value with that tag and exactly these contents.
  mutating func read(_ tag: UInt8, _ contents: [UInt8]) -> Bool { read(tag)?.elementsEqual(contents) == true }

  /// Skips a value with that tag, if there is one.
  mutating func skip(_ tag: UInt8) -> Bool { rest.first != tag || read(tag) != nil }

  static let (integer, octets, identifier, sequence): (UInt8, UInt8, UInt8, UInt8) = (2, 4, 6, 0x30)
}

extension DERReader {
  /// Returns whether `bytes` are a private key on the curve P-256, in PKCS#8 (RFC 5958, 2; RFC 5480, 2.1.1; RFC 5915, 3).
  static func isP256Key(_ bytes: [UInt8]) -> Bool {
    var file = DERReader(bytes)
    guard let outer = file.read(sequence), file.isAtEnd else { return false }
    var info = DERReader(outer)
    guard let version = info.read(integer), [[0], [1]].contains(Array(version)),
      let algorithm = info.read(sequence), isP256(algorithm), let key = info.read(octets), isECKey(key)
    else { return false }
    // Attributes, and the public key.
    return info.skip(0xA0) && info.skip(0x81) && info.isAtEnd
  }

  /// The identifiers 1.2.840.10045.2.1, an elliptic key, and 1.2.840.10045.3.1.7, the curve.
  private static func isP256(_ bytes: ArraySlice<UInt8>) -> Bool {
    var algorithm = DERReader(bytes)
    return algorithm.read(identifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
      && algorithm.read(identifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]) && algorithm.isAtEnd
  }

  private static func isECKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    var file = DERReader(bytes)
    guard let outer = file.read(sequence), file.isAtEnd else { return false }
    var key = DERReader(outer)
    guard key.read(integer, [1]), let number = key.read(octets), number.count == 32, number.contains(where: { $0 != 0 })
    else { return false }
    // The curve again, and the public key.
    return key.skip(0xA0) && key.skip(0xA1) && key.isAtEnd
  }
}
