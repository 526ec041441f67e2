import MartletCore

/// Parses the values of settings (config.c, git_parse_maybe_bool and git_parse_signed).
enum ConfigurationValue {
  /// Returns true for `true`, `yes`, `on` and numbers other than 0, false for their opposites; otherwise nil.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off", "": false
    default: number(text).map { $0 != 0 }
    }
  }

  /// Parses a number that may begin with `0` or `0x`, as in C, and end with `k`, `m` or `g`; nil when it is invalid or
  /// too large.
  static func number(_ text: String) -> Int? {
    var digits = Array(text.utf8).drop { $0.isBlank || $0.isLineEnd }
    var factor = 1
    switch digits.last?.lowercased {
    case UInt8(ascii: "k"): factor = 1 << 10
    case UInt8(ascii: "m"): factor = 1 << 20
    case UInt8(ascii: "g"): factor = 1 << 30
    default: break
    }
    if factor > 1 { digits.removeLast() }
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
    var radix = 10
    if digits.count > 2, digits.first == UInt8(ascii: "0"), digits.dropFirst().first?.lowercased == UInt8(ascii: "x") {
      radix = 16
      digits = digits.dropFirst(2)
    } else if digits.count > 1, digits.first == UInt8(ascii: "0") {
      radix = 8
    }
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let number = Int(String(decoding: digits, as: UTF8.self), radix: radix)
    else { return nil }
    let (product, isTooLarge) = (sign == UInt8(ascii: "-") ? -number : number).multipliedReportingOverflow(by: factor)
    return isTooLarge ? nil : product
  }
}
