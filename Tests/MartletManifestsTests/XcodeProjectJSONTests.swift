import MartletBuildSettings
import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("A project of Xcode 27 in JSON")
struct XcodeProjectJSONTests {
  private static let text = """
    {
      "default-configuration": "Release",
      "configurations": [
        { "name": "Debug", "file": "Configuration/Debug.xcconfig" },
        "Release",
      ],
      "files": [
        { "kind": "group", "path": "Configuration", "children": [ { "path": "Debug.xcconfig" } ] },
        { "kind": "group", "name": "Products", "children": [
          { "path": "<PRODUCTS>/Push.appex", "target-membership": [ "App/copy-files/Embed" ] },
        ] },
      ],
      "targets": [
        {
          "name": "App",
          "product-type": "application",
          "build-settings": {
            "MARKETING_VERSION": "1.4.2", // of the app
          },
        },
        {
          "name": "Push",
          "product": "Products/Push.appex",
          "product-type": "app-extension",
          "build-settings": { "MARKETING_VERSION": "1.0", "MARKETING_VERSION[config=Debug]": "1.\\u0034.2" },
        },
      ],
    }

    """

  private func files(_ text: String = text) -> MemoryFiles {
    MemoryFiles([
      SourceText(path: "App.xcodeproj/project.xcproj", text: text),
      SourceText(path: "Configuration/Debug.xcconfig", text: "NAME = d\n"),
    ])
  }

  @Test("shows the settings of each configuration, with files in groups")
  func settings() throws {
    let manifest = XcodeprojManifest(path: "App.xcodeproj", targets: ["Push"])
    func value(_ name: String, _ configuration: String) throws -> String {
      let settings = try manifest.settings(inConfiguration: configuration, top: "", in: files())
      return try SettingsScope(settings.table, for: ["config": configuration]).string(of: name)
    }
    #expect(try ["Debug", "Release"].map { try value("MARKETING_VERSION", $0) } == ["1.4.2", "1.0"])
    #expect(try ["Debug", "Release"].map { try value("NAME", $0) } == ["d", ""])
  }

  @Test("ties an extension to the app that copies it")
  func products() throws {
    let products = try XcodeProducts(of: ["App.xcodeproj"], in: files())
    #expect(products.apps.map(\.target.name) == ["App"])
    #expect(products.apps[0].tied.map(\.name) == ["Push"])
  }

  @Test(
    "is changed in the bytes of one value",
    arguments: [
      ("App", "MARKETING_VERSION", nil, "\"1.4.2\", // of", "\"2.0\", // of"),
      ("App", "A", nil, "{\n        \"MARKETING", "{\n        \"A\": \"2.0\",\n        \"MARKETING"),
      (
        "App", "MARKETING_VERSION", "Debug", "\"1.4.2\", //",
        "\"1.4.2\",\n        \"MARKETING_VERSION[config=Debug]\": \"2.0\", //"
      ),
      (
        "Push", "MARKETING_VERSION", nil, "\"1.0\", \"MARKETING_VERSION[config=Debug]\": \"1.\\u0034.2\"",
        "\"2.0\", \"MARKETING_VERSION[config=Debug]\": \"2.0\""
      ),
      ("Push", "Z", "Release", "\"1.\\u0034.2\" }", "\"1.\\u0034.2\", \"Z[config=Release]\": \"2.0\" }"),
    ])
  func change(target: String, key: String, configuration: String?, old: String, new: String) throws {
    let manifest = XcodeprojManifest(path: "App.xcodeproj", targets: [target])
    let (before, after) = try manifest.changed(
      by: SettingChange(key, .value("2.0")), inConfiguration: configuration, in: files())
    let expected = Self.text.replacing(old, with: new)
    #expect(before.bytes != after.bytes)
    #expect(String(decoding: after.bytes, as: UTF8.self) == expected)
  }

  @Test("gets settings where it has none")
  func firstSetting() throws {
    let manifest = XcodeprojManifest(path: "App.xcodeproj")
    let (_, after) = try manifest.changed(by: SettingChange("A", .value("b c")), inConfiguration: nil, in: files())
    #expect(String(decoding: after.bytes, as: UTF8.self).contains("\"build-settings\": { \"A\": \"b c\" }"))
    let files = files(String(decoding: after.bytes, as: UTF8.self))
    let settings = try manifest.settings(inConfiguration: "Release", top: "", in: files)
    #expect(try SettingsScope(settings.table).string(of: "A") == "b c")
  }

  @Test("wins over a property list beside it, and is refused with its place if it is invalid")
  func broken() throws {
    let files = MemoryFiles([
      SourceText(path: "App.xcodeproj/project.xcproj", text: "{ \"targets\": [ }"),
      SourceText(path: "App.xcodeproj/project.pbxproj", text: "{}"),
    ])
    let error = try #require(throws: ManifestError.self) {
      try XcodeprojManifest(path: "App.xcodeproj").versionSites(in: files)
    }
    #expect(error.diagnostics.first?.place?.path == "App.xcodeproj/project.xcproj")
  }
}
