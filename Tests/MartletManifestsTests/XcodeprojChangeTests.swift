import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

@testable import MartletManifests

@Suite("A change of settings in an Xcode project")
struct XcodeprojChangeTests {
  private static let path: RelativePath = "ios/CoolApp.xcodeproj"

  private static func changed(
    _ text: String, _ change: SettingChange, targets: [String]? = ["CoolApp"], configuration: String? = nil
  ) throws -> String {
    let manifest = XcodeprojManifest(path: path, targets: targets)
    let source = SourceText(path: "ios/CoolApp.xcodeproj/project.pbxproj", text: text)
    let (before, after) = try manifest.changed(by: change, inConfiguration: configuration, in: MemoryFiles([source]))
    #expect(before == source)
    let again = try manifest.changed(by: change, inConfiguration: configuration, in: MemoryFiles([after]))
    #expect(again.after == after)
    return after.string(at: 0..<after.bytes.count)
  }

  /// The project with the given settings of the app in Debug and Release.
  private static func project(_ debug: String, _ release: String) -> String {
    var settings = XcodeFixture.Settings()
    settings.app = (debug, release)
    return XcodeFixture.project(settings)
  }

  @Test(
    "replaces or inserts one value",
    arguments: [
      ("F = old;", "F = new;"), ("F = \"old\";", "F = \"new\";"),
      ("A = 1;\n\t\t\t\tG = 1;", "A = 1;\n\t\t\t\tF = new;\n\t\t\t\tG = 1;"),
      ("A = 1;", "A = 1;\n\t\t\t\tF = new;"), ("F = 1; F = 2;", "F = 1; F = new;"),
      ("F = new;", "F = new;"), ("\"F[sdk=*]\" = a;", "F = new;\n\t\t\t\t\"F[sdk=*]\" = a;"),
      ("F = (\n\t\t\t\t\ta,\n\t\t\t\t\tb,\n\t\t\t\t);", "F = (\n\t\t\t\t\tnew,\n\t\t\t\t);"),
    ])
  func values(settings: String, expected: String) throws {
    let change = try SettingChange("F", .value("new"))
    #expect(try Self.changed(Self.project(settings, "F = new;"), change) == Self.project(expected, "F = new;"))
  }

  @Test(
    "appends missing words",
    arguments: [
      ("F = old;", "F = \"old -DX\";"),
      ("F = \"$(inherited) -D COCOAPODS\";", "F = \"$(inherited) -D COCOAPODS -DX\";"),
      ("F = \"a -DX\";", "F = \"a -DX\";"), ("F = \"\";", "F = \"-DX\";"),
      ("A = 1;", "A = 1;\n\t\t\t\tF = \"$(inherited) -DX\";"),
      (
        "F = (\n\t\t\t\t\t\"$(inherited)\",\n\t\t\t\t);",
        "F = (\n\t\t\t\t\t\"$(inherited)\",\n\t\t\t\t\t\"-DX\",\n\t\t\t\t);"
      ),
      ("F = (\"-DX\", );", "F = (\"-DX\", );"),
    ])
  func words(settings: String, expected: String) throws {
    let change = try SettingChange("F", .words("-DX"))
    #expect(try Self.changed(Self.project(settings, "F = \"-DX\";"), change) == Self.project(expected, "F = \"-DX\";"))
  }

  @Test("changes only the named configurations")
  func scope() throws {
    let change = try SettingChange("F", .value("a-b"))
    func settings(_ project: (String, String), _ app: (String, String), _ widget: (String, String)) -> String {
      var settings = XcodeFixture.Settings()
      (settings.project, settings.app, settings.widget) = (project, app, widget)
      return XcodeFixture.project(settings)
    }
    let (old, new) = ("F = 1;", "F = \"a-b\";")
    let text = settings((old, old), (old, old), (old, old))
    #expect(try Self.changed(text, change, targets: nil) == settings((new, new), (old, old), (old, old)))
    #expect(
      try Self.changed(text, change, targets: nil, configuration: "Debug")
        == settings((new, old), (old, old), (old, old)))
    #expect(
      try Self.changed(text, change, targets: ["Cool Widget", "CoolApp"], configuration: "Release")
        == settings((old, old), (old, new), (old, new)))
  }

  @Test("changes a configuration that two targets share once")
  func sharedConfigurations() throws {
    let shared = { (text: String) in text.replacing("buildConfigurationList = E2", with: "buildConfigurationList = E1")
    }
    let change = try SettingChange("F", .value("1"))
    #expect(
      try Self.changed(shared(Self.project("A = 1;", "A = 1;")), change, targets: ["CoolApp", "Cool Widget"])
        == shared(Self.project("A = 1;\n\t\t\t\tF = 1;", "A = 1;\n\t\t\t\tF = 1;")))
  }

  @Test("keeps line ends and a byte order mark", arguments: ["\r\n", "\n", "\r"])
  func lineEnds(end: String) throws {
    let form = { (text: String) in "\u{FEFF}" + text.replacing("\n", with: end).dropLast() }
    let change = try SettingChange("F", .value("1"))
    #expect(
      try Self.changed(form(Self.project("A = 1;", "G = 1;")), change)
        == form(Self.project("A = 1;\n\t\t\t\tF = 1;", "F = 1;\n\t\t\t\tG = 1;")))
  }

  @Test("keeps invalid UTF-8, also in a value that gets longer")
  func invalidBytes() throws {
    func source(_ value: String) -> SourceText {
      let bytes = Self.project(value, "F = \"-DX\";").utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
      return SourceText(path: "ios/CoolApp.xcodeproj/project.pbxproj", bytes: bytes)
    }
    let manifest = XcodeprojManifest(path: Self.path, targets: ["CoolApp"])
    let change = try SettingChange("F", .words("-DX"))
    let files = MemoryFiles([source("F = \"?a\";")])
    #expect(try manifest.changed(by: change, inConfiguration: nil, in: files).after == source("F = \"?a -DX\";"))
  }

  @Test("lists the available targets and configurations")
  func unknownNames() throws {
    let change = try SettingChange("F", .value("1"))
    let text = XcodeFixture.project()
    let target = try #require(throws: ManifestError.self) { try Self.changed(text, change, targets: ["CoolTest"]) }
    #expect(
      target.diagnostics.map { $0.rendered() } == [
        """
        error: no target `CoolTest` in `ios/CoolApp.xcodeproj`, expected one of `CoolApp`, `Cool Widget`, `CoolTests`, `Lint`
        hint: did you mean `CoolTests`?
        """
      ])
    let configuration = try #require(throws: ManifestError.self) {
      try Self.changed(text, change, configuration: "Debugg")
    }
    #expect(
      configuration.diagnostics.map { $0.rendered() } == [
        """
        error: no configuration `Debugg` in `ios/CoolApp.xcodeproj`, expected one of `Debug`, `Release`
        hint: did you mean `Debug`?
        """
      ])
  }

  @Test("is refused if there are no settings to change")
  func noSettings() throws {
    let change = try SettingChange("F", .value("1"))
    let text = XcodeFixture.project().replacing("buildSettings", with: "otherSettings")
    let error = try #require(throws: ManifestError.self) { try Self.changed(text, change) }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: `ios/CoolApp.xcodeproj/project.pbxproj` has no `buildSettings` in configuration `Debug`
        hint: open the project in Xcode and save it
        """
      ])
    let dictionary = try #require(throws: ManifestError.self) {
      try Self.changed(Self.project("F = {a = b; };", ""), change)
    }
    #expect(dictionary.diagnostics.map(\.message) == ["`F` is neither a text nor a list of texts"])
    let open = try #require(throws: ManifestError.self) {
      try Self.changed(Self.project("F = \"$(A\";", ""), SettingChange("F", .words("-DX")))
    }
    #expect(
      open.diagnostics.map { $0.rendered() } == [
        """
        error: the value has an unclosed quote or reference, so nothing can be appended
          --> ios/CoolApp.xcodeproj/project.pbxproj:36:9
           |
        36 | \t\t\t\tF = "$(A";
           | \t\t\t\t    ^^^^^
        """
      ])
  }

  @Test(
    "works for random settings: it is read back, and all other settings stay",
    arguments: 0..<60 as Range<UInt64>)
  func randomSettings(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let entries = [
      "A = 1;", "\"B[sdk=*]\" = \"x y\";", "F = old;", "F = \"a \\\"b\\\"\";", "F = (a, \"b c\", );",
      "F = ( \n\t\"$(inherited)\" /* c */, x);",
      "\"F[sdk=i*]\" = i;", "G = 'q';", "/* c; } */", "// d\n", "Z = \"$(F)\";",
    ]
    let separator = [" ", "\n\t\t\t\t"].randomElement(using: &random) ?? " "
    let chosen = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in entries.randomElement(using: &random) }
    let text = Self.project(chosen.joined(separator: separator), "F = 1;")
    let value = ["new", "$(inherited) -DX=\"a b\"", "", "é", "a\\b", "-x"].randomElement(using: &random) ?? ""
    let key = ["F", "F[sdk=i*]", "H"].randomElement(using: &random) ?? ""
    let result = try Self.changed(text, SettingChange(key, .value(value)), configuration: "Debug")
    let context = Comment("seed \(seed): \(text)\n-> \(result)")
    func settings(_ text: String) throws -> [String: [String]] {
      let files = MemoryFiles([SourceText(path: "ios/CoolApp.xcodeproj/project.pbxproj", text: text)])
      let project = try XcodeProject(Self.path, in: files)
      var all: [String: [String]] = [:]
      for target in project.targets {
        for configuration in target.configurations.all {
          for (entryKey, entry) in configuration.settings?.entries ?? [] {
            let words = entry.kind == .array ? entry.elements.compactMap(\.string) : [entry.string ?? ""]
            all["\(target.name) \(configuration.name) \(entryKey.string ?? "")"] = words
          }
        }
      }
      return all
    }
    let after = try settings(result)
    let wasArray = try (settings(text)["CoolApp Debug \(key)"] ?? []).count > 1
    let written = after["CoolApp Debug \(key)"]
    #expect(written == [value] || written == WordList(of: value).words && wasArray, context)
    let others = { (all: [String: [String]]) in all.filter { $0.key != "CoolApp Debug \(key)" } }
    #expect(others(after) == others(try settings(text)), context)
  }
}
