import Lanes
import Steps
import TestSupport
import Testing

@Suite("Another release tool's configuration")
struct ImportedConfigurationTests {
  /// The plan of `martlet init` for these files.
  private func initialised(_ files: [String: String]) throws -> Plan {
    let world = PlanningContext(
      workspace: TestWorkspace.clean(files), versions: ProjectVersion(), answers: TestAnswers())
    return try Planner([StepDeclaration(InitStep())], title: "init", in: world).wholePlan()
  }

  /// The lines from `project:` to the first lane.
  private func head(_ plan: Plan) -> String {
    let lines = plan.onlyText.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.hasPrefix("version:") }.prefix { !$0.hasPrefix("before_all:") }.joined(separator: "\n")
  }

  private let source = ["Version.swift": "public let version = \"1.2.3\"\n"]

  @Test("of bump-my-version becomes its files and its tags", arguments: [".bumpversion.toml", "pyproject.toml"])
  func readsTOML(path: String) throws {
    let plan = try initialised(
      source.merging([
        path: """
        [tool.bumpversion]
        current_version = "1.2.3"
        tag = true # always
        [[tool.bumpversion.files]]
        filename = "docs/install.txt"
        search = "sample=={current_version}"
        replace = 'sample=={new_version}'
        [[tool.bumpversion.files]]
        filename = "VERSION"
        [[tool.bumpversion.files]]
        filename = "setup.txt"
        regex = true
        search = "x{current_version}"
        [[tool.bumpversion.files]]
        glob = "*.txt"
        [[tool.bumpversion.files]]
        filename = "other.txt"
        search = "v{current_version}"
        replace = "w{new_version}"

        """,
        "docs/install.txt": "sample==1.2.3\nsample==1.2.3\n", "VERSION": "1.2.3\n", "setup.txt": "x1.2.3",
        "other.txt": "see v1.2.3\n",
      ]) { $1 })
    #expect(
      head(plan) == """
        version: {tag: "v${version}"}
        manifests:
          - swift: Version.swift
          - plain: VERSION
          - toml: \(path.hasPrefix(".") ? "\"\(path)\"" : path)
            key: tool.bumpversion.current_version
          - text: docs/install.txt
            count: 2
            pattern: sample==${version}
        """)
    #expect(
      plan.remarks == [
        "found \(path) (bump-my-version): 1 of its files imported, tag format `v${version}`",
        "\(path):10:1: not imported: `setup.txt`", "\(path):14:1: not imported: `files without a name`",
        "\(path):16:1: not imported: `other.txt`",
      ])
  }

  @Test("of bump2version becomes its files and its tags")
  func readsINI() throws {
    let plan = try initialised(
      source.merging([
        ".bumpversion.cfg": """
        [bumpversion]
        current_version = 1.2.3
        tag = True
        tag_name = app-{new_version}
          # In the middle of a value, too, a line may be a comment.
          ; So may this.

        [bumpversion:file (badge):README.md]
        search = /v{current_version}.svg
        replace = /v{new_version}.svg

        [bumpversion:glob:*.x]

        """,
        "README.md": "see /v1.2.3.svg\n",
      ]) { $1 })
    #expect(
      head(plan) == """
        version: {tag: "app-${version}"}
        manifests:
          - swift: Version.swift
          - text: ".bumpversion.cfg"
            pattern: current_version = ${version}
          - text: README.md
            pattern: "/v${version}.svg"
        """)
    #expect(
      plan.remarks == [
        "found .bumpversion.cfg (bump-my-version): 1 of its files imported, tag format `app-${version}`",
        ".bumpversion.cfg:12:1: not imported: `files without a name`",
      ])
  }

  @Test("of knope becomes the versioned files of its package")
  func readsKnope() throws {
    let plan = try initialised(
      source.merging([
        "knope.toml": """
        [package]
        versioned_files = [
          "app/package.json", # the site
          "Cargo.lock",
          { path = "app/Cargo.toml", dependency = "sample" },
          { path = "README.md", regex = 'from: "(?<version>\\d+\\.\\d+\\.\\d+)"' },
          "gone/package.json",
          { path = "b.txt", regex = 'v.(?<version>.*)' },
        ]

        [[workflows]]
        name = "release"

        """,
        "app/package.json": "{\"version\": \"1.2.3\"}", "README.md": "from: \"1.2.3\"\n",
        "app/Cargo.toml": "[package]\nversion = \"0.1.0\"\n", "b.txt": "v.1.2.3\n",
      ]) { $1 })
    #expect(
      head(plan) == """
        version: {tag: "v${version}"}
        manifests:
          - swift: Version.swift
          - json: app/package.json
          - text: README.md
            pattern: "from: \\"${version}\\""
        """)
    #expect(
      plan.remarks == [
        "found knope.toml (knope): 1 of its files imported, tag format `v${version}`",
        "knope.toml: `gone/package.json` is not imported: no file `gone/package.json`, expected a manifest of format `json`",
        "knope.toml:4:3: not imported: \"Cargo.lock\"",
        "knope.toml:5:3: not imported: { path = \"app/Cargo.toml\", dependency = \"sample\" }",
        "knope.toml:8:3: not imported: { path = \"b.txt\", regex = 'v.(?<version>.*)' }",
        "knope.toml:11:1: workflow `release` is not imported",
      ])
  }

  @Test("of Rocket becomes its tags", arguments: [".rocket.yml", "Package.swift"])
  func readsRocket(path: String) throws {
    let plan = try initialised(
      source.merging([
        path: path == ".rocket.yml"
          ? "steps:\n  - tag\n"
          : "#if canImport(PackageConfig)\nimport PackageConfig\nlet c = PackageConfiguration([\"rocket\": [:]]).write()\n#endif\n"
      ]) { $1 })
    #expect(plan.onlyText.contains("\nversion: {tag: \"${version}\"}\n"))
    #expect(plan.remarks.first == "found \(path) (Rocket): 0 of its files imported, tag format `${version}`")
    #expect(plan.remarks.last?.hasSuffix(": its steps are not imported") == true)
  }

  @Test("is ignored if it is not of a release tool")
  func ignoresOthers() throws {
    let plan = try initialised(
      source.merging([
        "pyproject.toml": "[tool.black]\n", "setup.cfg": "[flake8]\n", "Package.swift": "import PackageDescription\n",
      ]) { $1 })
    #expect(plan.remarks == [])
  }

  @Test("mentions a Fastfile and its import")
  func mentionsFastfile() throws {
    let plan = try initialised(source.merging(["fastlane/Fastfile": "lane(:a) { }\n"]) { $1 })
    #expect(
      plan.remarks == [
        "found fastlane/Fastfile: to translate its lanes instead, delete the Releasefile, then run `martlet init --from fastlane/Fastfile`"
      ])
  }
}
