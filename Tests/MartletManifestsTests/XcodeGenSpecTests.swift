import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("An XcodeGen specification")
struct XcodeGenSpecTests {
  private let text = """
    options: {MARKETING_VERSION: 9}
    settings:
      MARKETING_VERSION: 1.4.2
      configs:
        debug: {CURRENT_PROJECT_VERSION: 42}
    targets:
      App:
        type: application
        settings:
          base:
            MARKETING_VERSION[sdk=macosx*]: "1.4.2"
        info:
          properties:
            CFBundleShortVersionString: $(MARKETING_VERSION)
            CFBundleVersion: "42"
      AppTests:
        type: bundle.unit-test
        settings: {MARKETING_VERSION: "1.0"}

    """

  @Test("has its settings and Info.plist values found, in Apple's form")
  func settings() throws {
    let sites = try YAMLManifest(path: "project.yml").sites(in: text)
    #expect(
      sites.map { "\($0.kind) \($0.role) \($0.audience) \($0.value) \($0.label)" } == [
        "version product apple 1.4.2 settings.MARKETING_VERSION",
        "build product apple 42 settings.configs.debug.CURRENT_PROJECT_VERSION",
        "version product apple 1.4.2 targets.App.settings.base.MARKETING_VERSION[sdk=macosx*]",
        "build product apple 42 targets.App.info.properties.CFBundleVersion",
        "version test apple 1.0 targets.AppTests.settings.MARKETING_VERSION",
      ])
  }

  @Test("has settings that nothing reads where XcodeGen writes an Info.plist without the version")
  func inert() throws {
    func problems(_ properties: String) throws -> [String] {
      let text =
        "targets:\n  App:\n    info: {path: Info.plist\(properties)}\n    settings: {base: {MARKETING_VERSION: 1.4.2}}\n"
      let files = MemoryFiles([SourceText(path: "project.yml", text: text)])
      return try YAMLManifest(path: "project.yml").inertSettings(in: files).map(\.message)
    }
    #expect(
      try problems("") == [
        "`MARKETING_VERSION` of the target `App` has no effect: XcodeGen writes the version 1.0 to its Info.plist"
      ])
    #expect(try problems(", properties: {CFBundleShortVersionString: $(MARKETING_VERSION)}") == [])
  }
}
