import MartletCore
import MartletManifests
import TestSupport
import Testing

/// What decides if tags and files contradict each other: cases of real repositories, reduced.
@Suite("The evidence of a version")
struct VersionEvidenceTests: ResolvingVersions {
  private struct Past {
    /// The tag that is the newest one; nil: the release.
    var newest: String?
    var released: String?
    var files: [String: String] = [:]
    var prereleaseFiles: [String: String]?
    /// The releases before the newest one, the newest first.
    var recent: [(version: String, files: [String: String])] = []
    var newerInHistory: [String] = []
    var builds: [String] = []
    /// The files of the release before the newest one.
    var earlier: (version: String, files: [String: String])?
    /// The files of releases on another branch, the newest first.
    var elsewhere: [(version: String, files: [String: String])] = []
  }

  private func survey(_ texts: [String: String], _ past: Past) throws -> VersionSurvey {
    let names = try ProjectNames(project: "CoolKit", repositories: [], in: files(texts))
    let released = try past.released.map { try Version($0) }
    let newest = try past.newest.map { try Version($0) } ?? released
    let recent = try past.recent.map { try PastReleases.Release(version: Version($0.version), files: files($0.files)) }
    let later = try past.newerInHistory.map { try Version($0) }
    let builds = try past.builds.map { try Version($0) }
    func earlier(_ release: (version: String, files: [String: String])?) throws -> PastReleases.Earlier? {
      try release.map { release in
        PastReleases.Earlier(version: try Version(release.version), files: files(release.files)) {
          texts.keys.compactMap { RelativePath($0) }.sorted()
        }
      }
    }
    let elsewhere = try past.elsewhere.map { try Version($0.version) }
    let tags = ReleaseTags(
      newest: newest, released: released,
      releases: [newest, released].compactMap(\.self) + recent.map(\.version) + later + elsewhere,
      names: [newest].compactMap(\.self).map { .init(version: $0, tag: "v\($0)", day: "2026-11-01") })
    return try VersionResolver(names: names, tags: tags).survey(
      of: files(texts),
      since: PastReleases(
        files: files(past.files), earlier: try earlier(past.earlier), newerInHistory: { later }, builds: { builds },
        prereleaseFiles: past.prereleaseFiles.map { files($0) }, recent: { recent }),
      elsewhere: { version in
        guard let own = past.elsewhere.first, try Version(own.version) == version else { return nil }
        return PastReleases(files: files(own.files), earlier: try earlier(past.elsewhere.last))
      },
      for: .everything)
  }

  private static func requirement(_ version: String) -> String {
    ".package(url: \"https://example.com/base.git\", exact: \"\(version)\")\n"
  }

  private func answer(_ texts: [String: String], _ past: Past) throws -> [String] {
    let survey = try survey(texts, past)
    guard let version = try survey.version() else { return ["none"] }
    return [version.description]
      + survey.readings.flatMap(\.sites).filter { $0.kind == .version && survey.follows(version, at: $0) }
      .map { "\($0.place.path) \($0.value)" }
  }

  private func project(_ version: String) -> [String: String] {
    ["project.yml": "name: App\ntargets:\n  App:\n    settings:\n      base:\n        MARKETING_VERSION: \(version)\n"]
  }

  @Test("is a calendar version with leading zeros, in the newest tag and a main file")
  func calendar() throws {
    #expect(try answer(project("26.07.5"), Past(released: "26.07.5")) == ["26.07.5", "project.yml 26.07.5"])
    #expect(try answer(project("26.08.0"), Past(released: "26.07.5", files: project("26.07.5"))).first == "26.08.0")
  }

  @Test("is never a placeholder if there is a tag, even only that of a pre-release")
  func placeholder() throws {
    for text in ["0.0.0-SNAPSHOT", "0.0.0-dev", "0.0.0", "1000.0.0", "999.999.999"] {
      let files = ["CoolKit.podspec": Self.podspec(text)]
      #expect(try answer(files, Past(newest: "0.21.3-Beta")) == ["0.21.3-Beta"])
      #expect(try answer(files, Past(released: "0.21.3")) == ["0.21.3"])
    }
  }

  @Test(
    "is not taken from a file that is more than one major version later than all tags, unless it begins with a year")
  func leap() throws {
    let past = Past(released: "1.4.0", files: project("1.4.0"))
    #expect(try answer(project("2.0.0"), past).first == "2.0.0")
    #expect(try answer(project("2026.1.0"), past).first == "2026.1.0")
    let error = #expect(throws: SurveyError.self) { try answer(project("7.0.0"), past) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "files have a later version than the newest tag, and no release explains it"
      ])
  }

  @Test("is a newer pre-release tag rather than a lower file, or an older release")
  func prerelease() throws {
    let texts = ["App.xcodeproj/project.pbxproj": XcodeFixture.project(.init())]
    let past = Past(newest: "9.0.0-alpha.4", released: "8.4.1", files: texts)
    #expect(try answer(texts, past).first == "9.0.0-alpha.4")
  }

  @Test("is a pre-release tag if a podspec had only its numbers there, and the release if it was raised since")
  func numbersAlone() throws {
    func answer(then text: String) throws -> String? {
      try self.answer(
        ["CoolKit.podspec": Self.podspec("7.0.0")],
        Past(
          newest: "7.0.0-beta.4", released: "6.0.0", files: ["CoolKit.podspec": Self.podspec("6.0.0")],
          prereleaseFiles: ["CoolKit.podspec": Self.podspec(text)])
      ).first
    }
    #expect(try answer(then: "7.0.0") == "7.0.0-beta.4")
    #expect(try answer(then: "7.0.0-beta.4") == "7.0.0")
  }

  @Test("is a final version that a file for other tools has, where Apple's cannot hold the newest pre-release")
  func finalBesideApple() throws {
    func files(_ package: String) -> [String: String] {
      [
        "project.yml": "targets:\n  Cool:\n    settings:\n      MARKETING_VERSION: 2.1.0\n",
        "package.json": "{\n  \"version\": \"\(package)\"\n}\n",
      ]
    }
    func answer(now: String, then: String) throws -> String? {
      try self.answer(
        files(now), Past(newest: "2.1.0-rc.0", released: "2.0.0", files: files("2.0.0"), prereleaseFiles: files(then))
      ).first
    }
    #expect(try answer(now: "2.1.0", then: "2.1.0-rc.0") == "2.1.0")
    #expect(try answer(now: "2.1.0-rc.0", then: "2.1.0-rc.0") == "2.1.0-rc.0")
    #expect(try answer(now: "2.1.0", then: "2.1.0") == "2.1.0-rc.0")
  }

  @Test("is behind and raised again where a former release raised it, and the last one to three did not")
  func behind() throws {
    func podspec(_ version: String) -> [String: String] { ["CoolKit.podspec": Self.podspec(version)] }
    func answer(_ releases: [(String, String)]) throws -> [String] {
      try self.answer(
        podspec("1.2.0"),
        Past(released: "1.3.0", files: podspec("1.2.0"), recent: releases.map { ($0.0, podspec($0.1)) }))
    }
    let raised = ["1.3.0", "CoolKit.podspec 1.2.0"]
    #expect(try answer([("1.2.0", "1.2.0"), ("1.1.0", "1.1.0")]) == raised)
    #expect(try answer([("1.2.2", "1.2.0"), ("1.2.1", "1.2.0"), ("1.2.0", "1.2.0"), ("1.1.0", "1.1.0")]) == raised)
    // The release before it was missed, too.
    #expect(try answer([("1.2.1", "1.2.0"), ("1.2.0", "1.2.0"), ("1.1.0", "1.0.0")]) == ["1.3.0"])
    #expect(try answer([("1.2.1", "1.2.0"), ("1.2.0", "1.2.0")]) == ["1.3.0"])
    #expect(try answer([("1.2.0", "1.2.0"), ("1.1.0", "1.0.0")]) == raised)
    // It missed four releases.
    #expect(
      try answer([("1.2.3", "1.2.0"), ("1.2.2", "1.2.0"), ("1.2.1", "1.2.0"), ("1.2.0", "1.2.0")]) == ["1.3.0"])
    // It had this value before the release.
    #expect(try answer([("1.2.0", "1.2.0"), ("1.1.0", "1.2.0")]) == ["1.3.0"])
  }

  @Test("is raised again in a snippet of a README that two releases in a row had raised, and the last one had not")
  func snippetBehind() throws {
    func files(_ version: String, _ readme: String) -> [String: String] {
      ["CoolKit.podspec": Self.podspec(version), "README.md": "pod 'CoolKit', '\(readme)'\n"]
    }
    func answer(_ releases: [(String, String)]) throws -> [String] {
      try self.answer(
        files("6.5.1", "6.4.3"),
        Past(released: "6.5.1", files: files("6.5.1", "6.4.3"), recent: releases.map { ($0.0, files($0.0, $0.1)) }))
    }
    let podspec = ["6.5.1", "CoolKit.podspec 6.5.1"]
    #expect(try answer([("6.4.3", "6.4.3"), ("6.3.3", "6.3.3"), ("6.2.0", "6.2.0")]) == podspec + ["README.md 6.4.3"])
    #expect(try answer([("6.4.3", "6.4.3"), ("6.3.3", "6.2.0"), ("6.2.0", "6.2.0")]) == podspec)
    #expect(try answer([("6.5.0", "6.4.3"), ("6.4.3", "6.4.3"), ("6.3.3", "6.3.3")]) == podspec)
  }

  @Test(
    "is later than the newest tag where a line is that the last two releases raised",
    arguments: [
      ("CMakeLists.txt", "project(Cool VERSION $VERSION)\n", "1.4.0"),
      ("app/build.gradle", "  versionName \"$VERSION\"\n", "1.4.0"),
      ("Sources/CMUtils.h", "#define CM_LIB_VERSION_NUMBER_STRING @\"$VERSION\"\n", "1.4.0"),
      ("Config/Release.xcconfig", "APP_MARKETING_VERSION = $VERSION\n", "1.4.0"),
      ("gradle.properties", "VERSION_NAME=$VERSION\n", "1.4.0-SNAPSHOT"),
    ])
  func raisedSince(path: String, text: String, version: String) throws {
    func files(_ version: String) -> [String: String] {
      // The requirement of another package with equal versions is not evidence.
      [path: text.replacing("$VERSION", with: version), "Package.swift": Self.requirement("1.5.0")]
    }
    func answer(earlier: String) throws -> [String] {
      try self.answer(
        files(version),
        Past(
          released: "1.3.0", files: files("1.3.0").merging(["Package.swift": Self.requirement("1.3.0")]) { $1 },
          earlier: ("1.2.0", files(earlier).merging(["Package.swift": Self.requirement("1.2.0")]) { $1 })))
    }
    #expect(try answer(earlier: "1.2.0") == [version, "\(path) \(version)"])
    #expect(try answer(earlier: "1.1.0") == ["1.3.0"])
  }

  @Test("is later where a line is raised after the tag, and every other place with it or the last release follows")
  func raisedWithOthers() throws {
    func files(_ version: String, _ other: String) -> [String: String] {
      [
        "gradle.properties": "VERSION_NAME=\(version)\n", "sonar-project.properties": "sonar.projectVersion=\(other)\n",
        "README.md": "implementation(\"com.example:cool:\(version)\")\n",
      ]
    }
    let past = Past(released: "6.4.3", files: files("6.4.3", "1.0.0"), earlier: ("6.3.3", files("6.3.3", "1.0.0")))
    let readme = files("6.4.3", "").filter { $0.key == "README.md" }
    let later = files("6.5.1", "6.5.1").merging(readme) { $1 }
    #expect(try answer(later, past).sorted() == ["6.5.1", "gradle.properties 6.5.1", "sonar-project.properties 6.5.1"])
    let snapshot = files("6.5.1-SNAPSHOT", "1.0.0").merging(readme) { $1 }
    let (edits, _) = try survey(snapshot, past)
      .edits(raising: Version("6.5.1-SNAPSHOT"), to: Version("6.5.1"), in: self.files(snapshot))
    #expect(edits.keys.map(\.string).sorted() == ["README.md", "gradle.properties"])
  }

  @Test("stops where lines that the last two releases raised have different later versions")
  func raisedDifferently() throws {
    func files(_ version: String, _ other: String) -> [String: String] {
      ["CMakeLists.txt": "project(Cool VERSION \(version))\n", "app/build.gradle": "versionName \"\(other)\"\n"]
    }
    let past = Past(released: "1.3.0", files: files("1.3.0", "1.3.0"), earlier: ("1.2.0", files("1.2.0", "1.2.0")))
    #expect(try answer(files("1.3.0", "1.4.0"), past) == ["1.3.0", "CMakeLists.txt 1.3.0"])
    #expect(
      message(try survey(files("1.5.0", "1.4.0"), past))
        == """
        error: manifests disagree on the version, and none of them has the version `1.3.0` of the newest tag
          1.4.0  app/build.gradle:1
          1.5.0  CMakeLists.txt:1
        manifests:
          - text: CMakeLists.txt
            pattern: project(Cool VERSION ${version}
        hint: list the reasons with `martlet version --explain`; if the highest version is right, add the lines from \
        `manifests:` on to a file `Releasefile`
        """)
  }

  @Test("is the later release if a higher one was tagged before it, and a main file has the later one")
  func withdrawn() throws {
    let texts = ["CoolKit.podspec": Self.podspec("2.3.5")]
    #expect(
      try answer(texts, Past(released: "2.4.0", files: texts, newerInHistory: ["2.3.5", "2.3.4"])) == [
        "2.3.5", "CoolKit.podspec 2.3.5",
      ])
    #expect(try answer(texts, Past(released: "2.4.0", files: texts)) == ["2.4.0"])
  }

  @Test("is not that of a file with the value of a later release, which another branch has, at the newest tag")
  func releaseElsewhere() throws {
    let past = Past(released: "0.4.0", files: project("1.0"), newerInHistory: ["1.0.0", "3.5.1"])
    #expect(try answer(project("1.0"), past) == ["0.4.0"])
    // A new project has the default value.
    #expect(try answer(project("1.0"), Past(released: "0.4.0")) == ["0.4.0"])
    #expect(try answer(project("0.5.0"), Past(released: "0.4.0")).first == "0.5.0")
  }

  @Test("stops if a main file has the last release, and the newest tag is a pre-release of a much later one")
  func muchLaterPrerelease() throws {
    let texts = ["CoolKit.podspec": Self.podspec("1.5.2")]
    #expect(
      message(try survey(texts, Past(newest: "3.9.9a14", released: "1.5.2", files: texts)))
        == """
        error: files have a much earlier version than the newest tag
          3.9.9a14  2026-11-01  tag v3.9.9a14
          1.5.2     now         CoolKit.podspec:2
        manifests:
          - podspec: CoolKit.podspec
        hint: if the tags are right, write `version: {source: tag}` in a file `Releasefile`; if the files are right, write \
        the lines from `manifests:` on
        """)
    #expect(try answer(texts, Past(newest: "2.0.0-beta.1", released: "1.5.2", files: texts)).first == "1.5.2")
  }

  @Test("stops if a main file is later than the newest tag, and was when that was made")
  func later() throws {
    let texts = ["CoolKit.podspec": Self.podspec("1.7")]
    let survey = try survey(texts, Past(released: "1.6.0", files: texts))
    #expect(
      message(survey) == """
        error: files have a later version than the newest tag, and no release explains it
          1.6.0  2026-11-01  tag v1.6.0
          1.7    now         CoolKit.podspec:2
        manifests:
          - podspec: CoolKit.podspec
        hint: if the tags are right, write `version: {source: tag}` in a file `Releasefile`; if the files are right, write the lines from `manifests:` on
        """)
  }

  @Test("is the version of main files that are later than the newest tag if a tag of a build has it, too")
  func built() throws {
    let texts = ["CoolKit.podspec": Self.podspec("1.7.0")]
    let past = Past(released: "1.6.0", files: texts, builds: ["1.7.0"])
    #expect(try answer(texts, past) == ["1.7.0", "CoolKit.podspec 1.7.0"])
    #expect(try message(survey(texts, Past(released: "1.6.0", files: texts, builds: ["1.6.0"]))).hasPrefix("error"))
  }

  @Test("is that of another file for tools where the main files have only stale versions")
  func staleMainFile() throws {
    func files(_ package: String) -> [String: String] {
      project("1.0.0").merging(["package.json": "{\n  \"version\": \"\(package)\"\n}\n"]) { $1 }
    }
    let past = Past(
      newest: "2.7.0-beta.2", released: "2.6.3", files: files("2.6.3"), prereleaseFiles: files("2.7.0-beta.2"))
    #expect(try answer(files("2.8.0-pre"), past) == ["2.8.0-pre", "package.json 2.8.0-pre"])
    #expect(try answer(files("2.7.0-beta.2"), past) == ["2.7.0-beta.2", "package.json 2.7.0-beta.2"])
    // It has always had this value.
    #expect(try answer(files("3.0.0"), Past(released: "2.7.0", files: files("3.0.0"))) == ["2.7.0"])
  }

  @Test("is that of a main file that has always been raised right before the release, which was tagged later")
  func raisedEarly() throws {
    let past = Past(released: "4.13", files: project("4.14"), earlier: ("4.12", project("4.13")))
    #expect(try answer(project("4.14"), past).first == "4.14")
    #expect(
      try message(survey(project("4.14"), Past(released: "4.13", files: project("4.14")))).hasPrefix("error"))
  }

  @Test("is followed by lines that the last two releases of other branches raised")
  func releasesElsewhere() throws {
    func files(_ version: String) -> [String: String] {
      project(version).merging(["Plugin.groovy": "cool \(version)\n"]) { $1 }
    }
    let elsewhere = [("69.0.0", files("69.0.0")), ("68.0.0", files("68.0.0"))]
    let past = Past(released: "52.3.0", files: files("52.3.0"), elsewhere: elsewhere)
    #expect(
      try answer(files("69.0.0"), past) == ["69.0.0", "project.yml 69.0.0", "Plugin.groovy 69.0.0"])
    // The newest tag has its own evidence.
    let here = Past(released: "69.0.0", files: project("69.0.0"), elsewhere: elsewhere)
    #expect(try answer(files("69.0.0"), here) == ["69.0.0", "project.yml 69.0.0"])
  }

  @Test("stops if the place of the version has a text that is none")
  func unreadable() throws {
    let survey = try survey(project("1.2.3.4.5"), Past(released: "1.2.3"))
    #expect(
      message(survey) == """
        error: `1.2.3.4.5` is not a version, expected one such as `1.5.0` or `1.5.0-beta.1`
         --> project.yml:6:28
          1.2.3      2026-11-01  tag v1.2.3
          1.2.3.4.5  now         project.yml:6
        hint: correct the value there, or write `version: {source: tag}` in a file `Releasefile`
        """)
  }

  private func message(_ survey: VersionSurvey) -> String {
    do {
      return "\(try survey.version().map { "\($0)" } ?? "none")"
    } catch let error {
      print(error.diagnostics.map { $0.rendered() }.joined(separator: "\n"));
      return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
    }
  }

  @Test("keeps a pre-release where a place for Apple's tools has one in full")
  func fullPrerelease() throws {
    let texts = ["App.xcconfig": "MARKETING_VERSION = 0.11.0-beta.2\n"]
    let survey = try survey(texts, Past(newest: "0.11.0-beta.2"))
    let (edits, _) = try survey.edits(raising: Version("0.11.0-beta.2"), to: Version("0.11.0-beta.3"), in: files(texts))
    #expect(edits["App.xcconfig"]?.map(\.replacement) == ["0.11.0-beta.3"])
  }

  @Test(
    "in a list of releases is never raised",
    arguments: [
      ("CHANGELOG.yml", "releases:\n- version: 5.9.3\n  date: February 07 2018\n"),
      ("releases.yml", "current:\n  version: 5.9.3\n"), ("data.yml", "releases:\n  - name: a\n    version: 5.9.3\n"),
      ("history.json", "{\"version\": \"5.9.3\"}\n"), ("data.json", "{\"releases\": [{\"version\": \"5.9.3\"}]}\n"),
      ("changelog.toml", "version = \"5.9.3\"\n"), ("appcast.xml", "<version>5.9.3</version>\n"),
      ("CHANGELOG.md", "## 5.9.3\n"),
    ])
  func history(path: String, text: String) throws {
    #expect(try answer([path: text], Past(released: "5.9.3")) == ["5.9.3"])
    #expect(try answer(["tool.yml": "version: 5.9.3\n"], Past(released: "5.9.3")).count == 2)
  }

  @Test("in declared manifests is the newest tag's if a place missed the last releases")
  func declared() throws {
    let texts = ["CoolKit.podspec": Self.podspec("1.2.0"), "VERSION": "1.3.0\n"]
    func answer(_ manifests: [any Manifest], _ releases: [String]) throws -> [String] {
      let survey = try VersionSurvey(of: manifests, in: files(texts))
        .comparing(with: Version("1.3.0"), after: releases.map { try Version($0) })
      return [message(survey).hasPrefix("error") ? "disagree" : message(survey)] + survey.behindSites.map(\.value)
    }
    let both: [any Manifest] = [PodspecManifest(path: "CoolKit.podspec"), PlainManifest(path: "VERSION")]
    #expect(try answer(both, ["1.2.1", "1.2.0"]) == ["1.3.0", "1.2.0"])
    #expect(try answer([both[0]], ["1.2.0"]) == ["1.3.0", "1.2.0"])
    #expect(try answer(both, ["1.1.0"]) == ["disagree"])
  }
}
