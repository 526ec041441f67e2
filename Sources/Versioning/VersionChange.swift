import TextEditing

/// What can be asked of a version: `martlet bump` takes one of these words, or the new version itself.
package enum VersionChange: Hashable, Sendable {
  case major, minor, patch
  /// The next pre-release: `1.5.0-beta.1` becomes `1.5.0-beta.2`, `1.4.2` becomes `1.4.3-beta.1`.
  case prerelease
  /// The release that the pre-releases led to: `1.5.0-beta.2` becomes `1.5.0`.
  case release
  case exactly(Version)

  /// The change that `text` names; any other word must be a version.
  package init(_ text: String) throws(VersionError) {
    switch text {
    case "major": self = .major
    case "minor": self = .minor
    case "patch": self = .patch
    case "prerelease": self = .prerelease
    case "release": self = .release
    default:
      do {
        self = .exactly(try Version(text))
      } catch {
        if case .tooLong = error { throw error }
        throw text.utf8.first?.isDigit == true ? error : .unknownChange(text)
      }
    }
  }

  /// The words that `init(_:)` knows.
  package static let words = ["major", "minor", "patch", "prerelease", "release"]
}

extension Version {
  /// The version after `change`.
  ///
  /// A part is raised, those after it become 0, and the number of components stays: `1.1` → minor `1.2`. A
  /// pre-release is already on its way to a version, so `minor` of `1.5.0-beta.2` is `1.5.0`, as in npm.
  /// - Parameter prereleaseID: With it the result is a pre-release, for example `1.5.0-beta.1`, or the next one if
  ///   this version is one of the same name and version. `release` and an exact version do not look at it.
  /// - Throws: `VersionError` when the version has no such component, when a number would overflow, when the name is
  ///   none, or when the change does not fit: `release` of a release. The result may come before this version, as
  ///   `1.5.0-beta.1` does where `1.5.0-rc.1` is asked for `beta`: whoever wants none but a later one compares.
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
    return Version(components: components[..<index] + [number] + zeros)
  }

  /// This release as a pre-release: the one after `current` if that leads to the same release under the same name,
  /// otherwise number 1.
  private func numbered(_ id: String?, after current: Version) throws(VersionError) -> Version {
    let name = try id.map(Self.prereleaseName(of:)) ?? current.prereleaseName
    var counter: UInt64 = 0
    if current.core == self, current.prereleaseName == name, let last = current.prerelease.last, last.isNumber {
      guard let number = UInt64(last), number < .max else { throw .cannotRaise(current.description, number: last) }
      counter = number
    }
    return try Version("\(self)-\((name + [String(counter + 1)]).joined(separator: "."))")
  }

  /// The identifiers of `id`; nothing else of a version may hide in it, such as metadata. One that is too long is
  /// refused with the version that it would make.
  private static func prereleaseName(of id: String) throws(VersionError) -> [String] {
    let name = id.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard id.utf8.count > 254 || (try? Version("0-\(id)"))?.prerelease == name else { throw .invalidPrereleaseID(id) }
    return name
  }

  /// The pre-release without its counter: `["beta"]` of `1.5.0-beta.2`.
  private var prereleaseName: [String] {
    prerelease.last?.isNumber == true ? prerelease.dropLast() : prerelease
  }
}
