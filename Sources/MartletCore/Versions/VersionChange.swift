/// A change of a version: `martlet bump` accepts one of these words, or the new version itself.
package enum VersionChange: Hashable, Sendable {
  case major, minor, patch
  /// The next pre-release: `1.5.0-beta.1` becomes `1.5.0-beta.2`, `1.4.2` becomes `1.4.3-beta.1`.
  case prerelease
  /// The release of the pre-releases: `1.5.0-beta.2` becomes `1.5.0`.
  case release
  case exactly(Version)

  /// Parses a word; any other text must be a version, or the usual tag of one, such as `v1.5.0`.
  package init(_ text: String) throws(VersionError) {
    switch text {
    case "major": self = .major
    case "minor": self = .minor
    case "patch": self = .patch
    case "prerelease": self = .prerelease
    case "release": self = .release
    default:
      do {
        self = .exactly(try Version(text.hasPrefix("v") ? String(text.dropFirst()) : text))
      } catch {
        if case .tooLong = error { throw error }
        throw text.utf8.first?.isDigit == true ? error : .unknownChange(text)
      }
    }
  }

  /// The words that `init(_:)` accepts.
  package static let words = ["major", "minor", "patch", "prerelease", "release"]
}

extension Version {
  /// Returns the version after `change`.
  ///
  /// A part is incremented, those after it become 0, and the number of components stays: minor `1.1` → `1.2`. A
  /// pre-release already leads to a version, so `minor` of `1.5.0-beta.2` is `1.5.0`, as in npm.
  /// - Parameter prereleaseID: If given, the result is a pre-release, for example `1.5.0-beta.1`, or the next one if
  ///   this version has the same name and version. `release` and an exact version ignore it.
  /// - Throws: `VersionError` if the version has no such component, a number overflows, the name is invalid, or the
  ///   change does not apply: `release` of a release. The result may precede this version, as `1.5.0-beta.1` does after
  ///   `1.5.0-rc.1` with `beta`: callers that need a later version compare.
  package func changed(_ change: VersionChange, prereleaseID: String? = nil) throws(VersionError) -> Version {
    let target: Version
    switch change {
    case .exactly(let version): return version
    case .release:
      guard isPrerelease else { throw .notAPrerelease(self) }
      return core
    case .major: target = try raised(0, named: "major")
    case .minor: target = try raised(1, named: "minor")
    case .patch: target = try raised(2, named: "patch")
    case .prerelease:
      target = isPrerelease ? core : try raised(components.count - 1, named: "patch")
      guard prereleaseID != nil || isPrerelease else { throw .missingPrereleaseID(self) }
    }
    guard change == .prerelease || prereleaseID != nil else { return target }
    return try target.numbered(prereleaseID, after: self)
  }

  private func raised(_ index: Int, named name: String) throws(VersionError) -> Version {
    guard components.indices.contains(index) else { throw .noSuchComponent(self, component: name) }
    if isPrerelease, components[(index + 1)...].allSatisfy({ $0 == 0 }) { return core }
    let (number, overflow) = components[index].addingReportingOverflow(1)
    guard !overflow else { throw .cannotRaise(description, number: String(components[index])) }
    let zeros = Array(repeating: UInt64(0), count: components.count - index - 1)
    return Version(components: components[..<index] + [number] + zeros, widths: widths)
  }

  /// Returns this release as a pre-release: the one after `current` if that has the same release and name, else number
  /// 1.
  private func numbered(_ id: String?, after current: Version) throws(VersionError) -> Version {
    let name = try id.map(Self.prereleaseName(of:)) ?? current.prereleaseName
    var counter: UInt64 = 0
    if current.core == self, current.prereleaseName == name, let last = current.prerelease.last, last.isNumber {
      guard let number = UInt64(last), number < .max else { throw .cannotRaise(current.description, number: last) }
      counter = number
    } else if current.core == self, id == nil || id == current.gluedName?.name, let (name, number) = current.gluedName {
      return try Version("\(self)-\((current.prerelease.dropLast() + ["\(name)\(number + 1)"]).joined(separator: "."))")
    }
    let identifiers = name + [String(counter + 1)]
    if let mark = current.mark, name == current.prereleaseName {
      return try Version("\(self)\(mark)\(identifiers.joined())")
    }
    return try Version("\(self)-\(identifiers.joined(separator: "."))")
  }

  /// Returns the identifiers of `id`, which must not contain other parts of a version, such as metadata. If it is too
  /// long, the error names the resulting version.
  private static func prereleaseName(of id: String) throws(VersionError) -> [String] {
    let name = id.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard id.utf8.count > 254 || (try? Version("0-\(id)"))?.prerelease == name else { throw .invalidPrereleaseID(id) }
    return name
  }

  /// The parts of a pre-release whose last identifier is a word and a number: `rc` and 1 of `2.1.2-rc1`; nil for another one.
  private var gluedName: (name: String, number: UInt64)? {
    guard mark == nil, let last = prerelease.last else { return nil }
    let name = last.prefix { !$0.isNumber }
    guard !name.isEmpty, name.count < last.count, let number = UInt64(last.dropFirst(name.count)), number < .max else {
      return nil
    }
    return (String(name), number)
  }

  /// The pre-release without its counter: `["beta"]` of `1.5.0-beta.2`.
  private var prereleaseName: [String] {
    prerelease.last?.isNumber == true ? prerelease.dropLast() : prerelease
  }
}
