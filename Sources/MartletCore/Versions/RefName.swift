/// The names that git allows for refs.
package enum RefName {
  /// By byte.
  private static let isForbidden = (0...255).map { (byte: UInt8) in
    byte <= 0x20 || byte == 0x7F || #"~^:?*[\"#.utf8.contains(byte)
  }

  /// Whether git accepts `name`, for example `refs/tags/1.5.0`: the rules of git-check-ref-format(1), which are about
  /// bytes.
  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let hasForbiddenPair = ["..", "@{"].contains { bytes.firstIndex(of: $0, from: 0) != nil }
    let hasForbiddenByte = bytes.contains { isForbidden[Int($0)] }
    return parts.count > 1 && !hasForbiddenByte && !hasForbiddenPair && bytes.last != UInt8(ascii: ".")
      && parts.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.suffix(5).elementsEqual(".lock".utf8) }
  }
}
