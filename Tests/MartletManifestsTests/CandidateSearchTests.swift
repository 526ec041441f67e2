import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The search for candidates")
struct CandidateSearchTests {
  /// The lines `role path value` for a project with these files.
  private func found(_ texts: [String: String], project: String? = "CoolKit") throws -> [String] {
    let files = MemoryFiles(
      texts.compactMap { path, text in RelativePath(path).map { SourceText(path: $0, text: text) } })
    let names = try ProjectNames(project: project, repositories: ["https://github.com/cool/CoolKit"], in: files)
    let survey = try VersionResolver(names: names, tags: .none).survey(of: files, for: .edits)
    return survey.readings.flatMap { reading in reading.sites.map { "\($0.role) \(reading.path) \($0.value)" } }
  }

  @Test("assigns specifications, podspecs and version files to the product, and others to copies and examples")
  func groups() throws {
    #expect(
      try found([
        "CoolKit.podspec": "s.version = '1.4.2'", "Sources/CoolKit/Version.swift": "let version = \"1.4.2\"",
        "Sources/CoolKit/Tool.swift": "let version = \"1.4.2\"", "package.json": "{\"version\": \"0.0.1\"}",
        "Makefile": "VERSION = 1.4.2", "README.md": "pod 'CoolKit', '~> 1.4'",
        "Demo/Demo.podspec": "s.version = '0.1.0'", "Demo/Version.swift": "let version = \"0.2.0\"",
      ]) == [
        "product CoolKit.podspec 1.4.2", "product Sources/CoolKit/Version.swift 1.4.2", "copy package.json 0.0.1",
        "copy Makefile 1.4.2", "copy README.md 1.4", "copy Sources/CoolKit/Tool.swift 1.4.2",
      ])
  }

  @Test("uses copies of the version if there is nothing else, and never an example")
  func support() throws {
    #expect(
      try found(["Makefile": "VERSION = 1.4.2\n", "Sources/cool/main.swift": "let version = Version(\"1.4.2\")\n"])
        == ["product Makefile 1.4.2", "copy Sources/cool/main.swift 1.4.2"])
    #expect(try found(["Sources/cool/main.swift": "let version = \"1.4.2\"\n"]) == [])
    #expect(try found(["Examples/VERSION": "1.4.2", "Examples/X.podspec": "s.version = '1.4.2'"]) == [])
  }

  @Test("ignores a project file that is a placeholder", arguments: ["", "// Dummy.\n"])
  func placeholder(text: String) throws {
    let path = "incubator/App.xcodeproj/project.pbxproj"
    #expect(try found([path: text, "VERSION": "1.4.2\n"]) == ["product VERSION 1.4.2"])
  }

  @Test("reads the settings in Tuist's own code")
  func tuist() throws {
    let path = "Tuist/ProjectDescriptionHelpers/Target+App.swift"
    let text = "import ProjectDescription\nlet settings: SettingsDictionary = [\"MARKETING_VERSION\": \"1.4.2\"]\n"
    #expect(try found([path: text]) == ["product \(path) 1.4.2"])
  }

  @Test(
    "never reads dependencies, build products, test data and hidden folders",
    arguments: [
      ".build", "Pods", "Carthage/Checkouts", "node_modules", "vendor", "DerivedData", ".hidden",
      "Fixtures", "Tests/CoolTests/Fixtures",
      "a/b/c/d/e/f/g/h/i/j/k",
    ])
  func skipped(folder: String) throws {
    #expect(
      try found(["\(folder)/X.podspec": "s.version = '1.0'", "\(folder)/Version.swift": "let version = \"1.0\""]) == [])
  }

  @Test(
    "assigns files below folders of tests and examples to them",
    arguments: [
      ("Tests/CoolTests", "test"), ("CoolUITests", "test"), ("Integration", "test"), ("e2e-tests", "test"),
      ("Example", "example"), ("CoolDemo", "example"), ("docs", "example"), (".github", "example"),
    ])
  func roles(folder: String, role: String) throws {
    #expect(
      try found([
        "VERSION": "1.4.2", "\(folder)/X.podspec": "s.version = '1.4.2'",
        "\(folder)/Version.swift": "let version = \"1.4.2\"",
      ]) == ["\(role) \(folder)/X.podspec 1.4.2", "\(role) \(folder)/Version.swift 1.4.2", "product VERSION 1.4.2"])
  }

  @Test("skips values that are not versions, and unreadable files, unless they are the product's")
  func unreadable() throws {
    #expect(
      try found(["package.json": "{", "VERSION": "no", "Makefile": "VERSION = x", "X.podspec": "s.version = 'x'"]) == []
    )
    #expect(throws: ManifestError.self) { try found(["X.podspec.json": "{"]) }
    #expect(try found(["Example/X.podspec.json": "{"]) == [])
  }

  @Test("does not open huge files")
  func size() throws {
    let text = "let version = \"1.0\"\n" + String(repeating: "// filler\n", count: 500_000)
    #expect(try found(["Sources/CoolKit/Version.swift": text]) == [])
  }

  @Test("ignores Swift settings of other projects")
  func settings() throws {
    let text = "let settings = [\"MARKETING_VERSION\": \"1.0\"]\nlet versionKey = 1"
    #expect(try found(["Sources/CoolKit/A.swift": text]) == [])
    #expect(try found(["Project.swift": "import ProjectDescription\n\(text)"]) == ["product Project.swift 1.0"])
  }

  @Test(
    "lets an Xcode project decide only if no specification next to it generates it",
    arguments: [
      (["project.yml": "targets:\n  A: {type: application}\n"], "copy"),
      (["Project.swift": "import ProjectDescription\n"], "copy"),
      (["App/project.yml": "targets: {A: {type: x}}\n"], "product"), ([:], "product"),
    ])
  func generated(specification: [String: String], role: String) throws {
    let rules = [
      CandidateRule(.outermost, where: { file, _ in file.name == "project.pbxproj" }) { path, _ in
        EnvManifest(path: path)
      },
      CandidateRule(.outermost, where: { file, _ in file.name == "VERSION" }) { path, _ in
        PlainManifest(path: path)
      },
    ]
    let texts = specification.merging(["Cool.xcodeproj/project.pbxproj": "VERSION = 1.4.2\n# {}\n", "VERSION": "1.4.2"])
    { $1 }
    let files = MemoryFiles(
      texts.compactMap { path, text in RelativePath(path).map { SourceText(path: $0, text: text) } })
    let names = try ProjectNames(project: nil, repositories: [], in: files)
    let survey = try VersionResolver(names: names, tags: .none, rules: rules).survey(of: files, for: .edits)
    #expect(survey.readings.first?.sites.map { "\($0.role)" } == [role])
  }
}
