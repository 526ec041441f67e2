import MartletBuildSettings
import Testing

@Suite("A change of a setting")
struct SettingChangeTests {
  @Test("names a setting with its conditions", arguments: ["A", "_A1", "A[sdk=iphoneos*]", "A[sdk=*][arch=arm64]"])
  func keys(key: String) throws {
    #expect(try SettingChange(key, .value("")).key == key)
  }

  @Test("gets the condition of a configuration")
  func configuration() throws {
    let change = try SettingChange("A[sdk=*]", .value("1")).inConfiguration("Ad Hoc")
    #expect(change.key == "A[sdk=*][config=Ad Hoc]")
    #expect(change.conditions == [Condition("sdk", "*"), Condition("config", "Ad Hoc")])
    #expect(throws: BuildSettingsError.unusableKey("A[config=a]b]")) {
      try SettingChange("A", .value("1")).inConfiguration("a]b")
    }
  }

  @Test(
    "is refused for an invalid key",
    arguments: [
      "", "1A", "A-B", "A B", "A [sdk=*]", "A[sdk]", "A[sdk=*", "A=", "A\nB", "A // b", "#include \"a\"", "A\\",
    ])
  func refusedKeys(key: String) throws {
    let error = try #require(throws: BuildSettingsError.self) { try SettingChange(key, .value("")) }
    #expect(error == .unusableKey(key))
    #expect(
      error.diagnostics.map(\.message) == [
        "`\(key)` is not a setting, expected a name such as `OTHER_LDFLAGS` or `OTHER_LDFLAGS[sdk=iphoneos*]`"
      ])
  }

  @Test("appends at least one word")
  func words() throws {
    #expect(try SettingChange("A", .words("\t-DX  ")).content == .words("-DX"))
    let error = try #require(throws: BuildSettingsError.self) { try SettingChange("A", .words(" ")) }
    #expect(error.diagnostics.map(\.message) == ["nothing to append to `A`, expected a word"])
  }
}
