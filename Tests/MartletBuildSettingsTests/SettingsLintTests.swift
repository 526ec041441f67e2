import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

@Suite("The lint of xcconfig files")
struct SettingsLintTests {
  /// The findings as `path:line:column severity message; hint`.
  private static func findings(_ files: [RelativePath: String], known: Set<String> = []) throws -> [String] {
    let texts = files.map { SourceText(path: $0.key, text: $0.value.lines) }
    var lint = SettingsLint(files.keys.sorted(), knownNames: known)
    return try lint.findings(in: MemoryFiles(texts)).map(\.diagnostic).map { diagnostic in
      let place = diagnostic.place.map(\.description) ?? ""
      return "\(place) \(diagnostic.severity.rawValue) \(diagnostic.message)"
        + (diagnostic.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test(
    "finds likely mistakes in a single line",
    arguments: [
      (
        "A += 2",
        "3 error `+=` is not valid in this file, and the build drops the line; expected `A = …`; write `A = $(inherited) …`"
      ),
      (
        "A [sdk=i*] += 2",
        "12 error `+=` is not valid in this file, and the build drops the line; expected `A [sdk=i*] = …`; write `A [sdk=i*] = $(inherited) …`"
      ),
      (
        "U = https://a.test/v1 // c",
        "11 error the value ends at `//`, which begins a comment: it is `https:`; write `https:/$()/a.test/v1`; `$()` expands to nothing"
      ),
      (
        "U = //host/share",
        "5 error the value ends at `//`, which begins a comment: it is ``; write `/$()/host/share`; `$()` expands to nothing"
      ),
      ("A = x$(B:uper)", "9 error unknown operator `uper`, so it has no effect; did you mean `upper`?"),
      ("A = x$(B:dafault=1)", "9 error unknown operator `dafault`, so it has no effect; did you mean `default`?"),
      ("A = $(B", "5 error a reference without its closing bracket"),
      ("A = $(B:)", "8 error no operator after `:`, so it has no effect"),
      ("A = $(B:up per)", "8 error this character is invalid in an operator's name, so the operator has no effect"),
      ("A = 5$", "6 warning a `$` at the end is a literal `$`; write `$$` for a dollar"),
      (
        "OTHER_LDFLAGS = don't",
        "17 error an unterminated quote in a list; close it, or write `\\'` for an apostrophe"
      ),
      (
        "PRODUCT_NAME = \"My App\"",
        "16 warning the quotes are part of the text of `PRODUCT_NAME`, and end up in the Info.plist; remove the quotes; blanks do not need them"
      ),
      (
        "A[platform=ios] = 1",
        "1 error `[platform=ios]` never holds: the build has no such parameter; use one of `config`, `sdk`, `arch`, `target` and `variant`"
      ),
      (
        "A[ sdk = i* ] = 1",
        "1 error `[ sdk = i* ]` never holds: the comparison includes blanks at the ends; write `[sdk=i*]`"
      ),
      (
        "A[sdk=i*,arch=arm64] = 1",
        "1 error `[sdk=i*,arch=arm64]` never holds: a comma does not separate conditions; write one pair of brackets for each: `[sdk=…][arch=…]`"
      ),
      (
        "A[config=\"Ad Hoc\"] = 1",
        "1 error `[config=\"Ad Hoc\"]` never holds: the comparison includes quotes; write `[config=Ad Hoc]`"
      ),
      (
        "A[sdk=macosx] = 1",
        "1 error `[sdk=macosx]` never holds: the name of an SDK ends with its version; write `[sdk=macosx*]`"
      ),
      ("A[config=] = 1", "1 error `[config=]` never holds: the name is empty"),
      (
        "A[config=Debug][config=Release] = 1",
        "1 error `[config=Release]` never holds: `[config=Debug]` next to it contradicts it; split the line into two"
      ),
      (
        "A = $(C)",
        "7 warning `C` is not set anywhere, so the reference is empty; set it, or write `$(C:default=…)`"
      ),
      (
        "#include \"c\"",
        "11 error included file `c` is missing; write `#include?` if the file may be missing"
      ),
      ("A-B = 1", "2 error no `=` after the setting's name, expected `NAME = value`"),
    ])
  func lines(line: String, finding: String) throws {
    #expect(try Self.findings(["a.xcconfig": "\(line)|B = 1"]) == ["a.xcconfig:1:\(finding)"])
  }

  @Test(
    "accepts intended values",
    arguments: [
      "U = https:/$()/a.test // c", "A = // none", "A = 1 //none", "A = 1 // c", "A = //none", "A = ${B} $[B]",
      "NAME = Larch's Notes", "OTHER_LDFLAGS = \"a b\"", "A = \"a\" \"b\"", "A[config=a,b] = 1", "A[sdk=*] = 1",
      "A[sdk=macosx15.4] = 1", "A[sdk=macosx*][arch=arm64] = 1", "A[__host_platform=YES] = 1", "A[x=*] = 1",
      "A = $(C:default=1) $NOPE $(SRCROOT) $(inherited)", "A = $(X_$(B))", "A = $(B:lower)", "A = 50$ each",
      "#include? \"c\"|A = $(C)",
    ])
  func silence(line: String) throws {
    #expect(try Self.findings(["a.xcconfig": "\(line)|B = 1"]) == [])
  }

  @Test("finds lines that have no effect because of others")
  func lineAgainstLine() throws {
    let text = "A[sdk=i*] = 1|A = 2|B = 1|B = 2|C = 1|C = $(inherited) 2|D[sdk=i*] = 1|D = $(D)|E = 1|E[sdk=i*] = 2"
    #expect(
      try Self.findings(["a.xcconfig": text]) == [
        "a.xcconfig:2:1 error `A` is set for every build here, so the condition in line 1 has no effect; move this line above that one, or begin its value with `$(inherited)`",
        "a.xcconfig:4:1 warning `B` is set again, so line 3 has no effect; remove one of the lines, or write `$(inherited)` to add to the first",
      ])
  }

  @Test("reads files as the build does: starting at those that no file includes")
  func roots() throws {
    let files: [RelativePath: String] = [
      "Config/main.xcconfig": "#include \"../Shared/part\"|HOST = h",
      "Shared/part.xcconfig": "#include \"near\"|A = $(HOST)",
      "Config/near.xcconfig": "N = 1",
    ]
    #expect(try Self.findings(files) == [])
    #expect(try Self.findings(["a.xcconfig": "A = $(HOST)"], known: ["HOST"]) == [])
  }

  @Test("reports a cycle once, although no file is its beginning")
  func circle() throws {
    #expect(
      try Self.findings(["a.xcconfig": "#include \"b\"|A += 1", "b.xcconfig": "#include \"a\""]) == [
        "a.xcconfig:2:3 error `+=` is not valid in this file, and the build drops the line; expected `A = …`; write `A = $(inherited) …`",
        "b.xcconfig:1:11 warning `a.xcconfig` includes itself, directly or through others; skipped here",
      ])
  }

  @Test("warns about quotes only where they reach an Info.plist")
  func quotesOutsideOfPropertyLists() throws {
    let text = """
      TEST_HOST = "App.app/App"
      INSTALL_PATH = "/Library"
      CLANG_CXX_LANGUAGE_STANDARD = "c++20"
      INFOPLIST_KEY_CFBundleDisplayName = "Cool App"
      PRODUCT_NAME = $(TITLE)
      TITLE = "Cool App"
      SERVER = "a.test"
      OTHER = "b.test"
      """
    let path: RelativePath = "App.xcconfig"
    var lint = SettingsLint([path], plistNames: ["SERVER"])
    let found = try lint.findings(in: MemoryFiles([SourceText(path: path, text: text)]))
    #expect(
      found.map { "\($0.diagnostic.place?.line ?? 0): \($0.diagnostic.message)" } == [
        "4: the quotes are part of the text of `INFOPLIST_KEY_CFBundleDisplayName`, and end up in the Info.plist",
        "6: the quotes are part of the text of `TITLE`, and end up in the Info.plist",
        "7: the quotes are part of the text of `SERVER`, and end up in the Info.plist",
      ])
  }
}
