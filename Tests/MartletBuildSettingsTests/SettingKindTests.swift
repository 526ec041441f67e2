import Testing

@testable import MartletBuildSettings

@Suite("The kind of a setting")
struct SettingKindTests {
  @Test(
    "The first list that declares a name decides its kind",
    arguments: [
      (SettingNames.booleans, .boolean, []), (SettingNames.strings, .string, [SettingNames.booleans]),
      (SettingNames.paths, .path, [SettingNames.booleans, SettingNames.strings]),
      (SettingNames.lists, .list, [SettingNames.booleans, SettingNames.strings, SettingNames.paths]),
    ] as [(String, SettingKind, [String])])
  func declared(names: String, kind: SettingKind, earlier: [String]) {
    let earlier = Set(earlier.flatMap { $0.split { $0.isWhitespace } })
    let names = names.split { $0.isWhitespace }.filter { !earlier.contains($0) }
    #expect(names.count > 100)
    #expect(names.filter { SettingKind(of: String($0)) != kind } == [])
  }

  /// Ld.xcspec declares these options without a type.
  @Test("An option of the linker without a declared type is a string, as in the engine")
  func declaredWithoutType() {
    let names = ["LD_OBJC_RUNTIME_ARGS", "LD_ADDRESS_SANITIZER", "LD_FUZZER"]
    for name in names.flatMap({ [$0, "\($0)_clang", "\($0)_swiftc"] }) {
      #expect(SettingKind(of: name) == .string, "\(name)")
    }
    #expect(SettingKind(of: "ARCHS_UNIVERSAL_IPHONE_OS") == .list)
  }

  @Test(
    "A name that no list declares is user-defined",
    arguments: ["", " ", "0", "MY_SETTING", "ARCHS ", "ARCH", "ARCHS0", "archs", "ARCHS ARCHS_BASE"])
  func userDefined(name: String) {
    #expect(SettingKind(of: name) == .userDefined)
  }
}
