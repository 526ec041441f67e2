import MartletCore

/// The lines that the newest release raised to its version, from that of the one before or of an earlier one: `Download Cool
/// 1.4.2`, `APP_VERSION: '1.4.2'`.
///
/// Apart from the version, such a line is the same in both releases and now, and no line like it has another version,
/// unlike in a list of releases. So it follows the version in any file and in any form.
struct RaisedLines {
  private let released: (version: Version, files: any FileReading)
  private let earlier: PastReleases.Earlier
  /// All releases: a line may have missed the one before the newest.
  private let releases: Set<Version>

  /// - Returns: nil where fewer than two releases are known.
  ///
  /// - Parameters:
  ///   - version: The newest release.
  ///   - releases: All releases.
  init?(_ past: PastReleases?, _ version: Version?, among releases: [Version]) {
    guard let past, let earlier = past.earlier, let version else { return nil }
    released = (version, past.files)
    let former = releases.filter { !$0.isPrerelease && $0.precedes(version) } + [earlier.version]
    self.releases = Set(former)
    self.earlier = earlier
  }

  /// Whether the release before the newest one did not have the file.
  func isNew(_ path: RelativePath) -> Bool { ((try? earlier.files.source(at: path)) ?? nil) == nil }

  /// The files that may have such lines: those that changed between the two releases, and are written by hand.
  var paths: [RelativePath] {
    let paths = (try? earlier.changedPaths()) ?? []
    return paths.filter { path in
      let name = path.lastComponent.lowercased()
      let location = FileLocation(of: path)
      let folder = path.parent?.lastComponent.lowercased() ?? ""
      let ending = path.pathExtension?.lowercased() ?? ""
      return location != .elsewhere && !Self.formulas.contains(folder) && !Self.endings.contains(ending)
        && !Self.names.contains { name.contains($0) }
        // Generated documentation.
        && (location != .example || !["json", "xml"].contains(ending))
    }
  }

  /// Formats with own rules, and generated files.
  private static let endings: Set = [
    "pbxproj", "html", "htm", "css", "js", "map", "svg", "lock", "resolved", "snap", "storyboard", "xib",
  ]
  /// Folders of Homebrew formulas, whose checksum belongs to one release.
  private static let formulas: Set = ["formula", "formulae", "casks", "cask"]
  /// Lock files, and lists of releases.
  private static let names = ["lock", "appcast"] + FollowerKind.histories

  /// Returns the lines of `source` as patterns, each with the number of places that it matches.
  func patterns(in source: SourceText, of current: Version) -> [(pattern: String, count: Int)] {
    let lines = patterns(of: current.description, besides: released.version.description, in: source)
    guard !lines.isEmpty, !Self.hasChecksum(source), !FollowerKind.describesAPI(source),
      let newer = try? released.files.source(at: source.path),
      let older = try? earlier.files.source(at: source.path)
    else { return [] }
    return lines.compactMap { candidates in
      for text in candidates {
        guard let pattern = TextPattern(text), wasRaised(pattern, in: newer, from: older),
          let count = pattern.count(of: current, in: source)
        else { continue }
        return (text, count)
      }
      return nil
    }
  }

  /// Returns the versions of the lines that the last two releases raised and that have a later one now, by their files: they
  /// were raised after the tag.
  func later(in files: some FileReading) -> [RelativePath: Version] {
    var found: [RelativePath: Version] = [:]
    for path in paths {
      guard let now = try? files.source(at: path), let newer = try? released.files.source(at: path),
        let older = try? earlier.files.source(at: path)
      else { continue }
      let (version, before) = (released.version, earlier.version)
      let patterns = patterns(of: version.description, besides: before.description, in: newer).compactMap(\.first)
      for pattern in patterns.lazy.compactMap(TextPattern.init) {
        guard pattern.count(of: version, in: newer) != nil, pattern.count(of: before, in: older) != nil,
          let later = pattern.value(in: now).flatMap({ try? Version($0) }), version.precedes(later)
        else { continue }
        found[path] = later
      }
    }
    return found
  }

  /// Whether the newest release raised a line to its version, from that of an earlier one. Where the version is raised right
  /// after each tag, it raised the line to the version of the release before. A requirement may have the same version as the
  /// project by chance, so both releases must have raised it.
  private func wasRaised(_ pattern: TextPattern, in newer: SourceText, from older: SourceText) -> Bool {
    guard let value = pattern.value(in: newer), let former = pattern.value(in: older), value != former else {
      return false
    }
    if FollowerKind.hasRequirements(newer.path) {
      return value == released.version.description && former == earlier.version.description
    }
    let isRelease = [released.version, earlier.version].contains { $0.description == value }
    return isRelease && isKnown(former)
  }

  /// Returns each line with `version` as a pattern; in property lists and TOML, then the same with the line above. A
  /// line with two of them is divided between them; while `version` is a pre-release, the other may have `release`.
  private func patterns(of version: String, besides release: String, in source: SourceText) -> [[String]] {
    let bytes = source.bytes
    var patterns: [[String]] = []
    var start = source.startOffset
    while let span = bytes.separateVersion(version, from: start) {
      let lineStart = bytes.index(after: bytes.index(before: span.lowerBound) { !$0.isLineEnd }, while: \.isBlank)
      let lineEnd = bytes.trimmingBlanks(span.upperBound..<bytes.index(after: span.upperBound) { !$0.isLineEnd })
        .upperBound
      let next =
        [version, release].compactMap { bytes.separateVersion($0, from: span.upperBound)?.lowerBound }.min()
        ?? lineEnd
      let own = bytes.end(ofLast: release, in: max(lineStart, start)..<span.lowerBound)
      let pattern =
        source.string(at: own..<span.lowerBound) + "${version}"
        + source.string(at: span.upperBound..<max(span.upperBound, min(lineEnd, next)))
      // A line with only the version has its own format. The checksum after an address belongs to one release.
      if pattern != "${version}", !Self.isAddress(pattern), !Self.isLowerBound(pattern, in: source.path),
        !isList(lineStart..<lineEnd, besides: [version, release], in: bytes)
      {
        let hasKeys = ["plist", "toml"].contains(source.path.pathExtension) && start <= lineStart
        let above = hasKeys ? Self.lineAbove(lineStart, in: source) : nil
        let candidates =
          [pattern] + (above.map { [$0 + pattern] } ?? []) + (Self.withOtherNumber(pattern).map { [$0] } ?? [])
        if !patterns.contains(candidates) { patterns.append(candidates) }
      }
      start = span.upperBound
    }
    return patterns
  }

  private func isKnown(_ text: String) -> Bool { (try? Version(text)).map(releases.contains) ?? false }

  /// Whether a line has two other releases or more: `{"1.4.1": "a.zip", "1.4.0": "b.zip"}`.
  private func isList(_ line: Range<Int>, besides known: Set<String>, in bytes: [UInt8]) -> Bool {
    var others = Set<String>()
    var index = line.lowerBound
    while index < line.upperBound {
      guard bytes[index].isDigit, let token = bytes.versionToken(at: index) else {
        index += 1
        continue
      }
      let text = String(decoding: bytes[token], as: UTF8.self)
      if isKnown(text), !known.contains(text) { others.insert(text) }
      index = token.upperBound
    }
    return others.count > 1
  }

  /// Whether it is prose about all versions from one: `needs Swift 6 (for 1.4.2 and above)`.
  private static func isLowerBound(_ pattern: String, in path: RelativePath) -> Bool {
    guard ["md", "markdown", "rst", "txt"].contains(path.pathExtension?.lowercased()) else { return false }
    let text = pattern.lowercased()
    return boundWords.contains { text.contains($0) }
  }

  private static let boundWords = [
    " above", "and later", "or later", "or newer", "and newer", "or higher", "and higher", "since", "previously",
  ]

  /// Returns the pattern with a hole in the place of the only number after the version, which may be a build number as in
  /// `cool-1.4.2 (27)`; nil where another number is in the line.
  private static func withOtherNumber(_ pattern: String) -> String? {
    let parts = pattern.split(separator: "${version}", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].contains(where: \.isNumber), let first = parts[1].firstIndex(where: \.isNumber)
    else { return nil }
    let rest = parts[1][first...].drop { $0.isNumber }
    guard first > parts[1].startIndex, !rest.isEmpty, !rest.contains(where: \.isNumber) else { return nil }
    return parts[0] + "${version}" + parts[1][..<first] + "${any}" + rest
  }

  /// Whether it is a Package.swift with the checksum of a binary, which belongs to one release.
  private static func hasChecksum(_ source: SourceText) -> Bool {
    source.path.lastComponent.hasPrefix("Package") && source.path.pathExtension == "swift"
      && source.bytes.firstIndex(of: "checksum", from: 0) != nil
  }

  /// Whether the version is in an address: `url: "https://example.com/1.4.2/Cool.zip",`.
  private static func isAddress(_ pattern: String) -> Bool {
    let words = pattern.split(separator: "${version}", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard let label = words.ranges(of: "url:").last else { return false }
    return words[label.upperBound...].count { $0 == "\"" } == 1
  }

  /// Returns the text from the start of the line above to `start`; nil for the first line, and where the line above is
  /// empty.
  private static func lineAbove(_ start: Int, in source: SourceText) -> String? {
    let bytes = source.bytes
    let end = bytes.index(before: start, while: \.isBlank)
    var last = end
    if last > source.startOffset, bytes[last - 1] == .lineFeed { last -= 1 }
    if last > source.startOffset, bytes[last - 1] == UInt8(ascii: "\r") { last -= 1 }
    let first = bytes.index(after: bytes.index(before: last) { !$0.isLineEnd }, while: \.isBlank)
    guard first < last, last < end else { return nil }
    return source.string(at: first..<last) + "\n" + source.string(at: end..<start)
  }
}

extension TextPattern {
  /// The text in the holes of all matches; nil if there is none, or several.
  fileprivate func value(in source: SourceText) -> String? {
    let values = Set(
      matches(in: source.bytes, from: source.startOffset).flatMap { $0 }.map { source.string(at: $0.span) })
    return values.count == 1 ? values.first : nil
  }

  /// Returns the number of matches if all of them have `version`; nil if there is none, or another version.
  func count(of version: Version, in source: SourceText) -> Int? {
    let matches = matches(in: source.bytes, from: source.startOffset)
    let isSame = matches.allSatisfy { $0.allSatisfy { source.string(at: $0.span) == version.description } }
    return matches.isEmpty || !isSame ? nil : matches.count
  }
}

extension [UInt8] {
  /// Returns the end of the last `version` in `range`; without one, the start of `range`.
  fileprivate func end(ofLast version: String, in range: Range<Int>) -> Int {
    var end = range.lowerBound
    while let span = separateVersion(version, from: end), span.upperBound <= range.upperBound { end = span.upperBound }
    return end
  }

  /// Whether the text in `range` is not that of a pre-release, such as the `-whats-new` of `1.4.2-whats-new`.
  private func isWord(_ range: Range<Int>) -> Bool {
    let word = self[range].dropFirst().prefix { $0.isLetter }
    return self[range.lowerBound] == UInt8(ascii: "-") && !word.isEmpty && !Version.isPrereleaseWord(word)
      && !self[range].contains(where: \.isDigit)
  }

  /// Whether the text at `index` is that of a badge of shields.io, which a colour follows: `badge/release-1.4.2-5d2f68.svg`.
  private func isBadge(_ index: Int) -> Bool {
    let address = self.index(before: index) { !$0.isBlank && !$0.isLineEnd }
    return self[address..<index].firstIndex(of: "shields.io/badge/", from: address) != nil
  }

  /// Returns the next place of `version` that is not a part of a longer number or version.
  fileprivate func separateVersion(_ version: String, from start: Int) -> Range<Int>? {
    var start = start
    while let index = firstIndex(of: version, from: start) {
      let before = byte(at: index - 1) ?? .space
      if !before.isDigit, before != UInt8(ascii: "."), let token = versionToken(at: index) {
        let end = index + version.utf8.count
        if token.upperBound == end || token.upperBound > end && (isWord(end..<token.upperBound) || isBadge(index)) {
          return index..<end
        }
      }
      start = index + 1
    }
    return nil
  }
}
