import Testing

@Suite("Forbidden words in Sources")
struct WordTests {
  /// A forbidden word in code, and the reason.
  private static let forbidden: [(pattern: String, reason: String)] = [
    (#"\bisDryRun\b|\bdryRun *:"#, "a dry run is not a mode: it stops after the plan"),
    (#"\btry!"#, "an error is thrown or handled"),
    (#"\bas!"#, "a cast can fail"),
    (#"\bfatalError *\("#, "no input may stop the program"),
    (#"\bsetenv *\(|\bchdir *\("#, "nothing of the process is changed for others"),
  ]

  @Test("include those that stop the program or hide a mode", arguments: forbidden.indices)
  func forbiddenInCode(_ index: Int) throws {
    let (pattern, reason) = Self.forbidden[index]
    let regex = try Regex(pattern)
    for file in try SourceFile.below("Sources") {
      #expect(file.code.firstMatch(of: regex) == nil, "\(file.path): \(reason)")
    }
  }

  @Test("include `print` and `exit` outside the modules that may use them")
  func onlyCommandsSpeak() throws {
    for file in try SourceFile.below("Sources") where !["Commands", "martlet"].contains(file.module) {
      let code = file.code.replacing(/"[^"\n]*"/, with: "")
      #expect(code.firstMatch(of: /(^|[^.\w])(print|debugPrint|exit|abort) *\(/) == nil, "\(file.path)")
    }
  }

  @Test("include `public`: Martlet is a program, not a library")
  func nothingIsPublic() throws {
    for file in try SourceFile.below("Sources") {
      let form =
        /^ *(?:@\w+ +)*(?:public|open) +(?:struct|enum|class|protocol|actor|func|var|let|init|extension|import)\b/
      #expect(file.code.firstMatch(of: form.anchorsMatchLineEndings()) == nil, "\(file.path)")
    }
  }

  @Test("include reminders: open work belongs into an issue")
  func noReminders() throws {
    for file in try SourceFile.below("Sources", "Tests") where file.module != "StructureTests" {
      #expect(file.text.firstMatch(of: /\b(TODO|FIXME|XXX)\b/) == nil, "\(file.path)")
    }
  }
}
