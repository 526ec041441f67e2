/// The spelling of a project's version tags: `${version}`, `v${version}`, `app/${version}`.
package struct TagFormat: Hashable, Sendable {
  /// The text before the version.
  package let prefix: String
  /// The text after it.
  package let suffix: String

  /// Parses a text with `${version}` exactly once; nil for any other.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let name = "${version}"
    guard let start = bytes.firstIndex(of: "${", from: 0), bytes.has(name, at: start) else { return nil }
    let rest = bytes[(start + name.utf8.count)...]
    guard rest.firstIndex(of: "${", from: rest.startIndex) == nil else { return nil }
    prefix = String(decoding: bytes[..<start], as: UTF8.self)
    suffix = String(decoding: rest, as: UTF8.self)
  }

  private init(prefix: String) {
    self.prefix = prefix
    suffix = ""
  }

  /// The version alone.
  package static let plain = TagFormat(prefix: "")
  /// The version after a `v`.
  package static let vPrefixed = TagFormat(prefix: "v")

  /// Returns the tag of `version`, without `refs/tags/`.
  package func tag(for version: Version) -> String { "\(prefix)\(version)\(suffix)" }

  /// Returns the version of `tag`; nil if it has another format.
  package func version(of tag: String) -> Version? {
    let bytes = Array(tag.utf8)
    let end = bytes.count - suffix.utf8.count
    guard bytes.starts(with: prefix.utf8), end > prefix.utf8.count, bytes[end...].elementsEqual(suffix.utf8) else {
      return nil
    }
    return try? Version(String(decoding: bytes[prefix.utf8.count..<end], as: UTF8.self))
  }

  /// Returns the format of the highest version among `tags`, plain or with a `v`; plain if there is none.
  ///
  /// The order of `tags` does not matter: if both formats have the highest version, it is plain. A single number
  /// (`2024`, or the `v2` that moves with every release) is ignored.
  package static func used(by tags: [String]) -> TagFormat { found(in: tags) ?? plain }

  /// Returns the same; nil if none of `tags` is a version.
  package static func found(in tags: [String]) -> TagFormat? {
    let highestPlain = plain.highest(of: tags)
    guard let highest = vPrefixed.highest(of: tags) else { return highestPlain.map { _ in plain } }
    return highestPlain.map { $0.precedes(highest) ? vPrefixed : plain } ?? vPrefixed
  }

  /// Returns the names of packages with own tags, such as `core` of `core/1.5.0`, sorted.
  package static func packageNames(in tags: [String]) -> [String] {
    let names = tags.compactMap { tag -> String? in
      let parts = tag.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, plain.version(of: parts[1]).map({ $0.components.count > 2 }) == true
      else { return nil }
      return parts[0]
    }
    return Set(names).sorted()
  }

  private func highest(of tags: [String]) -> Version? {
    tags.compactMap(version(of:)).filter { $0.components.count > 1 }.max { $0.precedes($1) }
  }
}

extension TagFormat: CustomStringConvertible {
  package var description: String { "\(prefix)${version}\(suffix)" }
}
