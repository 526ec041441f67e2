import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

@Suite("The loader of xcconfig files")
struct XcconfigLoaderTests {
  @Test("inserts a file's assignments at the directive")
  func order() throws {
    let evaluation = try Evaluation("A = b|#include \"c.xcconfig\"|B = a", files: [("c.xcconfig", "A = c|B = c")])
    #expect(try evaluation["A"] == "c")
    #expect(try evaluation["B"] == "a")
  }

  @Test(
    "accepts blanks, comments, a missing suffix and `?`",
    arguments: [
      "# include \"c\"", "  #include \"c.xcconfig\" // t", "#include? \"c\"", "#\tinclude\t\"./c\"",
      "#include \"d/../c.xcconfig\"",
    ])
  func spellings(line: String) throws {
    let evaluation = try Evaluation(line, files: [("c.xcconfig", "C = c")])
    #expect(try evaluation["C"] == "c")
    #expect(evaluation.messages == [])
  }

  @Test(
    "reports neither optional files nor files outside the project",
    arguments: [
      "#include? \"missing\"", "#include? \"$(D).xcconfig\"", "#include \"<DEVELOPER_DIR>/Makefiles/a\"",
      "#include \"/etc/a\"",
      "#include? \"../../outside.xcconfig\"",
    ])
  func silence(line: String) throws {
    let evaluation = try Evaluation("D = c|\(line)", files: [("c.xcconfig", "C = c")])
    #expect(try evaluation["C"] == nil)
    #expect(evaluation.messages == [])
  }

  @Test("appends the suffix only to a name without any extension")
  func suffix() throws {
    let evaluation = try Evaluation("#include \"p.debug\"", files: [("p.debug.xcconfig", "P = p")])
    #expect(evaluation.messages == ["1: included file `p.debug` is missing"])
  }

  @Test(
    "finally searches the folder of the nearest project around the file",
    arguments: [
      (["app/ios/App.xcodeproj/project.pbxproj", "app/App.xcodeproj/project.pbxproj"], "ios"),
      (["app/App.xcodeproj/project.pbxproj", "app/ios/Config/Other/X.xcodeproj/project.pbxproj"], "app"),
      (["App.xcodeproj/project.pbxproj", "web/App.xcodeproj/project.pbxproj"], "top"),
      (["web/App.xcodeproj/project.pbxproj"], "top"), (["app/ios/project.pbxproj"], "top"), ([], "top"),
    ])
  func projectFolder(projects: [RelativePath], expected: String) throws {
    let texts: [(RelativePath, String)] = [
      ("app/ios/Config/main.xcconfig", "#include \"Sub/sub.xcconfig\""),
      ("app/ios/Config/Sub/sub.xcconfig", "#include \"Pods/p\""), ("app/ios/Pods/p.xcconfig", "P = ios"),
      ("app/Pods/p.xcconfig", "P = app"), ("Pods/p.xcconfig", "P = top"),
    ]
    let files = MemoryFiles((texts + projects.map { ($0, "") }).map { SourceText(path: $0.0, text: $0.1) })
    var loader = XcconfigLoader()
    let loaded = try #require(try loader.load("app/ios/Config/main.xcconfig", in: files))
    #expect(loaded.assignments.map(\.value.string) == [expected])
    #expect(loaded.problems.isEmpty)
  }

  @Test("skips a cycle with a warning and continues")
  func cycle() throws {
    let evaluation = try Evaluation(
      "#include \"b\"|M = m", files: [("b.xcconfig", "#include \"main.xcconfig\"|C = c")])
    #expect(try evaluation["C"] == "c")
    #expect(try evaluation["M"] == "m")
    #expect(evaluation.messages == ["1: `main.xcconfig` includes itself, directly or through others; skipped here"])
    #expect(evaluation.problems[0].diagnostic.severity == .warning)
    #expect(evaluation.problems[0].diagnostic.place?.path == "b.xcconfig")
  }

  @Test("applies a file twice if it is included twice")
  func diamond() throws {
    let evaluation = try Evaluation(
      "#include \"x\"|#include \"y\"",
      files: [
        ("x.xcconfig", "#include \"base\""), ("y.xcconfig", "#include \"base\""),
        ("base.xcconfig", "F = $(inherited) -DX"),
      ])
    #expect(try evaluation["F"] == " -DX -DX")
  }

  @Test("searches beside the including file, beside its includers, then in the project's folder")
  func lookup() throws {
    let evaluation = try Evaluation(
      "#include \"Config/a/m\"",
      files: [
        ("Config/a/m.xcconfig", "#include \"../b/n\"|#include \"top\""),
        ("Config/b/n.xcconfig", "#include \"sib.xcconfig\""), ("Config/a/sib.xcconfig", "S = includer"),
        ("top.xcconfig", "T = root"),
      ])
    #expect(evaluation.messages == [])
    #expect(try evaluation["S"] == "includer")
    #expect(try evaluation["T"] == "root")

    var loader = XcconfigLoader(root: "App")
    let files = MemoryFiles([
      "App/Config/a.xcconfig": "#include \"Shared.xcconfig\"\n", "App/Shared.xcconfig": "S = app\n",
      "Shared.xcconfig": "S = top\n",
    ])
    let loaded = try #require(try loader.load("App/Config/a.xcconfig", in: files))
    #expect(loaded.assignments.map(\.value.string) == ["app"])
    #expect(loaded.files.map(\.path) == ["App/Config/a.xcconfig", "App/Shared.xcconfig"])
  }

  @Test("limits exponential inclusions, where every file includes the next one twice")
  func explosion() throws {
    var files: [(RelativePath, String)] = []
    for index in 0..<40 {
      let path = try #require(RelativePath("f\(index).xcconfig"))
      files.append((path, "#include \"f\(index + 1)\"|#include \"f\(index + 1)\""))
    }
    let evaluation = try Evaluation("#include \"f0\"", files: files)
    #expect(
      evaluation.messages.last
        == "1: too many inclusions: the files of the project include each other again and again, or add more than 500000 assignments"
    )
  }

  @Test("limits inclusions of all files together, not of each one")
  func explosions() throws {
    var texts = [SourceText(path: "f82.xcconfig", text: "V = 1\n")]
    for index in 0..<82 {
      let path = try #require(RelativePath("f\(index).xcconfig"))
      let line = "#include \"f\(index + 1).xcconfig\"\n"
      texts.append(SourceText(path: path, text: line + line))
    }
    let files = CountedFiles(files: MemoryFiles(texts))
    var loader = XcconfigLoader()
    let loaded = try texts.compactMap { try loader.load($0.path, in: files) }
    #expect(loaded.count == 83 && loaded.filter { !$0.problems.isEmpty }.count > 70)
    #expect(files.count.visits < 70_000)
    // The files of a usual project stay far below it.
    #expect(try loader.load("f82.xcconfig", in: files)?.problems.isEmpty == true)
  }

  @Test("stops when few inclusions add too many assignments")
  func manyAssignments() throws {
    let part = (1...5000).map { "A\($0) = x" }.joined(separator: "|")
    let whole = Array(repeating: "#include \"part.xcconfig\"", count: 101).joined(separator: "|")
    let evaluation = try Evaluation(whole, files: [("part.xcconfig", part)])
    #expect(
      evaluation.messages == [
        "1: too many inclusions: the files of the project include each other again and again, or add more than 500000 assignments"
      ])
  }

  @Test("reports a cycle of 10,000 files with one warning")
  func longCycle() throws {
    let count = 10_000
    let files = MemoryFiles(
      try (0..<count).map { index in
        let path = try #require(RelativePath("f\(index).xcconfig"))
        return SourceText(
          path: path, text: "A\(index) = \(index)\n#include \"f\((index + 1) % count)\"\nZ = $(inherited) z\n")
      })
    var loader = XcconfigLoader()
    let loaded = try #require(try loader.load("f0.xcconfig", in: files))
    #expect(loaded.assignments.count == 2 * count)
    #expect(loaded.problems.map(\.error) == [.cyclicInclusion("f0.xcconfig")])
    #expect(loaded.problems[0].diagnostic.place?.path == "f9999.xcconfig")
    let scope = SettingsScope(SettingsTable([SettingsLevel("", loaded.assignments)]))
    #expect(try scope.list(of: "Z").count == count)
  }

  @Test("finds absolute names if the root of all paths is known")
  func absoluteNames() throws {
    let files = MemoryFiles(["a.xcconfig": "#include \"/top/b\"\n#include? \"/etc/c\"\n", "b.xcconfig": "B = b\n"])
    var loader = XcconfigLoader(top: "/top")
    let loaded = try #require(try loader.load("a.xcconfig", in: files))
    #expect(loaded.assignments.map(\.name) == ["B"])
    #expect(loaded.unreadInclusions.map(\.inclusion.name) == ["/etc/c"])
  }
}

/// Counts the visits of files: the loader asks for the identity of each.
private struct CountedFiles: FileReading {
  final class Count {
    var visits = 0
  }

  let files: MemoryFiles
  let count = Count()

  func source(at path: RelativePath) throws -> SourceText? { try files.source(at: path) }
  func filePaths() throws -> [RelativePath] { files.filePaths() }
  func identity(of path: RelativePath) -> RelativePath {
    count.visits += 1
    return path
  }
}
