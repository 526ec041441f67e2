import MartletKit
import TestSupport
import Testing

@Suite("The settings of a configuration file, from the library")
struct XcconfigSettingsTests {
  private func files(_ texts: [String: String]) throws -> ProjectFiles {
    try ProjectFiles(texts.mapValues { Array($0.utf8) })
  }

  @Test("are those of the file and its inclusions, under the conditions")
  func values() throws {
    let files = try files([
      "Config/Release.xcconfig": """
      #include "Shared.xcconfig"
      NAME = $(inherited) $(CONFIGURATION)
      IDENTITY[sdk=iphoneos*] = Apple Development
      """,
      "Config/Shared.xcconfig": "NAME = \"Cool App\" beta\nURL = https:/$()/example.com\n",
    ])
    let settings = try XcconfigSettings(
      "Config/Release.xcconfig", in: files, for: ["sdk": "iphoneos26.0", "config": "Release"])
    #expect(settings.problems == [])
    #expect(settings.names == ["CONFIGURATION", "IDENTITY", "NAME", "URL"])
    #expect(try settings.value(of: "NAME") == "\"Cool App\" beta Release")
    #expect(try settings.elements(of: "NAME") == ["Cool App", "beta", "Release"])
    #expect(try settings.value(of: "URL") == "https://example.com")
    #expect(try settings.value(of: "IDENTITY") == "Apple Development")
    #expect(settings.place(of: "URL")?.description == "Config/Shared.xcconfig:2:1")
    #expect(settings.place(of: "CONFIGURATION") == nil)
    #expect(try settings.value(of: "NOTHING") == nil)
    #expect(try settings.elements(of: "NOTHING") == [])
    let other = try XcconfigSettings("Config/Release.xcconfig", in: files)
    #expect(try other.value(of: "IDENTITY") == nil && other.place(of: "IDENTITY") == nil)
  }

  @Test("include the problems that the build would report")
  func problems() throws {
    let settings = try XcconfigSettings(
      "a.xcconfig",
      in: files(["a.xcconfig": "#include \"gone.xcconfig\"\n#include \"../out.xcconfig\"\nA = 1\nnonsense\n"]))
    #expect(try settings.value(of: "A") == "1")
    #expect(
      settings.problems.map { "\($0.severity.rawValue) \($0.place?.description ?? ""): \($0.message)" } == [
        "error a.xcconfig:1:11: included file `gone.xcconfig` is missing",
        "error a.xcconfig:4:9: no `=` after the setting's name, expected `NAME = value`",
        "warning a.xcconfig:2:11: included file `../out.xcconfig` is outside the project, so its settings are unknown",
      ])
    #expect(settings.problems.first?.hint == "write `#include?` if the file may be missing")
  }

  @Test("are missing for a missing file, and limited for a hostile one")
  func refusals() throws {
    let missing = #expect(throws: MartletError.self) { try XcconfigSettings("a.xcconfig", in: files([:])) }
    #expect(missing?.description == "error: no file `a.xcconfig`, expected an `.xcconfig` file")
    let long = String(repeating: "x", count: 10_000)
    let doubling = (1...32).map { "A\($0) = $(A\($0 - 1))$(A\($0 - 1))" }.joined(separator: "\n")
    let settings = try XcconfigSettings("a.xcconfig", in: files(["a.xcconfig": "A0 = \(long)\n\(doubling)\n"]))
    let error = #expect(throws: MartletError.self) { try settings.value(of: "A32") }
    #expect(error?.problems.map(\.message) == ["setting `A32` expands to a text that is too long"])
  }
}
