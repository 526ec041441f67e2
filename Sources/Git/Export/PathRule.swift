import MartletCore

/// A pattern for paths at the start of a line in `.gitattributes` or `.gitignore` (dir.c, parse_path_pattern).
///
/// A pattern without a slash matches names at any depth, one with a slash matches paths from the folder of its file.
/// With a slash at the end, it matches only folders.
struct PathRule {
  /// A path that is matched against many rules.
  struct Subject {
    /// The path without a slash at its end.
    fileprivate let path: ArraySlice<UInt8>
    fileprivate let name: ArraySlice<UInt8>
    fileprivate let isFolder: Bool

    /// - Parameter path: Ends with a slash when it is a folder.
    init(_ path: ArraySlice<UInt8>) {
      isFolder = path.last == .slash
      let bare = isFolder ? path.dropLast() : path
      self.path = bare
      name = bare.lastIndex(of: .slash).map { bare[($0 + 1)...] } ?? bare
    }
  }

  private let pattern: [UInt8]
  /// The length of the part without wildcards.
  private let literalLength: Int
  private let isAboutFolders: Bool
  private let isAboutNames: Bool
  /// Whether it is `*` and a text without wildcards.
  private let isSuffix: Bool
  private let wildmatch: Wildmatch
  private let ignoresCase: Bool

  /// - Parameter source: The pattern as written, without the `!` of a negation.
  init(_ source: some Collection<UInt8>, ignoresCase: Bool) {
    var pattern = Array(source)
    self.ignoresCase = ignoresCase
    isSuffix = pattern.first == UInt8(ascii: "*") && !pattern.dropFirst().contains(where: \.isWildcard)
    isAboutFolders = pattern.last == .slash
    if isAboutFolders { pattern.removeLast() }
    isAboutNames = !pattern.contains(.slash)
    if pattern.first == .slash { pattern.removeFirst() }
    literalLength = pattern.firstIndex(where: \.isWildcard) ?? pattern.count
    self.pattern = pattern
    // git removes the literal prefix of a path before it matches the rest, so that `**` can begin there.
    wildmatch = Wildmatch(
      isAboutNames ? pattern[...] : pattern[literalLength...], isAboutNames ? .text : .path, ignoresCase: ignoresCase)
  }

  /// Returns whether it matches `subject`, whose path begins with `folder` and a slash unless that is empty.
  func matches(_ subject: Subject, below folder: ArraySlice<UInt8>) -> Bool {
    guard !isAboutFolders || subject.isFolder else { return false }
    if isAboutNames { return matches(name: subject.name) }
    let path = subject.path
    guard folder.isEmpty || (path.count > folder.count && isEqual(path.prefix(folder.count), folder)) else {
      return false
    }
    let rest = folder.isEmpty ? path : path.dropFirst(folder.count + 1)
    guard rest.count >= literalLength, isEqual(rest.prefix(literalLength), pattern[..<literalLength]) else {
      return false
    }
    if literalLength == pattern.count { return rest.count == literalLength }
    return wildmatch.matches(rest.dropFirst(literalLength))
  }

  private func matches(name: ArraySlice<UInt8>) -> Bool {
    if literalLength == pattern.count { return isEqual(name, pattern[...]) }
    if isSuffix {
      return name.count >= pattern.count - 1 && isEqual(name.suffix(pattern.count - 1), pattern.dropFirst())
    }
    return wildmatch.matches(name)
  }

  private func isEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard ignoresCase else { return left.elementsEqual(right) }
    return left.elementsEqual(right) { $0.lowercased == $1.lowercased }
  }
}

extension UInt8 {
  /// Whether it has a special meaning in a pattern.
  var isWildcard: Bool {
    self == UInt8(ascii: "*") || self == UInt8(ascii: "?") || self == UInt8(ascii: "[") || self == UInt8(ascii: "\\")
  }
}
