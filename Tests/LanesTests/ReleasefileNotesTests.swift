import Lanes
import MartletCore
import Testing

@Suite("The version, notes and packages of a Releasefile")
struct ReleasefileNotesTests {
  @Test("is read with all its keys")
  func reading() throws {
    let file = try Releasefile(
      text: """
        version:
          next:
            types: {Docs: patch, feat: none}
            other: patch
            initial_development: {major: major, minor: patch}
            initial: 0.5.0
            changes: docs/changes
        changelog:
          file: NEWS.md
          template: news.mustache
          groups:
            - {title: New, types: [Feat, '*']}
            - {title: Broken, types: breaking}
          hide_scopes: Deps
          authors: yes
        packages:
          core: {paths: [Sources/Core, '**/Core*.md'], tag: 'c${version}', changelog: core.md, manifests: [{plain: CORE}]}
          app: {depends_on: core}
        """)
    #expect(file.releaseRules.types["docs"] == .patch)
    #expect(file.releaseRules.types["feat"] == ReleaseLevel.none)
    #expect(file.releaseRules.types["fix"] == .patch)
    #expect(file.releaseRules.other == .patch)
    #expect(file.releaseRules.breakingInInitialDevelopment == .major)
    #expect(file.releaseRules.featureInInitialDevelopment == .patch)
    #expect(file.releaseRules.initial == (try Version("0.5.0")))
    #expect(file.releaseRules.changesFolder == "docs/changes")
    #expect(file.changelog.file == "NEWS.md")
    #expect(file.changelog.template == "news.mustache")
    #expect(file.changelog.groups?.map(\.title) == ["New", "Broken"])
    #expect(file.changelog.groups?.map(\.types) == [["feat", "*"], ["breaking"]])
    #expect(file.changelog.hiddenScopes == ["deps"])
    #expect(file.changelog.showsAuthors)
    #expect(file.packages.map(\.name) == ["core", "app"])
    #expect(file.packages[0].paths.map(\.source) == ["Sources/Core", "**/Core*.md"])
    #expect(file.packages[0].tagFormat.description == "c${version}")
    #expect(file.packages[1].tagFormat.description == "app/${version}")
    #expect(file.packagesInOrder?.map(\.name) == ["core", "app"])
    #expect(try Releasefile(text: "changelog: docs/NEWS.md").changelog.file == "docs/NEWS.md")
  }

  @Test(
    "is refused with the place of each mistake",
    arguments: [
      ("version: {next: 1}", "found `1`, expected a mapping with keys such as `types`", "1:17", nil),
      ("version: {next: {typs: {}}}", "unknown key `typs` in `version.next`", "1:18", "did you mean `types`?"),
      (
        "version: {next: {types: {feat: big}}}", "found `big`, expected `major`, `minor`, `patch` or `none`", "1:32",
        nil
      ),
      (
        "version: {next: {types: [feat]}}",
        "found a list, expected a mapping of types to levels, such as `docs: patch`", "1:25", nil
      ),
      ("version: {next: {other: big}}", "found `big`, expected `major`, `minor`, `patch` or `none`", "1:25", nil),
      ("version: {next: {initial: v1}}", "found `v1`, expected a version such as `0.1.0`", "1:27", nil),
      ("version: {next: {changes: /x}}", "`/x` is not a path inside the repository", "1:27", nil),
      (
        "version: {next: {initial_development: {patch: major}}}",
        "unknown key `patch` in `initial_development`, expected one of `major`, `minor`", "1:40", nil
      ),
      (
        "version: {next: {initial_development: minor}}", "found `minor`, expected a mapping with `major` and `minor`",
        "1:39", nil
      ),
      ("changelog: [a]", "found a list, expected a path, or a mapping with keys such as `file`", "1:12", nil),
      ("changelog: ../x", "`../x` is not a path inside the repository", "1:12", nil),
      ("changelog: {fiel: x}", "unknown key `fiel` in `changelog`", "1:13", "did you mean `file`?"),
      ("changelog: {authors: 7}", "found `7`, expected `true` or `false`", "1:22", nil),
      (
        "changelog: {groups: [{title: A}]}",
        "found a mapping, expected a mapping such as `{title: Added, types: [feat]}`", "1:22", nil
      ),
      (
        "changelog: {groups: [A]}", "found `A`, expected a mapping such as `{title: Added, types: [feat]}`", "1:22", nil
      ),
      (
        "changelog: {groups: [{title: A, types: x, y: z}]}",
        "unknown key `y` in a group of `changelog`, expected one of `title`, `types`", "1:43", nil
      ),
      ("changelog: {hide_scopes: {a: b}}", "found a mapping, expected a list of scopes", "1:26", nil),
      ("packages: [core]", "found a list, expected a mapping of packages", "1:11", nil),
      (
        "packages: {a/b: {}}", "`a/b` is not a valid package name, expected letters, digits, `_` and `-`", "1:12",
        nil
      ),
      ("packages: {core: {path: x}}", "unknown key `path` in package `core`", "1:19", "did you mean `paths`?"),
      ("packages: {core: {paths: [../x]}}", "`../x` is not a path inside the repository", "1:27", nil),
      (
        "packages: {core: {tag: v1}}", "found `v1`, expected a text with `${version}` once, such as `v${version}`",
        "1:24", nil
      ),
      ("packages: {core: {depends_on: croe}}", "unknown package `croe`", "1:31", "did you mean `core`?"),
      (
        "packages: {a: {depends_on: b}, b: {depends_on: [a]}}",
        "circular dependencies between packages", "1:12", nil
      ),
      (
        "packages: {a: {depends_on: a}}",
        "circular dependencies between packages", "1:12", nil
      ),
    ] as [(String, String, String, String?)])
  func refusals(_ text: String, _ message: String, _ place: String, _ hint: String?) {
    let found = diagnostics(of: text)
    #expect(found.map(\.message) == [message])
    #expect(found.first?.place.map { "\($0.line):\($0.column)" } == place)
    #expect(found.first?.hint == hint)
  }
}
