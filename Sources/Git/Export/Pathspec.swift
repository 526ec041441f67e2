import MartletCore

/// The paths that limit an export, as git accepts them after `--` (gitglossary(7), pathspec).
package struct Pathspec: Sendable {
  /// One pathspec item.
  fileprivate struct Item {
    let source: String
    var pattern: [UInt8]
    var isExclusion = false
    var ignoresCase = false
    var literalLength = 0
    var wildmatch: Wildmatch?
  }

  private let items: [Item]

  /// - Throws: `GitError.badPathspec`.
  package init(_ sources: [String]) throws(GitError) {
    var items: [Item] = []
    for source in sources { items.append(try Self.item(of: source)) }
    self.items = items
  }

  /// Whether every path matches.
  package var isEmpty: Bool { items.isEmpty }

  /// Returns whether the file, link or submodule at `path` matches; the path of a submodule ends with a slash.
  func matches(_ path: ArraySlice<UInt8>) -> Bool {
    let wanted = items.filter { !$0.isExclusion }
    return (wanted.isEmpty || wanted.contains { $0.matches(path) })
      && !items.contains { $0.isExclusion && $0.matches(path) }
  }

  /// Returns whether something below `folder`, a path with a slash at its end, can match.
  func canMatch(below folder: ArraySlice<UInt8>) -> Bool {
    let wanted = items.filter { !$0.isExclusion }
    return wanted.isEmpty || wanted.contains { $0.canMatch(below: folder) }
  }

  /// A search for items without a match.
  var search: Search { Search(left: items.filter { !$0.isExclusion && !$0.pattern.isEmpty }) }

  /// The items without a match so far.
  struct Search {
    fileprivate var left: [Item]

    /// The first item without a match; nil when all have one.
    var missing: String? { left.first?.source }

    mutating func markMatched(_ path: ArraySlice<UInt8>) { left.removeAll { $0.matches(path) } }
  }

  private static func item(of source: String) throws(GitError) -> Item {
    var item = Item(source: source, pattern: [])
    var rest = Array(source.utf8)[...]
    var isGlob = false
    var isLiteral = false
    if rest.first == UInt8(ascii: ":") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "(") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else {
          throw .badPathspec(source, reason: "the bracket is not closed")
        }
        for word in rest[..<end].dropFirst().split(separator: UInt8(ascii: ",")) {
          switch String(decoding: word, as: UTF8.self) {
          case "top": break
          case "exclude": item.isExclusion = true
          case "icase": item.ignoresCase = true
          case "glob": isGlob = true
          case "literal": isLiteral = true
          case let word: throw .badPathspec(source, reason: "`\(word)` is not supported")
          }
        }
        rest = rest[(end + 1)...]
      } else {
        loop: while let byte = rest.first {
          switch byte {
          case UInt8(ascii: "!"), UInt8(ascii: "^"): item.isExclusion = true
          case UInt8(ascii: "/"): break
          case UInt8(ascii: ":"):
            rest = rest.dropFirst()
            break loop
          default: break loop
          }
          rest = rest.dropFirst()
        }
      }
      guard !(isGlob && isLiteral) else {
        throw .badPathspec(source, reason: "`glob` and `literal` exclude each other")
      }
    }
    item.pattern = try normalised(rest, source)
    item.literalLength = item.pattern.count
    if !isLiteral, let first = item.pattern.firstIndex(where: \.isWildcard) {
      item.literalLength = first
      item.wildmatch = Wildmatch(item.pattern[first...], isGlob ? .path : .text, ignoresCase: item.ignoresCase)
    }
    return item
  }

  /// Returns the path from the top, without `.` parts; a slash at the end stays.
  private static func normalised(_ path: ArraySlice<UInt8>, _ source: String) throws(GitError) -> [UInt8] {
    guard path.first != .slash else { throw .badPathspec(source, reason: "it is absolute") }
    var parts: [ArraySlice<UInt8>] = []
    for part in path.split(separator: .slash) where part != [UInt8(ascii: ".")] {
      if part.elementsEqual("..".utf8) {
        guard parts.popLast() != nil else { throw .badPathspec(source, reason: "it leads out of the repository") }
      } else {
        parts.append(part)
      }
    }
    var joined = Array(parts.joined(separator: [.slash]))
    if path.last == .slash, !joined.isEmpty { joined.append(.slash) }
    return joined
  }
}

extension Pathspec.Item {
  func matches(_ path: ArraySlice<UInt8>) -> Bool {
    // A submodule matches with and without its slash.
    let bare = path.last == .slash && pattern.last != .slash ? path.dropLast() : path
    if bare.count >= pattern.count, isEqual(bare.prefix(pattern.count), pattern[...]) {
      if pattern.isEmpty || bare.count == pattern.count || pattern.last == .slash
        || bare[bare.startIndex + pattern.count] == .slash
      {
        return true
      }
    }
    guard let wildmatch, bare.count >= literalLength else { return false }
    return isEqual(bare.prefix(literalLength), pattern[..<literalLength])
      && wildmatch.matches(bare.dropFirst(literalLength))
  }

  func canMatch(below folder: ArraySlice<UInt8>) -> Bool {
    let length = min(folder.count, literalLength)
    return isEqual(folder.prefix(length), pattern[..<length])
  }

  private func isEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return ignoresCase ? left.elementsEqual(right) { $0.lowercased == $1.lowercased } : left.elementsEqual(right)
  }
}
