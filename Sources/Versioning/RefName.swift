import TextEditing

/// The names that git allows for refs.
package enum RefName {
  /// Whether git takes `name`, such as `refs/tags/1.5.0`: the rules of git-check-ref-format(1), which are about bytes.
  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let hasForbiddenByte = bytes.contains { $0 <= 0x20 || $0 == 0x7F || #"~^:?*[\"#.utf8.contains($0) }
    let hasForbiddenPair = ["..", "@{"].contains { bytes.firstIndex(of: $0, from: 0) != nil }
    return parts.count > 1 && !hasForbiddenByte && !hasForbiddenPair && bytes.last != UInt8(ascii: ".")
      && parts.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.suffix(5).elementsEqual(".lock".utf8) }
  }
}
