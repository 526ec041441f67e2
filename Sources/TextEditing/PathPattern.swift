/// Paths that look alike: `Pods/Target Support Files/**/*.debug.xcconfig`.
///
/// `*` stands for any text within one part of a path, `?` for one character, `**` as a whole part for any number of
/// parts, none included. Everything else is itself, and case counts. A leading dot is nothing special.
package struct PathPattern: Hashable, Sendable {
  /// As it is written.
  package let source: String
  private let parts: [String]

  /// The pattern, or nil when `source` is empty, absolute or has a `..` part.
  package init?(_ source: String) {
    guard let path = RelativePath(source) else { return nil }
    self.source = source
    parts = path.components.map(String.init)
  }

  /// The one path that it stands for; nil when there is a wildcard in it.
  package var path: RelativePath? {
    parts.contains(where: \.hasWildcard) ? nil : RelativePath(parts.joined(separator: "/"))
  }

  /// The folder that all its paths are below, as far as it is written without wildcards; nil when that is the root.
  package var folder: RelativePath? {
    RelativePath(parts.dropLast().prefix { !$0.hasWildcard }.joined(separator: "/"))
  }

  /// Whether it stands for `path`.
  package func matches(_ path: RelativePath) -> Bool {
    path.components.matches(parts, isAnything: { $0 == "**" }) { String($0).matches(wildcards: $1) }
  }
}

extension String {
  /// Whether the whole text is what `pattern` stands for, in which `*` stands for any text and `?` for one character.
  /// Case counts.
  package func matches(wildcards pattern: String) -> Bool {
    Array(unicodeScalars).matches(Array(pattern.unicodeScalars), isAnything: { $0 == "*" }) { $1 == "?" || $0 == $1 }
  }

  fileprivate var hasWildcard: Bool { contains("*") || contains("?") }
}

extension Array {
  /// Whether the elements are those of `pattern`, of which some stand for any number of elements.
  ///
  /// On a mismatch only the last of those is tried again further on, which is enough and never exponential.
  fileprivate func matches<Wanted>(
    _ pattern: [Wanted], isAnything: (Wanted) -> Bool, isLike: (Element, Wanted) -> Bool
  ) -> Bool {
    var (index, patternIndex) = (0, 0)
    var retry: (index: Int, patternIndex: Int)?
    while index < count {
      if patternIndex < pattern.count, isAnything(pattern[patternIndex]) {
        retry = (index, patternIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count, isLike(self[index], pattern[patternIndex]) {
        index += 1
        patternIndex += 1
      } else if let last = retry {
        retry = (last.index + 1, last.patternIndex)
        (index, patternIndex) = (last.index + 1, last.patternIndex + 1)
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy(isAnything)
  }
}
