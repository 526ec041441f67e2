@testable import MartletBuildSettings
@testable import MartletCore
@testable import MartletManifests
@testable import TestSupport

/// `xcodeproj`: a project file and, behind lines `=== PATH`, what it draws on; also changes of its build settings.
struct XcodeprojTarget: FuzzTarget {
  static let name = "xcodeproj"
  static let greatestLength = 20480

  func check(_ input: Input) throws {
    let manifest = XcodeprojManifest(path: "CoolApp.xcodeproj")
    guard let files = InputFiles(input.bytes, main: "CoolApp.xcodeproj/project.pbxproj") else { return }
    // A setting of another name is a version only with two numbers or more.
    try ManifestProperties(manifest: manifest, files: files, lengths: 2...3).check(input.random)
    do {
      for content in [SettingChange.Content.value("a \"b\" \\ // é"), .words("-DNEW $(X)")] {
        for key in ["MARKETING_VERSION", "OTHER_SWIFT_FLAGS[sdk=iphoneos*]"] {
          try checkChange(SettingChange(key, content), of: manifest, in: files)
        }
      }
    } catch let error as any ExplainedError {
      try Explanation.check(error, about: files)
    }
  }

  /// A change is made once, and nothing is left to do then.
  private func checkChange(_ change: SettingChange, of manifest: XcodeprojManifest, in files: InputFiles) throws {
    let (before, after) = try manifest.changed(by: change, inConfiguration: nil, in: files)
    guard before != after else { return }
    let changed = try files.replacing(after)
    let again: (before: SourceText, after: SourceText)
    do {
      again = try manifest.changed(by: change, inConfiguration: nil, in: changed)
    } catch {
      throw Violation("a project is no longer read after a change of `\(change.key)`: \(error)")
    }
    try require(again.before == again.after, "a second change of `\(change.key)` changes more")
  }
}
