/// A pattern of paths: `Pods/Target Support Files/**/*.debug.xcconfig`.
///
/// `*` matches any text within one component, `?` one character, `**` as a whole component any number of components,
/// including none. Everything else matches itself, and case matters. A leading dot is not special.
package struct PathPattern: Hashable, Sendable {
  /// As written.
  package let source: String
  private let parts: [String]

  /// Parses `source`; nil if it is empty, absolute or has a `..` component.
  package init?(_ source: String) {
    guard let path = RelativePath(source) else { return nil }
    self.source = source
    parts = path.components.map(String.init)
  }

  /// The only matching path; nil if the pattern contains a wildcard.
  package var path: RelativePath? {
    parts.contains(where: \.hasWildcard) ? nil : RelativePath(parts.joined(separator: "/"))
  }

  /// The folder of all matching paths, up to the first wildcard; nil if that is the root.
  package var folder: RelativePath? {
    RelativePath(parts.dropLast().prefix { !$0.hasWildcard }.joined(separator: "/"))
  }

  /// Whether it matches `path`.
  package func matches(_ path: RelativePath) -> Bool {
    path.components.matches(parts, isAnything: { $0 == "**" }) { String($0).matches(wildcards: $1) }
  }
}

extension String {
  /// Whether `pattern` matches the whole text, where `*` matches any text and `?` one character. Case matters.
  package func matches(wildcards pattern: String) -> Bool {
    Array(unicodeScalars).matches(Array(pattern.unicodeScalars), isAnything: { $0 == "*" }) { $1 == "?" || $0 == $1 }
  }

  fileprivate var hasWildcard: Bool { contains("*") || contains("?") }
}

extension Array {
  /// Whether the elements match `pattern`, in which some match any number of elements.
  ///
  /// On a mismatch only the last of those is retried further on, which is sufficient and never exponential.
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
