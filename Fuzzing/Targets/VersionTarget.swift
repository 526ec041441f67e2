@testable import MartletCore

/// Up to three versions, one a line: parsed and printed, ordered, raised; the first line also as all that is spelled like one.
struct VersionTarget: FuzzTarget {
  static let name = "version"
  static let greatestLength = 1024

  func check(_ input: Input) throws {
    let texts = input.lines(3)
    let versions = try texts.compactMap(version)
    for version in versions { try checkChanges(of: version, prereleaseID: texts.last ?? "") }
    try checkOrder(of: versions)
    for text in texts { try checkBuildNumber(text) }
    try checkTags(texts, of: versions)
    _ = (RefName.isValid(input.text), ObjectID(input.text))
  }

  /// The version that `text` spells, if it is one.
  private func version(_ text: String) throws -> Version? {
    do {
      let version = try Version(text)
      try require(version.description == text, "`\(text)` is printed as `\(version)`")
      try require((1...4).contains(version.components.count), "`\(text)` has \(version.components.count) numbers")
      let printed = version.components.map(String.init).joined(separator: ".")
      try require(text.hasPrefix(printed), "the numbers of `\(text)` are read as `\(printed)`")
      return version
    } catch let error as VersionError {
      try require(!error.description.isEmpty, "an error without words")
      _ = error.hint
      return nil
    }
  }

  private func checkOrder(of versions: [Version]) throws {
    for left in versions {
      try require(!left.precedes(left), "`\(left)` precedes itself")
      for right in versions {
        let facts = [left.precedes(right), right.precedes(left), left.hasSamePrecedence(as: right)]
        try require(facts.count { $0 } == 1, "`\(left)` and `\(right)` have no order, or two")
        try require(left != right || facts[2], "`\(left)` is equal and not at the same place")
        for other in versions where left.precedes(right) && right.precedes(other) {
          try require(left.precedes(other), "`\(left)`, `\(right)` and `\(other)` go round")
        }
        for other in versions where facts[2] && right.precedes(other) {
          try require(left.precedes(other), "`\(left)` is at the place of `\(right)`, but not before `\(other)`")
        }
      }
    }
  }

  private func checkChanges(of version: Version, prereleaseID: String) throws {
    for change in [VersionChange.major, .minor, .patch, .prerelease, .release] {
      for id in [nil, "beta", prereleaseID] {
        do {
          let changed = try version.changed(change, prereleaseID: id)
          let isSame = try Version(changed.description) == changed
          try require(isSame, "\(change) of `\(version)` is `\(changed)`, which is read as another version")
          try require(
            id != nil || version.precedes(changed), "\(change) of `\(version)` is `\(changed)`, which is not later")
        } catch let error as VersionError {
          _ = error.description
        }
      }
    }
    do {
      _ = try AppleVersionRule.marketingVersion(of: version)
    } catch {
      _ = error.description
    }
  }

  private func checkBuildNumber(_ text: String) throws {
    do {
      let build = try BuildNumber(text)
      try require(build.description == text, "build `\(text)` is printed as `\(build)`")
      let next = try build.incremented()
      try require(build.precedes(next) && !next.precedes(build), "build `\(next)` does not come after `\(build)`")
      _ = try? AppleVersionRule.buildVersion(of: next)
    } catch let error as VersionError {
      _ = error.description
    }
    _ = try? VersionChange(text)
  }

  private func checkTags(_ texts: [String], of versions: [Version]) throws {
    let used = TagFormat.used(by: texts)
    try require(used == TagFormat.used(by: texts.reversed()), "the format of \(texts) depends on their order")
    for format in texts.compactMap(TagFormat.init) + [used] {
      try require(TagFormat(format.description) == format, "tag format `\(format)` is read as another")
      for version in versions {
        let tag = format.tag(for: version)
        try require(format.version(of: tag) == version, "tag `\(tag)` of `\(format)` is not `\(version)`")
      }
    }
    for tag in texts {
      guard let version = used.version(of: tag) else { continue }
      try require(used.tag(for: version) == tag, "`\(tag)` is read as the tag of `\(version)`")
    }
  }
}
