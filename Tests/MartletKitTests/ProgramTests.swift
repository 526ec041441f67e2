import Foundation
import MartletKit
import Processes
import TestSupport
import Testing

/// The library and the program produce the same bytes.
@Suite("The library's result")
struct ProgramTests {
  /// Every format in one project: the files of the sample app, and one file for each other format.
  private static let declared = """
    project: CoolApp
    manifests:
      - xcodeproj: CoolApp.xcodeproj
        targets: [CoolApp, CoolAppWidget]
      - xcconfig: Configuration/Shared.xcconfig
      - plist: CoolApp/Info.plist
      - podspec: CoolKit.podspec
      - swift: Sources/CoolKit/Version.swift
      - json: package.json
        key: info.version
      - yaml: info.yml
        key: version
      - toml: info.toml
        key: package.version
      - env: Makefile
        key: VERSION
      - readme: README.md
        repositories: ['https://github.com/example/CoolApp.git']
      - plain: VERSION
      - text: install.sh
        pattern: 'cool-${version}'
    """

  private static let manifests: [Project.Manifest] = [
    .init(.xcodeproj, at: "CoolApp.xcodeproj", options: ["targets": ["CoolApp", "CoolAppWidget"]]),
    .init(.xcconfig, at: "Configuration/Shared.xcconfig"), .init(.plist, at: "CoolApp/Info.plist"),
    .init(.podspec, at: "CoolKit.podspec"), .init(.swift, at: "Sources/CoolKit/Version.swift"),
    .init(.json, at: "package.json", options: ["key": ["info.version"]]),
    .init(.yaml, at: "info.yml", options: ["key": ["version"]]),
    .init(.toml, at: "info.toml", options: ["key": ["package.version"]]),
    .init(.env, at: "Makefile", options: ["key": ["VERSION"]]),
    .init(.readme, at: "README.md", options: ["repositories": ["https://github.com/example/CoolApp.git"]]),
    .init(.plain, at: "VERSION"), .init(.text, at: "install.sh", options: ["pattern": ["cool-${version}"]]),
  ]

  private static let texts = [
    "Releasefile": declared, "package.json": "{\"info\": {\"version\": \"1.4.2\"}}\r\n",
    "info.yml": "version: 1.4.2 # ours\n", "info.toml": "[package]\nversion = '1.4.2'\n",
    "Makefile": "VERSION ?= 1.4.2\n", "VERSION": "1.4.2", "install.sh": "fetch cool-1.4.2\n",
  ]

  @Test(
    "equals that of `martlet bump`: in every format, and in a project without a Releasefile", arguments: [true, false])
  func bump(isDeclared: Bool) throws {
    var texts = Self.texts.mapValues { Data($0.utf8) }
    if !isDeclared { texts["Releasefile"] = Data("project: CoolApp\n".utf8) }
    let world = try GoldenWorld(example: "Examples/CoolApp", files: texts)
    let before = try contents(of: world)
    let result = try world.martlet(["bump", "minor"]).run()
    #expect(result.succeeded, "\(result.errorText)")
    let after = try contents(of: world)

    let files = try ProjectFiles(before)
    let project = try Project(files, manifests: isDeclared ? Self.manifests : nil, name: "CoolApp")
    let version = try #require(try project.version())
    let changed = try project.changedFiles(for: version.changed(.minor))
    #expect(changed == after.filter { before[$0.key] != $0.value })
    #expect(changed.count >= (isDeclared ? 12 : 7), "\(changed.keys.sorted())")
  }

  @Test("equals that of `martlet changelog` and `martlet version --next auto`")
  func notes() throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    try world.git("tag", "1.4.2")
    for message in ["feat(ui): greet `@all` *twice*", "docs: say more", "fix: no crash\n\nBREAKING CHANGE: a_b is c"] {
      try world.git("commit", "--quiet", "--allow-empty", "--message", message)
    }
    let log = try world.git("log", "-z", "--format=%H%n%P%n%B", "1.4.2..")
    let commits = log.split(separator: "\0").map { entry in
      let lines = entry.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
      return ReleaseNotes.Commit(
        id: String(lines[0]), message: String(lines[2]), isMerge: lines[1].contains(" "))
    }
    let notes = try ReleaseNotes(of: commits)
    #expect(commits.count == 3 && notes.level == .major)
    #expect(notes.markdown == (try world.martlet(["changelog"]).run().outputText))
    let next = try world.martlet(["version", "--next", "auto"]).run().outputText
    #expect(try notes.version(after: [Version("1.4.2")])?.description == next)
  }

  @Test("equals that of the step `changelog`")
  func changelog() throws {
    let world = try GoldenWorld(
      example: "Examples/CoolApp",
      files: ["Releasefile": Data("project: CoolApp\nlanes:\n  note:\n    steps: [{bump: minor}, changelog]\n".utf8)])
    let before = try #require(try contents(of: world)["CHANGELOG.md"])
    let result = try world.martlet(["run", "note", "--yes"]).run()
    #expect(result.succeeded, "\(result.errorText)")
    let expected = try #require(try contents(of: world)["CHANGELOG.md"])
    // The sandbox's clock is fixed on this day.
    #expect(try Changelog(before).releasing(Version("1.5.0"), on: "2026-01-01") == expected)
    #expect(before != expected)
  }

  @Test(
    "equals that of `martlet config get`",
    arguments: [
      ("DISPLAY_NAME", "Debug", [:]), ("BASE_API_URL", "Release", [:]),
      ("CODE_SIGN_IDENTITY", "Shared", ["sdk": "iphoneos18.0"]),
    ])
  func settings(name: String, file: String, conditions: [String: String]) throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let path = "Configuration/\(file).xcconfig"
    let options = conditions.flatMap { ["--\($0.key)", $0.value] }
    let result = try world.martlet(["config", "get", name, "--xcconfig", path] + options).run()
    let settings = try XcconfigSettings(path, in: ProjectFiles(contents(of: world)), for: conditions)
    #expect(result.succeeded, "\(result.errorText)")
    #expect(try settings.value(of: name) == result.outputText)
  }

  /// The state of the repository according to git.
  private func contents(of world: GoldenWorld) throws -> [String: [UInt8]] {
    let paths = try world.git("ls-files", "-z").split(separator: "\0").map(String.init)
    return Dictionary(
      uniqueKeysWithValues: paths.map { path in
        (path, FileManager.default.contents(atPath: "\(world.repository)/\(path)").map(Array.init) ?? [])
      })
  }
}
