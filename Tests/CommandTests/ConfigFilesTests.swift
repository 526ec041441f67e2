import Foundation
import Processes
import TestSupport
import Testing

/// Included files elsewhere on a real disk and in a real repository.
@Suite("Build settings in files that include others")
struct ConfigFilesTests {
  private func world(_ files: [String: String]) throws -> GoldenWorld {
    try GoldenWorld(example: nil, files: files.mapValues { Data($0.utf8) })
  }

  private static let absent = [
    "Podfile": "", ".gitignore": "Pods/\n*.local.xcconfig\n",
    "Config/Pods.xcconfig": "#include \"Pods/Target Support Files/App.xcconfig\"\nA = $(PODS_ROOT)\n",
    "Config/Mine.xcconfig": "#include \"Keys.local.xcconfig\"\n",
    "Config/Kit.xcconfig": "#include \"../Kit/a.xcconfig\"\n",
    "Config/Xcode.xcconfig": "#include \"<DEVELOPER_DIR>/Makefiles/BSD.xcconfig\"\n",
  ]

  private static let absentMessages = """
    included file `../Kit/a.xcconfig` is missing: it is in the submodule `Kit`, which is not checked out
     --> Config/Kit.xcconfig:1:11
      |
    1 | #include "../Kit/a.xcconfig"
      |           ^^^^^^^^^^^^^^^^^
    hint: run `git submodule update --init Kit`

    $SEVERITY: included file `Keys.local.xcconfig` is missing: git ignores `Config/Keys.local.xcconfig`, so no clone has it
     --> Config/Mine.xcconfig:1:11
      |
    1 | #include "Keys.local.xcconfig"
      |           ^^^^^^^^^^^^^^^^^^^
    hint: write `#include?` if the file may be missing

    $SEVERITY: included file `Pods/Target Support Files/App.xcconfig` is missing: `pod install` writes it
     --> Config/Pods.xcconfig:1:11
      |
    1 | #include "Pods/Target Support Files/App.xcconfig"
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    hint: run `pod install`

    $SEVERITY: included file `<DEVELOPER_DIR>/Makefiles/BSD.xcconfig` is outside the project, so its settings are unknown
     --> Config/Xcode.xcconfig:1:11
      |
    1 | #include "<DEVELOPER_DIR>/Makefiles/BSD.xcconfig"
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    """

  @Test("may include a file that no fresh clone has: the check warns and passes, unless it is strict")
  func absentFiles() throws {
    let world = try world(Self.absent)
    try world.setUp("git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),Kit; git commit -qm Kit")
    for words in [["config", "check"], ["config", "check", "--lenient"]] {
      let result = try world.martlet(words).run()
      #expect(result.succeeded)
      #expect(result.errorText == "warning: " + Self.absentMessages.replacing("$SEVERITY", with: "warning"))
    }
    let strict = try world.martlet(["config", "check", "--strict"]).run()
    #expect(strict.termination == .exited(status: 1))
    #expect(strict.errorText == "error: " + Self.absentMessages.replacing("$SEVERITY", with: "error"))
  }

  @Test("must include only existing files, also in Pods of a project without a Podfile")
  func missingFiles() throws {
    let world = try world(["a.xcconfig": "#include \"b.xcconfig\"\n", "c.xcconfig": "#include \"Pods/d.xcconfig\"\n"])
    let result = try world.martlet(["config", "check"]).run()
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText == """
        error: included file `b.xcconfig` is missing
         --> a.xcconfig:1:11
          |
        1 | #include "b.xcconfig"
          |           ^^^^^^^^^^
        hint: write `#include?` if the file may be missing

        error: included file `Pods/d.xcconfig` is missing
         --> c.xcconfig:1:11
          |
        1 | #include "Pods/d.xcconfig"
          |           ^^^^^^^^^^^^^^^
        hint: write `#include?` if the file may be missing
        """)
  }

  @Test(
    "report an inclusion of Xcode's own files for every command",
    arguments: [
      ["get", "--all", "--xcconfig", "a.xcconfig"], ["get", "A", "--xcconfig", "a.xcconfig"],
      ["explain", "A", "--xcconfig", "a.xcconfig"],
    ])
  func developerFolder(words: [String]) throws {
    let world = try world(["a.xcconfig": "#include \"<DEVELOPER_DIR>/a.xcconfig\"\nA = 1\n"])
    let result = try world.martlet(["config"] + words).run()
    #expect(result.succeeded)
    #expect(
      result.errorText == """
        warning: included file `<DEVELOPER_DIR>/a.xcconfig` is outside the project, so its settings are unknown
         --> a.xcconfig:1:11
          |
        1 | #include "<DEVELOPER_DIR>/a.xcconfig"
          |           ^^^^^^^^^^^^^^^^^^^^^^^^^^
        """)
  }

  @Test("resolve `..` after a link to a folder as the disk does", arguments: [true, false])
  func parentOfLinkedFolder(hasOther: Bool) throws {
    let world = try world([
      "Configurations/A.xcconfig": "#include \"../Top.xcconfig\"\n", "Top.xcconfig": "V = right\n",
      "x/App/main.xcconfig": "#include \"Shared/A.xcconfig\"\n",
      "x/App/n.xcconfig": "#include \"Shared/../Top.xcconfig\"\n",
    ])
    try world.setUp(
      """
      ln -s ../../Configurations x/App/Shared
      \(hasOther ? "echo 'V = wrong' > x/App/Top.xcconfig" : "")
      git add --all; git commit -qm Link
      mkdir ../archive; git archive HEAD | tar x -C ../archive
      """)
    for place in ["CoolApp", "archive"] {
      for file in ["x/App/main.xcconfig", "x/App/n.xcconfig"] {
        let value = try world.martlet(["config", "get", "V", "--xcconfig", file], in: place).run()
        #expect(value.outputText == "right", "\(value.errorText)")
      }
      let check = try world.martlet(["config", "check"], in: place).run()
      #expect(check.errorText == "")
    }
  }

  @Test("print all settings except the infinite one, which is an error")
  func endless() throws {
    let lines = (0..<40).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))\n" }.joined()
    let world = try world(["a.xcconfig": "\(lines)A40 = x\nOK = fine\n"])
    let result = try world.martlet(["config", "get", "--all", "--xcconfig", "a.xcconfig"]).run()
    #expect(result.termination == .exited(status: 1))
    let output = result.outputText.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(output.suffix(2) == ["A40 = x", "OK = fine"] && output.contains("A39 = xx"))
    #expect(
      result.errorText.hasPrefix(
        "error: setting `A0` expands to a text that is too long\n\nerror: setting `A1` expands"))
  }
}
