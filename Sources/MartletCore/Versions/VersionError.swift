/// Why a text is not a version, or a version cannot be changed as requested.
package enum VersionError: Error, Equatable, Sendable {
  case notAVersion(String)
  case leadingZero(String, number: String)
  case numberTooLarge(String, number: String)
  case tooLong(length: Int)
  /// The number is the largest one that is stored exactly.
  case cannotRaise(String, number: String)
  case unknownChange(String)
  case noSuchComponent(Version, component: String)
  case notAPrerelease(Version)
  case missingPrereleaseID(Version)
  case invalidPrereleaseID(String)
  case invalidBuildNumber(String)
}

extension VersionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAVersion(let text):
      "`\(text)` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`"
    case .leadingZero(let text, let number):
      "`\(text)` is not a version: the number `\(number)` has a leading zero"
    case .numberTooLarge(let text, let number):
      "the number `\(number)` of version `\(text)` is too large, expected at most \(UInt64.max)"
    case .cannotRaise(let text, let number):
      "the number `\(number)` of version `\(text)` cannot be raised, expected at most \(UInt64.max - 1)"
    case .tooLong(let length):
      "the version is \(length) bytes long, expected at most 256"
    case .unknownChange(let text):
      "`\(text)` is neither a version nor a part of one, expected `major`, `minor`, `patch`, `prerelease`, `release` or a version such as `1.5.0`"
    case .noSuchComponent(let version, let component):
      "version `\(version)` has no \(component) component to raise"
    case .notAPrerelease(let version):
      "`release` ends a pre-release, and version `\(version)` is not one"
    case .missingPrereleaseID(let version):
      "version `\(version)` is not a pre-release, so the next one needs a name"
    case .invalidPrereleaseID(let id):
      "`\(id)` cannot name a pre-release, expected letters, digits and hyphens such as `beta`"
    case .invalidBuildNumber(let text):
      "`\(text)` is not a build number, expected one to four numbers such as `42` or `1.2.3`"
    }
  }

  /// A helpful command, if there is one.
  package var hint: String? {
    switch self {
    case .unknownChange(let text):
      VersionChange.words.nearest(to: text).map { "did you mean `\($0)`?" }
    case .noSuchComponent(let version, let component):
      "give the new version in full, such as `martlet bump \(version.component(0)).\(component == "patch" ? "\(version.component(1)).1" : "1")`"
    case .notAPrerelease: "raise it with `major`, `minor`, `patch` or `auto`"
    case .missingPrereleaseID: "name it with `--prerelease-id beta`"
    case .notAVersion, .leadingZero, .numberTooLarge, .cannotRaise, .tooLong, .invalidPrereleaseID,
      .invalidBuildNumber:
      nil
    }
  }
}
