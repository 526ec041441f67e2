import MartletBuildSettings
import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("An xcconfig manifest")
struct XcconfigManifestTests {
  private static func laws(_ main: String, _ others: (RelativePath, String)..., key: String? = nil) -> XcodeManifestLaws
  {
    let files = [("Config/App.xcconfig", main)] + others
    return XcodeManifestLaws(
      XcconfigManifest(path: "Config/App.xcconfig", key: key), files.map { SourceText(path: $0.0, text: $0.1) })
  }

  @Test(
    "finds the winning literal",
    arguments: [
      ("MARKETING_VERSION = 1.4.2", ["version product 1.4.2 [MARKETING_VERSION] Config/App.xcconfig:1"]),
      (
        "// v\nMARKETING_VERSION=1.0\nMARKETING_VERSION = 1.4.2; // c\nCURRENT_PROJECT_VERSION = 7",
        [
          "version product 1.4.2 [MARKETING_VERSION] Config/App.xcconfig:3",
          "build product 7 [CURRENT_PROJECT_VERSION] Config/App.xcconfig:4",
        ]
      ),
      ("MARKETING_VERSION = $(SHORT)\nSHORT = 1.4", ["version product 1.4 [MARKETING_VERSION] Config/App.xcconfig:2"]),
      ("MARKETING_VERSION = $SHORT\nSHORT = 1.4", ["version product 1.4 [MARKETING_VERSION] Config/App.xcconfig:2"]),
      ("MARKETING_VERSION = $(SHORT:default=1.4)", ["version product 1.4 [MARKETING_VERSION] Config/App.xcconfig:1"]),
      ("MARKETING_VERSION = $(A)\nA = $(B)\nB = 2", ["version product 2 [MARKETING_VERSION] Config/App.xcconfig:3"]),
      ("MARKETING_VERSION = 1.\\\n2", []),
      ("MARKETING_VERSION = $(CI_VERSION)", []), ("MARKETING_VERSION =", []), ("MARKETING_VERSION = 1.$(CI)", []),
      ("MARKETING_VERSION = $(SHORT:lower)\nSHORT = 1.4", []), ("MARKETING_VERSION = $CI_VERSION", []),
      ("MARKETING_VERSION = $(X).$(X)\nX = 1", []), ("MARKETING_VERSION = $(X)$(Y)\nX = 1\nY = 2", []),
      ("MARKETING_VERSION = $(X)..$(Y)\nX = 1\nY = 2", []), ("MARKETING_VERSION = $(X)-$(Y)\nX = 1\nY = beta", []),
      ("OTHER = 1", []), ("", []),
    ])
  func finds(text: String, expected: [String]) throws {
    let laws = Self.laws(text)
    #expect(try laws.sites().map(\.summary) == expected)
    try laws.check()
  }

  @Test("follows included files and edits them")
  func inclusions() throws {
    let laws = Self.laws(
      "#include \"Version.xcconfig\"\nMARKETING_VERSION = $(VERSION_SHORT)\n",
      ("Config/Version.xcconfig", "VERSION_SHORT = 20.8\nCURRENT_PROJECT_VERSION = 20.8.0.1"))
    #expect(
      try laws.sites().map(\.summary) == [
        "version product 20.8 [MARKETING_VERSION] Config/Version.xcconfig:1",
        "build product 20.8.0.1 [CURRENT_PROJECT_VERSION] Config/Version.xcconfig:2",
      ])
    try laws.check()
  }

  @Test("finds an included file whose name has another case, like a Mac")
  func caseOfNames() throws {
    let laws = Self.laws("#include \"version.xcconfig\"", ("Config/Version.xcconfig", "MARKETING_VERSION = 1.4"))
    #expect(try laws.sites().map(\.summary) == ["version product 1.4 [MARKETING_VERSION] Config/Version.xcconfig:1"])
  }

  private static let composed = """
    V_MAJOR = 2
    V_MINOR = 7
    V_PATCH = 0
    V_SUFFIX = -beta.1
    MARKETING_VERSION = $(V_MAJOR).$(V_MINOR).$(V_PATCH)$(V_SUFFIX)
    """

  @Test("writes a composed version component by component")
  func parts() throws {
    let laws = Self.laws(Self.composed)
    let site = try #require(try laws.sites().first)
    #expect(site.value == "2.7.0-beta.1")
    #expect(site.pieces.map(\.part) == [.component(0), .component(1), .component(2), .suffix])
    let released = try laws.bumped { _ in "2.8.0" }
    let text = String(decoding: released.sources[0].bytes, as: UTF8.self)
    #expect(text == Self.composed.replacing("= 7", with: "= 8").replacing("-beta.1", with: ""))
    #expect(try released.sites().map(\.value) == ["2.8.0"])
    #expect(try released.bumped { _ in "2.8.1-rc.2" }.sites().map(\.value) == ["2.8.1-rc.2"])
    let error = try #require(throws: ManifestError.self) { try laws.bumped { _ in "2.8.0.1" } }
    #expect(
      error.diagnostics.map(\.message) == [
        "`2.8.0.1` does not fit where `2.7.0-beta.1` is written in parts, expected the same number of components"
      ])
    try Self.laws("A = 1.2\nMARKETING_VERSION = $(A).0").check()
    try Self.laws("B = 9\nMARKETING_VERSION = 1.$(B).3\n").check()
  }

  @Test("has a site for every condition under which another literal wins")
  func conditions() throws {
    let laws = Self.laws(
      """
      MARKETING_VERSION[sdk=dead*] = 0.1
      MARKETING_VERSION = 1.4.2
      MARKETING_VERSION[sdk=macosx*] = 1.4.2
      MARKETING_VERSION[config=Debug] = $(NIGHTLY)
      NIGHTLY = 0.0
      NIGHTLY[sdk=iphoneos*][config=Debug] = 0.1
      """)
    #expect(
      try laws.sites().map(\.summary) == [
        "version product 1.4.2 [MARKETING_VERSION] Config/App.xcconfig:2",
        "version product 1.4.2 [MARKETING_VERSION[sdk=macosx*]] Config/App.xcconfig:3",
        "version otherValue 0.0 [MARKETING_VERSION[config=Debug]] Config/App.xcconfig:5",
        "version otherValue 0.1 [MARKETING_VERSION[sdk=iphoneos*][config=Debug]] Config/App.xcconfig:6",
      ])
    try laws.check()
  }

  @Test("can name another setting, which must exist")
  func key() throws {
    let laws = Self.laws("VERSION_LONG = 1.4.2.0\nVERSION_SHORT = 1.4\n", key: "VERSION_LONG")
    #expect(try laws.sites().map(\.summary) == ["version product 1.4.2.0 [VERSION_LONG] Config/App.xcconfig:1"])
    let error = try #require(throws: ManifestError.self) { try Self.laws("VERSION = 1\nA = b", key: "VERSOIN").sites() }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: no setting `VERSOIN` in `Config/App.xcconfig`, expected one of `A`, `VERSION`
        hint: did you mean `VERSION`?
        """
      ])
    #expect(
      try Self.laws("CURRENT_PROJECT_VERSION = 1", key: "CURRENT_PROJECT_VERSION").sites().map(\.kind) == [.build])
  }

  @Test("keeps line ends, a byte order mark and invalid bytes", arguments: ["\r\n", "\r", "\n"])
  func encodings(end: String) throws {
    let bytes =
      [0xEF, 0xBB, 0xBF] + Array("//".utf8) + [0xE9] + Array("\(end)MARKETING_VERSION =\t1.4.2 ;\t// c\(end)X = ".utf8)
      + [0xFF]
    let laws = XcodeManifestLaws(
      XcconfigManifest(path: "a.xcconfig"), [SourceText(path: "a.xcconfig", bytes: bytes)])
    #expect(try laws.sites().map(\.summary) == ["version product 1.4.2 [MARKETING_VERSION] a.xcconfig:2"])
    try laws.check()
  }

  @Test("is refused with conflict markers in it or in an included file")
  func mergeConflict() throws {
    let conflict = "A = 1\n<<<<<<< HEAD\nMARKETING_VERSION = 1.0\n=======\nMARKETING_VERSION = 2.0\n>>>>>>> x\n"
    let laws = Self.laws("#include \"V\"\n", ("Config/V.xcconfig", conflict))
    let error = try #require(throws: ManifestError.self) { try laws.sites() }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: unresolved merge conflict
         --> Config/V.xcconfig:2:1
          |
        2 | <<<<<<< HEAD
          | ^^^^^^^
        hint: resolve the conflict, then run the command again
        """
      ])
  }

  @Test("is missing if there is no file")
  func missing() {
    #expect(throws: ManifestError.missing("A.xcconfig", keyword: "xcconfig")) {
      try XcconfigManifest(path: "A.xcconfig").versionSites(in: MemoryFiles([]))
    }
  }

  @Test("is read without a crash, for any bytes", arguments: 1...3 as ClosedRange<UInt64>)
  func hostileBytes(seed: UInt64) {
    Self.laws(
      "#include \"v\"\n" + Self.composed + "\nV_MAJOR[sdk=*] = $(V_MINOR:default=1)\n",
      ("Config/v.xcconfig", "V_MAJOR = 1")
    )
    .survive(seed: seed)
  }
}
