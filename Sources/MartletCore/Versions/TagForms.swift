/// The formats of a repository's tags, sorted by what they mean: releases, channels such as `nightly/`, or packages.
package struct TagForms: Sendable {
  /// The tags of one format.
  package struct Form: Sendable, Equatable {
    package let format: TagFormat
    package let count: Int
    /// The tags with the highest versions, the highest first; at most `TagForms.sampleCount`.
    package let newest: [String]
  }

  /// The format of plain versions, with or without a `v`; nil if there are none.
  package let bare: Form?
  /// Formats with a word for releases before the version, such as `release-${version}` and `production/${version}`, or
  /// with the project's name.
  package let releases: [Form]
  /// Formats with another name, by this name: `core` of `core/${version}`, `@cool/app` of `@cool/app@${version}`.
  package let named: [String: Form]
  /// Tags with a version in a format that Martlet does not write, such as `1.19.2#1-Release`, the highest first; beside tags with
  /// the same prefix that it does write, only higher ones.
  package let unread: [String]

  /// The newest of the tags that only count the builds of releases, such as `build/live_b227`, of each such format with
  /// three tags.
  package let counted: [String]

  private static let sampleCount = 20

  /// The versions and build numbers in the files of a commit.
  package struct Contents {
    let versions: Set<String>
    let builds: Set<String>

    package init(versions: Set<String>, builds: Set<String>) {
      self.versions = versions
      self.builds = builds
    }
  }

  /// - Parameters:
  ///   - project: The names of the project, in lower case: a tag with one of them is not that of a package.
  ///   - contents: Returns what the files have at a tag; nil if that is unknown.
  package init(
    _ tags: some Sequence<String>, project: Set<String> = [], contents: (String) -> Contents? = { _ in nil }
  ) {
    var groups: [String: [(name: String, rest: Substring)]] = [:]
    for name in tags {
      guard let start = Self.startOfVersion(in: name) else { continue }
      groups[String(name[..<start]), default: []].append((name, name[start...]))
    }
    var bare: [Form] = []
    var releases: [Form] = []
    var named: [String: Form] = [:]
    var unread: [(name: String, parts: TagParts)] = []
    var counted: [String] = []
    for (prefix, tags) in groups.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      let isBare = ["", "v"].contains(prefix)
      let words = prefix.lowercased().split { !$0.isLetter }.map(String.init)
      guard !words.contains(where: Self.channels.contains) else {
        let others = words.filter { !["build", "builds", "b"].contains($0) }
        let numbers = tags.compactMap { tag in UInt64(tag.rest).map { (name: tag.name, number: $0) } }
        if !others.isEmpty, others.allSatisfy(Self.releaseWords.contains), numbers.count > 2 {
          counted += numbers.max { ($0.number, $1.name) < ($1.number, $0.name) }.map { [$0.name] } ?? []
        }
        continue
      }
      var read = Self.read(tags, isBare: isBare)
      if isBare {
        let packages = Self.packages(after: read)
        for (name, tags) in packages { named[name] = Self.form(of: prefix, tags) ?? named[name] }
        if !packages.isEmpty { read.removeAll { tag in tag.parts.name.map { packages[$0] != nil } ?? false } }
        if let form = Self.formWithBuild(of: prefix, &read) { releases.append(form) }
      }
      guard let form = Self.form(of: prefix, read, contents) else {
        unread += read
        continue
      }
      if let highest = form.newest.first.flatMap(form.format.version(of:)) {
        unread += read.filter { highest.precedes($0.parts.version) && form.format.version(of: $0.name) == nil }
      }
      let name = Self.name(in: prefix)
      if isBare {
        bare.append(form)
      } else if words.isEmpty || words.allSatisfy(Self.releaseWords.contains) || project.contains(name.lowercased()) {
        releases.append(form)
      } else if named[name].map({ $0.count < form.count }) ?? true {
        named[name] = form
      }
    }
    self.bare = bare.max { left, right in
      let versions = [left, right].map { form in form.newest.first.flatMap(form.format.version(of:)) }
      guard let first = versions[0], let second = versions[1] else { return versions[1] != nil }
      return first.hasSamePrecedence(as: second) ? left.format.prefix > right.format.prefix : first.precedes(second)
    }
    self.releases = releases.sorted { ($1.count, $0.format.description) < ($0.count, $1.format.description) }
    self.named = named
    self.counted = counted.sorted()
    self.unread = unread.filter { $0.parts.version.components.count > 1 }
      .sorted { Self.isHigher($0, than: $1) }.map(\.name)
  }

  private typealias ReadTag = (name: String, parts: TagParts)

  /// Returns the tags with a version.
  private static func read(_ tags: [(name: String, rest: Substring)], isBare: Bool) -> [ReadTag] {
    tags.compactMap { tag in TagParts(tag.rest).map { (name: tag.name, parts: $0) } }
      .filter { !isBare || $0.parts.version.components.count > 1 }
  }

  /// Returns the tags of packages with the name after the version, such as `1.4.2-core` and `2.0.0-app`: those of three
  /// names or more if most of `tags` are such. Where each version has tags with all names, these are variants of a release.
  private static func packages(after tags: [ReadTag]) -> [String: [ReadTag]] {
    let named = Dictionary(grouping: tags.filter { $0.parts.name != nil }) { $0.parts.name ?? "" }
    // In any order: they are only counted.
    let all = named.values.joined()
    guard named.count > 2, all.count * 2 > tags.count else { return [:] }
    let versions = Set(all.map(\.parts.version))
    return all.count * 4 < versions.count * named.count * 3 ? named : [:]
  }

  /// Returns the tags with the highest versions, the highest first, without sorting all of them.
  private static func newest(of tags: [ReadTag]) -> [ReadTag] {
    var newest: [ReadTag] = []
    for tag in tags {
      let index = newest.partitioningIndex { isHigher(tag, than: $0) }
      guard index < sampleCount else { continue }
      newest.insert(tag, at: index)
      if newest.count > sampleCount { newest.removeLast() }
    }
    return newest
  }

  private static func isHigher(_ left: ReadTag, than right: ReadTag) -> Bool {
    left.parts.precedes(right.parts) ? false : right.parts.precedes(left.parts) || left.name < right.name
  }

  /// Returns the format of the tags with `prefix`, from those with the highest versions; nil without a version.
  private static func form(
    of prefix: String, _ tags: [ReadTag], _ contents: (String) -> Contents? = { _ in nil }
  ) -> Form? {
    let newest = newest(of: tags)
    guard let first = newest.first else { return nil }
    var format = TagFormat(prefix: prefix)
    if let written = self.format(of: prefix, newest, contents) {
      format = written
    } else if endInBuild(newest.map(\.parts)) {
      format = TagFormat(prefix: prefix, separator: ".")
    } else if let separator = first.parts.separator, isBuild(separator, newest.map(\.parts)) {
      format = TagFormat(prefix: prefix, separator: separator, suffix: first.parts.suffix)
    } else if let suffix = suffix(of: newest.map(\.parts)) {
      format = TagFormat(prefix: prefix, suffix: suffix)
    }
    let isPlain = format == TagFormat(prefix: prefix)
    let own = tags.filter { isPlain && $0.parts.text.isEmpty || format.version(of: $0.name) != nil }
    guard !own.isEmpty else { return nil }
    return Form(
      format: format, count: own.count,
      newest: (own.count == tags.count ? newest : Self.newest(of: own)).map(\.name))
  }

  /// Returns the format by which the newest tags of two versions have what the files at these tags have: the version, or the version
  /// and a build number that rises; nil where the files do not show it.
  private static func format(
    of prefix: String, _ newest: [ReadTag], _ contents: (String) -> Contents?
  ) -> TagFormat? {
    guard let first = newest.first, let other = newest.first(where: { $0.parts.version != first.parts.version }),
      first.parts.separator != nil || first.parts.mayEndInBuild
    else { return nil }
    let found = [first, other].compactMap { tag -> (format: TagFormat, build: BuildNumber?)? in
      guard let files = contents(tag.name) else { return nil }
      let parts = tag.parts
      let numbers = parts.version.description
      if let separator = parts.separator, files.versions.contains(numbers), files.builds.contains(parts.build) {
        return (TagFormat(prefix: prefix, separator: separator, suffix: parts.suffix), try? BuildNumber(parts.build))
      }
      let last = String(numbers.split(separator: ".").last ?? "")
      if parts.mayEndInBuild, files.builds.contains(last),
        files.versions.contains(String(numbers.dropLast(last.count + 1)))
      {
        return (TagFormat(prefix: prefix, separator: "."), try? BuildNumber(last))
      }
      return files.versions.contains(numbers + parts.text) ? (TagFormat(prefix: prefix), nil) : nil
    }
    guard found.count == 2, found[0].format == found[1].format else { return nil }
    let isReset = found[0].build.map { build in found[1].build.map { !$0.precedes(build) } ?? true } ?? false
    return isReset ? nil : found[0].format
  }

  /// Removes the tags with the most numbers from `tags` if these end in build numbers and the others do not, and returns
  /// their format: `1.28.0.26070807` beside `2025.05.27`.
  private static func formWithBuild(of prefix: String, _ tags: inout [ReadTag]) -> Form? {
    let groups = Dictionary(grouping: tags) { $0.parts.version.components.count }
    guard groups.count > 1, let (count, own) = groups.filter({ $0.value.count > 2 }).max(by: { $0.key < $1.key }),
      endInBuild(newest(of: own).map(\.parts))
    else { return nil }
    tags.removeAll { $0.parts.version.components.count == count }
    return form(of: prefix, own)
  }

  /// Whether the numbers after `separator` are build numbers: they do not begin again with each version. A hyphen needs
  /// two of the three newest tags, other texts more evidence, because a beta is counted the same way.
  private static func isBuild(_ separator: String, _ newest: [TagParts]) -> Bool {
    let same = newest.prefix(3).count { $0.separator == separator }
    guard same >= min(2, newest.count) else { return false }
    if ["-", "(", "-b", " (", "_", "-build", "-build.", "+"].contains(separator) { return true }
    let runs = newest.filter { $0.separator == separator }
    let numbers = runs.compactMap { try? BuildNumber($0.build) }
    return runs.count > 2 && Set(runs.map(\.version)).count > 2
      && zip(numbers, numbers.dropFirst()).allSatisfy { $1.precedes($0) }
  }

  /// Whether the last number of the newest tags is a build number, as in `2.5.171` and `2.6.173`: it rises through at least
  /// three versions and never begins again, at least in the newest ten.
  private static func endInBuild(_ newest: [TagParts]) -> Bool {
    let numbers = newest.map { $0.version.components }
    guard newest.allSatisfy(\.text.isEmpty), Set(numbers.map(\.count)).count == 1, numbers[0].count > 2 else {
      return false
    }
    let builds = numbers.compactMap(\.last)
    let rising = zip(builds, builds.dropFirst()).prefix { $0 > $1 }.count + 1
    guard rising == builds.count || rising >= 10, Set(numbers.prefix(rising).map { $0.dropLast() }).count > 2 else {
      return false
    }
    return newest[0].mayEndInBuild
  }

  /// Returns the text after the version that the newest tags have, such as `-ios` or `-Beta`; nil if there is none, or
  /// if they are pre-releases of a few versions. The newest three decide, but all where it may be that of a pre-release.
  private static func suffix(of newest: [TagParts]) -> String? {
    guard let suffix = newest.first?.text, !suffix.isEmpty, newest.count > 2 || suffix.first == "-" else { return nil }
    let decisive = isPrerelease(suffix) || suffix.contains(where: \.isNumber) ? newest[...] : newest.prefix(3)
    guard decisive.allSatisfy({ $0.text == suffix }), newest.count > 2 || !isPrerelease(suffix),
      Set(decisive.map(\.version)).count == decisive.count
    else { return nil }
    return suffix
  }

  private static func isPrerelease(_ suffix: String) -> Bool {
    let words = suffix.lowercased().split { !$0.isLetter }.map(String.init)
    return words.contains { channels.contains($0) || ["a", "b"].contains($0) }
  }

  /// Returns the index of the version in a tag: the first digit after which a number with a dot follows, otherwise the
  /// last number.
  private static func startOfVersion(in tag: String) -> String.Index? {
    let bytes = tag.utf8
    var last: String.Index?
    var index = bytes.startIndex
    var previous: UInt8?
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte.isDigit,
        previous.map({ !$0.isDigit && $0 != UInt8(ascii: ".") }) ?? true || bytes[..<index].endsInDotAfterWord
      {
        let end = bytes[index...].firstIndex { !$0.isDigit } ?? bytes.endIndex
        let dot = end < bytes.endIndex && bytes[end] == UInt8(ascii: ".")
        if dot, let next = bytes[end...].dropFirst().first, next.isDigit { return index }
        last = index
      }
      previous = byte
      index = bytes.index(after: index)
    }
    return last
  }

  /// Returns the name before the version: `battery_plus` of `battery_plus-v`, `@cool/app` of `@cool/app@`.
  private static func name(in prefix: String) -> String {
    var name = Substring(prefix)
    if name.last == "v", let before = name.dropLast().last, "-_/@.".contains(before) { name = name.dropLast() }
    while let last = name.last, "-_/@.".contains(last) { name = name.dropLast() }
    return String(name)
  }

  /// Words before the version of a release.
  private static let releaseWords: Set = [
    "v", "ver", "version", "r", "rel", "release", "releases", "released", "prod", "production", "appstore", "store",
    "public", "stable", "final", "live", "tag", "tags", "master", "main",
  ]
  /// Words in tags that are not releases.
  static let channels: Set = [
    "alpha", "beta", "canary", "candidate", "ci", "daily", "deploy", "dev", "develop", "edge", "experimental",
    "feature",
    "internal", "nightly", "pre", "prerelease", "preview", "qa", "rc", "snapshot", "snap", "staging", "test",
    "testflight", "tf", "tip", "trunk", "unstable", "untagged", "weekly", "wip", "build", "builds", "backup", "archive",
    "old",
  ]
}

extension Substring.UTF8View {
  /// Whether it ends in a dot that is not part of a number, as before the version in `v.1.4.2`.
  fileprivate var endsInDotAfterWord: Bool {
    last == UInt8(ascii: ".") && dropLast().last.map { !$0.isDigit } ?? false
  }
}
