import MartletKit
import MartletManifests
import Testing

@Suite("A manifest of the library")
struct ProjectManifestTests {
  @Test("supports exactly the program's formats")
  func formats() {
    let keywords = ManifestCatalogue.formats.map(\.keyword)
    #expect(Project.Manifest.Format.allCases.map(\.rawValue) == keywords)
    #expect(keywords.compactMap(Project.Manifest.Format.init(rawValue:)) == Project.Manifest.Format.allCases)
    #expect(Project.Manifest.Format(rawValue: "ini") == nil)
  }

  @Test("Every format of the library is one of the program's")
  func names() {
    let named: [Project.Manifest.Format] = [
      .xcodeproj, .xcconfig, .plist, .podspec, .swift, .json, .yaml, .toml, .env, .readme, .plain, .text,
    ]
    #expect(named.allSatisfy(Project.Manifest.Format.allCases.contains))
  }

  @Test(
    "is refused with the reason",
    arguments: [
      (
        Project.Manifest(.plain, at: "../VERSION"),
        "error: `../VERSION` is not a path below the project's folder, expected one such as `Sources/Version.swift`"
      ),
      (
        Project.Manifest(.json, at: "a.json", options: ["kye": ["version"]]),
        "error: unknown option `kye` of `a.json`, expected `key`, `build_key`\nhint: did you mean `key`?"
      ),
      (
        Project.Manifest(.plain, at: "VERSION", options: ["key": ["version"]]),
        "error: unknown option `key` of `VERSION`, expected none for format `plain`"
      ),
      (
        Project.Manifest(.json, at: "a.json", options: ["key": ["a", "b"]]),
        "error: option `key` of `a.json` has 2 values, expected one"
      ),
      (
        Project.Manifest(.text, at: "a.txt"),
        "error: `a.txt` is missing option `pattern`, expected the text with `${version}` and `${build}`; `${any}` is any text of a line, which stays; everything else is literal"
      ),
      (
        Project.Manifest(.text, at: "a.txt", options: ["pattern": ["${version}"], "count": ["two"]]),
        "error: `count` of `a.txt` is `two`, expected a number"
      ),
    ])
  func refusal(manifest: Project.Manifest, message: String) throws {
    let error = #expect(throws: MartletError.self) { try Project(ProjectFiles([:]), manifests: [manifest]) }
    #expect(error?.description == message)
  }
}
