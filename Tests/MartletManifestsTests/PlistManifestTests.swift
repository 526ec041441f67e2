import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("A plist manifest")
struct PlistManifestTests {
  private static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd" [<!ENTITY x "<dict>">]>
    <plist version="1.0">
    <!-- <key>CFBundleVersion</key><string>no</string> -->
    <dict>
    \t<key>CFBundleDocumentTypes</key>
    \t<array><dict><key>CFBundleVersion</key><string>3</string></dict></array>
    \t<key>Nested</key>
    \t<dict><key>CFBundleShortVersionString</key><string>4</string></dict>
    \t<key>Empty</key><string/>
    \t<key>CFBundleName</key><string>A &amp; B</string>
    \t<key>CFBundleShortVersionString</key>
    \t<!-- shown -->
    \t<string>1.4.2</string>
    \t<key>CFBundleVersion</key>
    \t<integer>77</integer>
    </dict>
    </plist>

    """

  private static func laws(_ text: String, key: String? = nil) -> XcodeManifestLaws {
    XcodeManifestLaws(PlistManifest(path: "App/Info.plist", key: key), ["App/Info.plist": text])
  }

  @Test("finds the two keys of the outermost dictionary, in file order")
  func finds() throws {
    let laws = Self.laws(Self.info)
    #expect(
      try laws.sites().map(\.summary) == [
        "version product 1.4.2 [CFBundleShortVersionString] App/Info.plist:14",
        "build product 77 [CFBundleVersion] App/Info.plist:16",
      ])
    #expect(try laws.sites().allSatisfy { $0.audience == .apple })
    try laws.check()
  }

  @Test(
    "keeps line ends, a byte order mark, a missing final newline and invalid bytes", arguments: ["\r\n", "\r", "\n"])
  func encodings(end: String) throws {
    let text = "\u{FEFF}" + Self.info.replacing("\n", with: end).dropLast()
    var bytes = Array(text.utf8)
    let invalid = try #require(bytes.firstIndex(of: "shown", from: 0))
    bytes[invalid] = 0xE9
    let laws = XcodeManifestLaws(
      PlistManifest(path: "Info.plist"), [SourceText(path: "Info.plist", bytes: bytes)])
    #expect(try laws.sites().map(\.value) == ["1.4.2", "77"])
    #expect(try laws.sites().map(\.place.line) == [14, 16])
    try laws.check()
  }

  @Test("is edited in UTF-16")
  func utf16() throws {
    let bytes = Self.info.utf16.reduce(into: [0xFF, 0xFE] as [UInt8]) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
    let laws = XcodeManifestLaws(
      PlistManifest(path: "Info.plist"), [try SourceText(path: "Info.plist", fileBytes: bytes)])
    try laws.check()
    let after = try laws.bumped { $0.kind == .version ? "1.5.0" : "78" }.sources[0].fileBytes
    #expect(bytes.count == after.count)
    #expect(zip(bytes, after).count { $0 != $1 } == 3)
  }

  @Test(
    "has a site only for literal values",
    arguments: [
      ("<string>1.0</string>", "1.0"), ("<string> 1.0\n</string>", "1.0"), ("<string><![CDATA[1.0]]></string>", "1.0"),
      ("<integer>7</integer>", "7"), ("<real>1.1</real>", "1.1"), ("<string a='>'>1.0</string>", "1.0"),
      ("<string>$(MARKETING_VERSION)</string>", nil), ("<string>${MARKETING_VERSION}</string>", nil),
      ("<string></string>", nil), ("<string/>", nil), ("<true/>", nil), ("<string>1&#46;0</string>", nil),
      ("<array><string>1.0</string></array>", nil), ("<string>1<!-- x -->.0</string>", nil),
    ] as [(String, String?)])
  func values(element: String, expected: String?) throws {
    let laws = Self.laws("<plist><dict><key>CFBundleShortVersionString</key>\(element)</dict></plist>")
    #expect(try laws.sites().map(\.value) == (expected.map { [$0] } ?? []))
    try laws.check()
  }

  @Test("can name another key, which must exist")
  func key() throws {
    let text =
      "<plist><dict><key>ToolVersion</key><string>3.1.0</string><key>Other</key><string>x</string></dict></plist>"
    #expect(
      try Self.laws(text, key: "ToolVersion").sites().map(\.summary) == [
        "version product 3.1.0 [ToolVersion] App/Info.plist:1"
      ])
    let error = try #require(throws: ManifestError.self) { try Self.laws(text, key: "ToolVersoin").sites() }
    #expect(
      error.diagnostics[0].rendered() == """
        error: no key `ToolVersoin` in `App/Info.plist`, expected one of `ToolVersion`, `Other`
        hint: did you mean `ToolVersion`?
        """)
    #expect(try Self.laws("<plist><dict/></plist>").sites().isEmpty)
  }

  @Test(
    "is refused with the place of the first error",
    arguments: [
      ("<plist><dict>\n<key>A</key></plist>", "App/Info.plist:2:15", "`</plist>` does not match an open element"),
      ("<plist>\n<dict>", "App/Info.plist:2:2", "element `dict` is not closed"),
      ("<plist>\n  <!-- x", "App/Info.plist:2:3", "a comment without `-->`"),
      (
        "<plist>a < b</plist>", "App/Info.plist:1:10",
        "`<` does not begin an element, expected `&lt;` for the character"
      ),
      (
        "<plist>a & b</plist>", "App/Info.plist:1:10",
        "`&` does not begin an entity, expected `&amp;` for the character"
      ),
      ("<plist", "App/Info.plist:1:7", "a tag without its `>`"),
      ("<?xml?>", "App/Info.plist:1:8", "no element, expected `<plist>`"),
      ("<plist><dict>\n<<<<<<< HEAD\n</dict></plist>", "App/Info.plist:2:1", "unresolved merge conflict"),
      ("", "App/Info.plist:1:1", "the file is empty, expected a property list"),
    ])
  func malformed(text: String, place: String, message: String) throws {
    let error = try #require(throws: ManifestError.self) { try Self.laws(text).sites() }
    #expect(error.diagnostics.map(\.message) == [message])
    #expect(error.diagnostics[0].place?.description == place)
  }

  @Test("is missing if there is no file")
  func missing() {
    #expect(throws: ManifestError.missing("Info.plist", keyword: "plist")) {
      try PlistManifest(path: "Info.plist").versionSites(in: MemoryFiles([]))
    }
  }

  @Test("in OpenStep form keeps bare and quoted strings")
  func openStep() throws {
    let text =
      "/* old */ {\r\n  CFBundleShortVersionString = 1.4.2; // c\r\n  'CFBundleVersion' = \"77\"; X = (a, {CFBundleVersion = 1;}); }"
    let laws = Self.laws(text)
    try laws.check()
    let after = try laws.bumped { $0.kind == .version ? "1.5.0-beta.1" : "78" }
    let expected = text.replacing("1.4.2", with: "\"1.5.0-beta.1\"").replacing("\"77\"", with: "\"78\"")
    #expect(String(decoding: after.sources[0].bytes, as: UTF8.self) == expected)
  }

  /// The binary form of `{CFBundleShortVersionString = "1.4.2"; CFBundleVersion = 77; Über = "é"}`, written by hand.
  static let binary: [UInt8] = {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    func add(_ object: [UInt8]) {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    add([0xD3, 1, 2, 3, 4, 5, 6])
    add([0x5F, 0x10, 26] + Array("CFBundleShortVersionString".utf8))
    add([0x5F, 0x10, 15] + Array("CFBundleVersion".utf8))
    add([0x64, 0, 0xDC, 0, 0x62, 0, 0x65, 0, 0x72])
    add([0x55] + Array("1.4.2".utf8))
    add([0x10, 77])
    add([0x61, 0, 0xE9])
    let table = UInt8(bytes.count)
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(offsets.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }()

  @Test("in binary form can be read, and is refused for editing with the command that converts it")
  func binaryForm() throws {
    let laws = XcodeManifestLaws(
      PlistManifest(path: "Info.plist"), [SourceText(path: "Info.plist", bytes: Self.binary)])
    let sites = try laws.sites()
    #expect(sites.map(\.value) == ["1.4.2", "77"])
    #expect(sites.map(\.kind) == [.version, .build])
    #expect(sites[0].pieces[0].text == "1.4.2")
    let error = try #require(throws: ManifestError.self) { try laws.bumped { $0.kind == .version ? "1.5.0" : "78" } }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: `Info.plist` is a binary property list, expected one in XML to edit
        hint: convert it with `plutil -convert xml1 Info.plist`
        """
      ])
    #expect(try laws.bumped(\.value).sources == laws.sources)
  }

  @Test("in binary form is refused if it is truncated")
  func brokenBinary() throws {
    let source = SourceText(path: "Info.plist", bytes: Array(Self.binary.dropLast()))
    let error = try #require(throws: ManifestError.self) {
      try PlistManifest(path: "Info.plist").versionSites(in: MemoryFiles([source]))
    }
    #expect(error.diagnostics.map(\.message) == ["invalid binary property list"])
  }

  @Test("is read without a crash, for any bytes", arguments: 1...3 as ClosedRange<UInt64>)
  func hostileBytes(seed: UInt64) {
    Self.laws(Self.info).survive(seed: seed)
    Self.laws("{ CFBundleVersion = \"1\\U00e9\\101\"; b = (a, <0a>, /* c */ 'd'); }").survive(seed: seed)
    XcodeManifestLaws(PlistManifest(path: "Info.plist"), [SourceText(path: "Info.plist", bytes: Self.binary)]).survive(
      seed: seed)
  }

  @Test("may have any depth")
  func depth() throws {
    let xml = "<plist>" + String(repeating: "<dict>", count: 50_000)
    #expect(throws: ManifestError.self) { try Self.laws(xml).sites() }
    let openStep = String(repeating: "(", count: 50_000) + String(repeating: ")", count: 50_000)
    #expect(try Self.laws(openStep).sites().isEmpty)
  }
}
