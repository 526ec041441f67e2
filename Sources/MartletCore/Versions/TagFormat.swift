/// The spelling of a project's version tags: `${version}`, `v${version}`, `app/${version}`, `${version}-${build}`.
package struct TagFormat: Hashable, Sendable {
  /// The text before the version.
  package let prefix: String
  /// The text between version and build number; nil if the tags have no build number.
  package let separator: String?
  /// The text after them.
  package let suffix: String

  /// Parses a text with `${version}` exactly once, and at most one `${build}` after it and other text; nil for any
  /// other.
  package init?(_ text: String) {
    let parts = text.split(separator: "${version}", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    let rest = parts[1].split(separator: "${build}", omittingEmptySubsequences: false).map(String.init)
    guard rest.count <= 2, rest.count == 1 || !rest[0].isEmpty,
      !([parts[0]] + rest).contains(where: { $0.contains("${") })
    else { return nil }
    self.init(prefix: parts[0], separator: rest.count == 2 ? rest[0] : nil, suffix: rest[rest.count - 1])
  }

  init(prefix: String, separator: String? = nil, suffix: String = "") {
    self.prefix = prefix
    self.separator = separator
    self.suffix = suffix
  }

  /// The same format with a `v` before the version, or without it; nil where the `v` may be the end of a word. SwiftPM reads
  /// `1.2.3` and `v1.2.3` as the same release.
  package var withOrWithoutV: TagFormat? {
    let before = prefix.last == "v" ? prefix.dropLast() : prefix[...]
    guard before.last?.isLetter != true else { return nil }
    return TagFormat(
      prefix: before.count < prefix.count ? String(before) : prefix + "v", separator: separator, suffix: suffix)
  }

  /// The version alone.
  package static let plain = TagFormat(prefix: "")
  /// The version after a `v`.
  package static let vPrefixed = TagFormat(prefix: "v")
  /// The formats of the tags that SwiftPM reads as versions (`Git.convertTagsToVersionMap` in its sources).
  package static let readBySwiftPM = [plain, vPrefixed]

  /// Whether the tags have a build number, too.
  package var hasBuild: Bool { separator != nil }

  /// Whether a version of a single number is a release: `release-183`, but not `2024`, or the `v2` that moves with every
  /// release.
  package var allowsSingleNumber: Bool { !["", "v"].contains(prefix.lowercased()) || !suffix.isEmpty || hasBuild }

  /// Returns the tag of `version`, without `refs/tags/`.
  ///
  /// - Parameter build: The build number; without one, its name is in its place.
  package func tag(for version: Version, build: String? = nil) -> String {
    prefix + version.description + (separator.map { $0 + (build ?? "${build}") } ?? "") + suffix
  }

  /// Returns the version of `tag`; nil if it has another format.
  package func version(of tag: String) -> Version? { parts(of: tag)?.version }

  /// Returns the version and the build number of `tag`; nil if it has another format.
  package func parts(of tag: String) -> (version: Version, build: BuildNumber?)? {
    let bytes = tag.utf8
    guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
      bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    else { return nil }
    let middle = bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    guard let separator else { return Version(partOfTag: Substring(middle)).map { ($0, nil) } }
    let digits = Self.buildLength(atEndOf: middle)
    let rest = middle.dropLast(digits)
    guard digits > 0, rest.count > separator.utf8.count,
      rest.suffix(separator.utf8.count).elementsEqual(separator.utf8),
      let version = Version(partOfTag: Substring(rest.dropLast(separator.utf8.count))),
      let build = try? BuildNumber(String(Substring(middle.suffix(digits)))),
      // `1.5` among tags such as `1.5.27` has no build number.
      separator != "." || version.components.count > 1
    else { return nil }
    return (version, build)
  }

  /// Returns the length of the build number at the end of a tag: that of its digits, also of a date before them, as in
  /// `1.4.2-20251127.184818`.
  static func buildLength(atEndOf text: some BidirectionalCollection<UInt8>) -> Int {
    let digits = text.reversed().prefix { $0.isDigit }.count
    let before = text.dropLast(digits)
    guard digits > 0, before.last == UInt8(ascii: ".") else { return digits }
    let day = before.dropLast().reversed().prefix { $0.isDigit }.count
    return day == 8 ? digits + 1 + day : digits
  }

  /// Whether `version` of a tag of this format is a release, and not a year or a moving tag.
  package func isRelease(_ version: Version) -> Bool { version.components.count > 1 || allowsSingleNumber }

  /// Returns the format of the highest version among `tags`, plain or with a `v`; nil if none of them is a version.
  ///
  /// The order of `tags` does not matter: if both formats have the highest version, it is plain. A single number is
  /// ignored.
  package static func found(in tags: [String]) -> TagFormat? {
    let highestPlain = plain.highest(of: tags)
    guard let highest = vPrefixed.highest(of: tags) else { return highestPlain.map { _ in plain } }
    return highestPlain.map { $0.precedes(highest) ? vPrefixed : plain } ?? vPrefixed
  }

  /// Returns the same; plain if none of `tags` is a version.
  package static func used(by tags: [String]) -> TagFormat { found(in: tags) ?? plain }

  private func highest(of tags: [String]) -> Version? {
    tags.compactMap(version(of:)).filter { $0.components.count > 1 }.highest
  }
}

extension TagFormat: CustomStringConvertible {
  package var description: String {
    "\(prefix)${version}" + (separator.map { "\($0)${build}" } ?? "") + suffix
  }
}
