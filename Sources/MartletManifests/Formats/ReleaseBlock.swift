import MartletCore

/// The block of text around a version: the lines without an empty one between them, within the innermost brackets. In a
/// `Package.swift`, the whole file: a version there is a part of the address of a binary.
///
/// If it has a checksum, a signature, a date or a size, these and the version belong to one release, so the version is never
/// raised alone. They are recognised by their form.
package struct ReleaseBlock {
  private let bytes: ArraySlice<UInt8>

  /// The greatest number of bytes before and after the version.
  private static let reach = 4096

  package init(around span: Range<Int>, in source: SourceText) {
    let all = source.bytes
    guard !source.path.lastComponent.hasPrefix("Package") || source.path.pathExtension != "swift" else {
      bytes = all[...]
      return
    }
    var (depth, start) = (0, span.lowerBound)
    while start > max(source.startOffset, span.lowerBound - Self.reach), !all.isEmptyLine(before: start) {
      let byte = all[start - 1]
      if Self.closing.contains(byte) { depth += 1 }
      if Self.opening.contains(byte) {
        if depth == 0 { break }
        depth -= 1
      }
      start -= 1
    }
    var end = span.upperBound
    depth = 0
    while end < min(all.count, span.upperBound + Self.reach), !all.isEmptyLine(after: end) {
      if Self.opening.contains(all[end]) { depth += 1 }
      if Self.closing.contains(all[end]) {
        if depth == 0 { break }
        depth -= 1
      }
      end += 1
    }
    bytes = all[start..<end]
  }

  private static let (opening, closing) = (Set("([{".utf8), Set(")]}".utf8))

  /// Whether it has a checksum, a signature, a date or a size.
  package var isOfOneRelease: Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let end = bytes[index...].firstIndex { !$0.isIdentifier && !"+/=-".utf8.contains($0) } ?? bytes.endIndex
      if Self.isOfOneRelease(bytes[index..<end]) { return true }
      index = max(end, index + 1)
    }
    return false
  }

  /// Whether it has the address of a repository, and none of `repositories`.
  package func isAbout(otherThan repositories: [String]) -> Bool {
    let own = repositories.compactMap { RepositoryAddress($0)?.ownerAndName }
    let words = String(decoding: bytes, as: UTF8.self).lowercased().split {
      $0.isWhitespace || "\"'()[]<>`,".contains($0)
    }
    let addresses = words.filter { $0.contains("git") && RepositoryAddress(String($0)) != nil }
    return !addresses.isEmpty && !addresses.contains { address in own.contains(where: address.contains) }
  }

  private static func isOfOneRelease(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.count(where: \.isDigit)
    let isDigest = word.count > 31 && word.allSatisfy(\.isHexDigit) || word.count > 63 && digits > 3
    if isDigest || word.count > 5 && digits == word.count { return true }
    let parts = word.prefix(10).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return word.count > 9 && parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.allSatisfy(\.isDigit) }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lowercased) }
}

extension [UInt8] {
  /// Whether an empty line ends before `index`.
  fileprivate func isEmptyLine(before index: Int) -> Bool {
    index > 1 && self[index - 1] == .lineFeed && self[index - 2] == .lineFeed
  }

  /// Whether an empty line begins at `index`.
  fileprivate func isEmptyLine(after index: Int) -> Bool {
    index + 1 < count && self[index] == .lineFeed && self[index + 1] == .lineFeed
  }
}
