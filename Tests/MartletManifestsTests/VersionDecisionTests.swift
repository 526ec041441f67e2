import MartletCore
import MartletManifests
import TestSupport
import Testing

/// Three rows and a stop: cases of real repositories, reduced.
@Suite("The decision of the version")
struct VersionDecisionTests: ResolvingVersions {
  private func message(
    _ texts: [String: String], _ tags: ReleaseTags, since released: [String: String]? = nil
  ) throws
    -> String
  {
    let survey = try survey(texts, tags, since: released)
    let error = #expect(throws: SurveyError.self) { try survey.version() }
    return (error?.diagnostics ?? []).map { $0.rendered() }.joined(separator: "\n")
  }

  private func project(_ version: String) -> [String: String] {
    ["project.yml": "name: App\ntargets:\n  App:\n    settings:\n      base:\n        MARKETING_VERSION: \(version)\n"]
  }

  private func pod(_ version: String) -> [String: String] { ["CoolKit.podspec": Self.podspec(version)] }

  @Test("is that of the newest tag and a manifest, whatever others have")
  func agree() throws {
    #expect(try raised(project("26.07.5"), tag: "26.07.5") == ["26.07.5", "project.yml:6 26.07.5"])
    let texts = pod("1.4.2").merging(["package.json": "{\"version\": \"1.5.0\"}\n"]) { $1 }
    #expect(try raised(texts, tag: "1.4.2") == ["1.4.2", "CoolKit.podspec:2 1.4.2"])
    #expect(try named(texts, tag: "1.4.2") == ["package.json:1 1.5.0"])
  }

  @Test("is the last release if manifests have that, and a pre-release that they do not have was tagged since")
  func agreeWithRelease() throws {
    let tags = try ReleaseTags(newest: Version("2.0.0-beta.1"), released: Version("1.5.2"))
    #expect(try survey(pod("1.5.2"), tags).version() == Version("1.5.2"))
    #expect(try survey(pod("1.5.1"), tags).version() == Version("2.0.0-beta.1"))
    #expect(try survey(pod("2.0.0-beta.1"), tags).version() == Version("2.0.0-beta.1"))
    #expect(try survey(project("2.0.0"), tags).version() == Version("2.0.0-beta.1"))
  }

  @Test("is the one later version in the manifests, if none had it at the newest release")
  func later() throws {
    #expect(try raised(pod("2.6.0"), tag: "2.5.0", since: pod("2.5.0")) == ["2.6.0", "CoolKit.podspec:2 2.6.0"])
    #expect(try raised(pod("2.6.0"), tag: "2.5.0", since: pod("2.4.0")).first == "2.6.0")
    #expect(try raised(pod("2.6.0"), tag: "2.5.0", since: [:]).first == "2.6.0")
    #expect(
      try message(pod("2.6.0"), tags("2.5.0"), since: pod("2.6.0"))
        == """
        error: files have a later version than the newest tag, and no release explains it
          2.5.0  2026-11-01  tag v2.5.0
          2.6.0  now         CoolKit.podspec:2
        manifests:
          - podspec: CoolKit.podspec
        hint: if the tags are right, write `version: {source: tag}` in a file `Releasefile`; if the files are right, write the lines from `manifests:` on
        """)
  }

  @Test("is that of an Info.plist that no Xcode project names, raised since the newest tag")
  func plistAhead() throws {
    let path = "Projects/App/Info.plist"
    let (before, now) = ([path: Self.plist("3.4.7")], [path: Self.plist("3.4.8")])
    #expect(try raised(now, tag: "3.4.7", since: before) == ["3.4.8", "\(path):3 3.4.8"])
    #expect(try raised([path: Self.plist("1.0")], tag: "0.4.0", since: [:]) == ["0.4.0"])
  }

  @Test("is not that of a file more than one major version later than all tags, unless it begins with a year")
  func leap() throws {
    #expect(try raised(project("3.0.0"), tag: "1.4.0", since: project("1.4.0")).first == "3.0.0")
    #expect(try raised(project("2026.1.0"), tag: "1.4.0", since: project("1.4.0")).first == "2026.1.0")
    #expect(
      try message(project("7.0.0"), tags("1.4.0"), since: project("1.4.0"))
        == """
        error: files have a later version than the newest tag, and no release explains it
          1.4.0  2026-11-01  tag v1.4.0
          7.0.0  now         project.yml:6
        manifests:
          - yaml: project.yml
        hint: if the tags are right, write `version: {source: tag}` in a file `Releasefile`; if the files are right, write the lines from `manifests:` on
        """)
  }

  @Test("is none if two manifests have different later versions")
  func conflictOfLater() throws {
    let texts = pod("1.6.0").merging(["Version.swift": "let version = \"1.5.0\"\n"]) { $1 }
    #expect(
      try message(texts, tags("1.4.2"))
        == """
        error: manifests disagree on the version, and none of them has the version `1.4.2` of the newest tag
          1.4.2  2026-11-01  tag v1.4.2
          1.6.0  now         CoolKit.podspec:2
          1.5.0  now         Version.swift:1
        manifests:
          - podspec: CoolKit.podspec
        hint: list the reasons with `martlet version --explain`; if the highest version is right, add the lines from \
        `manifests:` on to a file `Releasefile`
        """)
  }

  @Test("is that of the newest tag if no manifest has a later one; stale ones are named, and stay")
  func tag() throws {
    #expect(try raised(pod("4.0.4"), tag: "4.0.8") == ["4.0.8"])
    #expect(try named(pod("4.0.4"), tag: "4.0.8") == ["CoolKit.podspec:2 4.0.4"])
    #expect(try raised(["Package.swift": "let package = Package(name: \"cool\")\n"], tag: "2.1.0") == ["2.1.0"])
    #expect(try raised([:], tag: "2.0.0-beta.3") == ["2.0.0-beta.3"])
  }

  @Test("is never a placeholder or the value of a new target in Xcode beside a tag")
  func defaults() throws {
    for text in ["0.0.0-SNAPSHOT", "0.0.0-dev", "0.0.0", "1000.0.0", "999.999.999"] {
      #expect(try raised(pod(text), tag: "0.21.3-Beta") == ["0.21.3-Beta"])
      #expect(try raised(pod(text), tag: "0.21.3") == ["0.21.3"])
    }
    #expect(try raised(project("1.0"), tag: "0.4.0", since: [:]) == ["0.4.0"])
  }

  @Test("is none if the newest release was tagged after a higher one, unless a manifest has it")
  func lowered() throws {
    func name(_ text: String) throws -> ReleaseTags.Name {
      ReleaseTags.Name(version: try Version(text), tag: text, day: "2026-11-01")
    }
    let version = try Version("1.4.3")
    let tags = ReleaseTags(
      newest: version, released: version, names: [try name("1.4.3")], higher: try name("2.0.0"))
    #expect(try survey(pod("1.4.3"), tags).version() == version)
    #expect(
      try message([:], tags)
        == """
        error: `1.4.3` was tagged after the higher `2.0.0`, so the current version is unknown
          2.0.0  2026-11-01  tag 2.0.0
          1.4.3  2026-11-01  tag 1.4.3
        hint: delete the tag that is a mistake, or name the version with `martlet bump VERSION --allow-lower`
        """)
  }

  @Test("is none if the place of the version has a text that is none")
  func unreadable() throws {
    #expect(
      try message(project("1.2.3.4.5"), tags("1.2.3"))
        == """
        error: `1.2.3.4.5` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`
         --> project.yml:6:28
          1.2.3      2026-11-01  tag v1.2.3
          1.2.3.4.5  now         project.yml:6
        hint: correct the value there, or write `version: {source: tag}` in a file `Releasefile`
        """)
  }

  @Test("keeps a pre-release where a place for Apple's tools has one in full")
  func fullPrerelease() throws {
    let texts = ["App.xcconfig": "MARKETING_VERSION = 0.11.0-beta.2\n"]
    let survey = try survey(texts, ReleaseTags(newest: Version("0.11.0-beta.2")))
    let (edits, _) = try survey.edits(raising: Version("0.11.0-beta.2"), to: Version("0.11.0-beta.3"), in: files(texts))
    #expect(edits["App.xcconfig"]?.map(\.replacement) == ["0.11.0-beta.3"])
  }
}
