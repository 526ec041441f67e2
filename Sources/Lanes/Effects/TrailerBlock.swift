import MartletCore

/// The trailers of a message: lines such as `Signed-off-by: A. Dev` that make up its last paragraph, which is not its
/// first. A paragraph that also has other lines may have trailers for git, but has none here.
///
/// https://git-scm.com/docs/git-interpret-trailers
package struct TrailerBlock {
  private struct Trailer {
    let name: [UInt8]
    let value: [UInt8]
  }

  private let trailers: [Trailer]

  /// - Parameter message: Bytes, because git messages can have any encoding.
  package init(of message: some Collection<UInt8>) {
    trailers = Self.lastParagraph(of: Array(message)).flatMap(Self.trailers) ?? []
  }

  /// Whether there is no trailer.
  package var isEmpty: Bool { trailers.isEmpty }

  /// Returns the value of the first trailer `name`, which is case-insensitive; nil when there is none.
  package func value(of name: String) -> String? {
    let name = Array(name.utf8).map(\.lowercased)
    return trailers.first { $0.name.map(\.lowercased) == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// Returns `message` with another trailer, in its trailer block or in a new one.
  package static func adding(_ name: String, _ value: String, to message: String) -> String {
    let text = Array(message.utf8)
    let end = text.lastIndex { !$0.isBlank && !$0.isLineEnd }.map { $0 + 1 } ?? 0
    let gap = TrailerBlock(of: text).isEmpty ? "\n\n" : "\n"
    return String(decoding: text[..<end], as: UTF8.self) + gap + "\(name): \(value)\n"
  }

  /// Returns the lines of the last paragraph; nil when it is also the first one, or there is none.
  private static func lastParagraph(of message: [UInt8]) -> [ArraySlice<UInt8>]? {
    var lines = message.split(separator: .lineFeed, omittingEmptySubsequences: false)[...]
    while let last = lines.last, last.isEmptyLine { lines.removeLast() }
    guard let gap = lines.lastIndex(where: \.isEmptyLine), lines[..<gap].contains(where: { !$0.isEmptyLine }) else {
      return nil
    }
    return Array(lines[(gap + 1)...])
  }

  /// Parses `lines`; returns nil when one of them is neither a trailer nor a continuation of one.
  private static func trailers(of lines: [ArraySlice<UInt8>]) -> [Trailer]? {
    var trailers: [Trailer] = []
    for line in lines {
      if let first = line.first, first.isBlank, let last = trailers.popLast() {
        trailers.append(Trailer(name: last.name, value: last.value + [.space] + line.trimmed))
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = Array(line[..<colon].reversed().drop(while: \.isBlank).reversed())
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }) else { return nil }
      trailers.append(Trailer(name: name, value: Array(line[(colon + 1)...].trimmed)))
    }
    return trailers
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isEmptyLine: Bool { allSatisfy { $0.isBlank || $0.isLineEnd } }

  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = firstIndex { !$0.isBlank && !$0.isLineEnd } ?? endIndex
    let end = lastIndex { !$0.isBlank && !$0.isLineEnd }.map { $0 + 1 } ?? start
    return self[start..<end]
  }
}
