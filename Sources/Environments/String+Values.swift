import MartletCore

// Lossless conversions of a text to other types.
extension String {
  private static let integer = Pattern(/-?(0|[1-9][0-9]*)/)
  static let decimal = Pattern(/[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/)
  private static let url = Pattern(
    /[A-Za-z][A-Za-z0-9+.\-]*:\/\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:]*@)?[A-Za-z0-9\-._~]+(?::[0-9]{1,5})?(?:[\/?#](?:[A-Za-z0-9\-._~:\/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?/
  )
  private static let padded = Pattern(/[^=]*={0,2}/)

  /// The whole number; nil with leading zeros and beyond 64 bits: such a text is a name.
  var asInt: Int? {
    guard utf8.count <= 20, wholeMatch(of: Self.integer) != nil else { return nil }
    return Int(self)
  }

  /// The number with a point or an exponent; nil if it would be printed differently, because `1.10` is a version.
  var asDouble: Double? {
    guard utf8.count <= 40, wholeMatch(of: Self.decimal) != nil,
      let number = Double(self), number.isFinite
    else { return nil }
    let hasExponent = contains("e") || contains("E")
    return hasExponent || (contains(".") && "\(number)" == self) ? number : nil
  }

  /// `true` and `false`, and `YES` and `NO` as in build settings.
  var asBool: Bool? {
    switch self {
    case "true", "YES": true
    case "false", "NO": false
    default: nil
    }
  }

  /// Whether it is a URL with a scheme and a host that every URL parser accepts (RFC 3986, appendix A).
  var isURL: Bool {
    guard utf8.count <= 2_048 else { return false }
    return wholeMatch(of: Self.url) != nil && utf8.count(where: { $0 == UInt8(ascii: "#") }) <= 1
  }

  /// Whether it is padded Base64 (RFC 4648).
  var isBase64: Bool {
    utf8.count % 4 == 0
      && utf8.dropLast(min(2, utf8.count)).allSatisfy {
        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
      }
      && wholeMatch(of: Self.padded) != nil
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || "+/=".utf8.contains($0) }
  }

  /// The number of bytes that a Base64 text encodes.
  var base64ByteCount: Int { utf8.count / 4 * 3 - utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count }
}
