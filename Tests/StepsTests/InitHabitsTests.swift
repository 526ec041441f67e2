import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step init with a project's conventions")
struct InitHabitsTests {
  private func text(
    _ files: [String: String], commits: [String] = [], tags: [String] = [], in repository: String = "CoolApp"
  ) throws -> String {
    var world = TestWorkspace.clean(files, tags: tags)
    world.repositoryName = repository
    let ids = commits.indices.map { ObjectID(String(repeating: "\($0 + 2)", count: 40)) ?? .first }
    world.log = zip(ids, commits).map { id, message in
      CommitRecord(id: id, parents: [], author: .init(name: "A", email: ""), message: Array(message.utf8))
    }
    if let newest = ids.first { world.headState = .branch("main", newest) }
    return try #require(try Planning(world).plan(InitStep()).text(of: "Releasefile"))
  }

  private static let pod = ["CoolApp.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"]
  private static let conventional = ["fix: a", "feat: b", "fix(core): c", "chore: d", "docs: e"]

  @Test("uses the commits for the level if nearly all of them are conventional")
  func conventional() throws {
    #expect(try text(Self.pod, commits: Self.conventional).contains("      - bump: auto "))
    #expect(try text(Self.pod, commits: Self.conventional.dropLast() + ["Tidy up"]).contains("bump: ask"))
    #expect(try text(Self.pod, commits: ["fix: a"]).contains("bump: ask"))
    // A word before a colon is not a type.
    let words = [
      "Parser: Handle empty input", "CI: Use Swift 6", "README: Fix a link", "Tests: Add some", "Lexer: Simplify",
    ]
    #expect(try text(Self.pod, commits: words).contains("bump: ask"))
    #expect(try text(Self.pod, commits: words.map { $0.replacing(": ", with: "(x): ") }).contains("bump: ask"))
  }

  @Test("keeps the existing changelog, under its own name")
  func changelog() throws {
    let log = "# Changelog\n\n## 1.4.2\n\n- First.\n"
    #expect(try text(Self.pod.merging(["CHANGELOG.md": log]) { $1 }).contains("\n      - changelog\n"))
    let other = try text(Self.pod.merging(["Changelog.md": log]) { $1 })
    #expect(other.contains("\nchangelog: {file: Changelog.md}\n") && other.contains("\n      - changelog\n"))
    #expect(try text(Self.pod.merging(["CHANGELOG.md": "Soon.\n"]) { $1 }).contains("changelog") == false)
  }

  @Test("leaves a changelog that ends before the last three releases, and says so")
  func endedChangelog() throws {
    func decision(_ log: String) throws -> Plan {
      let files = Self.pod.merging(["CHANGELOG.md": log]) { $1 }
      return try Planning(TestWorkspace.clean(files, tags: ["1.4.2", "1.4.1", "1.4.0", "1.3.0"])).plan(InitStep())
    }
    let ended = try decision("# Changelog\n\n## 1.3.0\n\n- First.\n")
    #expect(ended.text(of: "Releasefile")?.contains("changelog") == false)
    #expect(
      ended.remarks.contains(
        "decide: `CHANGELOG.md` ends with 1.3.0, before the last three releases; a step `changelog` would continue it"))
    for log in ["## Unreleased\n\n## 1.3.0\n", "## 1.4.0\n\n- First.\n"] {
      #expect(try decision("# Changelog\n\n" + log).text(of: "Releasefile")?.contains("\n      - changelog\n") == true)
    }
  }

  @Test("takes the name that is a part of the repository's, and the repository's if there are only several pods")
  func projectName() throws {
    let helper = ["Package.swift": "// swift-tools-version: 5.9\nlet package = Package(name: \"Danger\")\n"]
    let files = XcodeSample.files(version: "1.4.2", extensionVersion: "1.4.2").merging(helper) { $1 }
    let pod = "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"
    #expect(try text(files).contains("\nproject: App\n"))
    #expect(try text(Self.pod, in: "ios-app").contains("\nproject: CoolApp\n"))
    let pods = try text(["CoolCore.podspec": pod, "CoolUI.podspec": pod])
    #expect(pods.contains("\nproject: CoolApp\n"))
    let renamed = XcodeSample.files(version: "1.4.2", extensionVersion: "1.4.2").map { path, file in
      (path.replacing("App.xcodeproj", with: "com.example.app.xcodeproj"), file)
    }
    #expect(try text(Dictionary(renamed) { $1 }).contains("\nproject: CoolApp\n"))
  }

  @Test("sets the first version of a package that has none")
  func first() throws {
    let package = "// swift-tools-version: 5.9\nlet package = Package(name: \"cool-kit\")\n"
    let text = try text(["Package.swift": package])
    // Its repository has another name.
    #expect(text.contains("project: CoolApp\n"))
    #expect(text.contains(", source: tag, next: {initial: 0.1.0}} "))
  }
}
