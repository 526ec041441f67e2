/// The encoding of a file's text.
///
/// Parsers work on UTF-8 only. A UTF-16 file is converted to UTF-8 on reading and back on writing. This is lossless,
/// because every valid UTF-16 text has exactly one UTF-8 form; an invalid one is refused.
package enum TextEncoding: Hashable, Sendable {
  /// UTF-8, ASCII, or any superset of ASCII.
  case utf8
  /// Two bytes per unit, the low byte first, after the mark `FF FE`.
  case utf16LittleEndian
  /// Two bytes per unit, the high byte first, after the mark `FE FF`.
  case utf16BigEndian

  /// Returns the encoding of the byte order mark; UTF-8 without a mark.
  package static func announced(by fileBytes: [UInt8]) -> TextEncoding {
    if fileBytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if fileBytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    return .utf8
  }

  /// Returns the text in UTF-8, including a byte order mark.
  ///
  /// - Throws: `TextError.invalidUTF16` with the offset of the first invalid byte.
  package func decoded(_ fileBytes: [UInt8]) throws(TextError) -> [UInt8] {
    guard self != .utf8 else { return fileBytes }
    var text: [UInt8] = []
    text.reserveCapacity(fileBytes.count)
    var offset = 0
    while offset < fileBytes.count {
      let unit = unit(of: fileBytes, at: offset)
      var scalar = unit.map(UInt32.init)
      var length = 2
      if let high = unit, UTF16.isLeadSurrogate(high) {
        let low = self.unit(of: fileBytes, at: offset + 2)
        scalar = low.flatMap {
          UTF16.isTrailSurrogate($0) ? 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32($0 & 0x3FF)) : nil
        }
        length = 4
      }
      guard let scalar, let valid = Unicode.Scalar(scalar) else { throw .invalidUTF16(offset: offset) }
      text.append(contentsOf: valid.utf8)
      offset += length
    }
    return text
  }

  /// Returns the file bytes of a text in UTF-8 that `decoded` returned, possibly edited.
  package func encoded(_ text: [UInt8]) -> [UInt8] {
    guard self != .utf8 else { return text }
    var fileBytes: [UInt8] = []
    fileBytes.reserveCapacity(2 * text.count)
    for unit in String(decoding: text, as: UTF8.self).utf16 {
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      fileBytes.append(self == .utf16LittleEndian ? low : high)
      fileBytes.append(self == .utf16LittleEndian ? high : low)
    }
    return fileBytes
  }

  private func unit(of bytes: [UInt8], at offset: Int) -> UInt16? {
    guard offset + 1 < bytes.count else { return nil }
    let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
    return self == .utf16LittleEndian ? second << 8 | first : first << 8 | second
  }
}

extension String {
  /// Creates the text of `bytes`, or nil if they are not valid UTF-8.
  ///
  /// The standard library's `String(validating:as:)` needs macOS 15; Martlet supports macOS 13.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so a repaired text has other bytes.
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
