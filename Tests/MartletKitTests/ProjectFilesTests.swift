import MartletKit
import Testing

@Suite("The files of a project")
struct ProjectFilesTests {
  @Test("have names below its folder", arguments: ["", "/etc/passwd", "a/../../b", "a\0b"])
  func badPaths(path: String) {
    let message =
      "`\(path)` is not a path below the project's folder, expected one such as `Sources/Version.swift`"
    let listed = #expect(throws: MartletError.self) { try ProjectFiles([path]) { _ in nil } }
    let held = #expect(throws: MartletError.self) { try ProjectFiles([path: []]) }
    #expect(listed?.problems.map(\.message) == [message] && held?.problems.map(\.message) == [message])
  }

  @Test("have unique names")
  func repetition() {
    let error = #expect(throws: MartletError.self) { try ProjectFiles(["VERSION": [], "./VERSION": []]) }
    #expect(error?.description == "error: two files have the path `VERSION`, expected one")
  }
}
