import Testing

@Suite("Words that do not occur in Sources")
struct WordTests {
  /// What is looked for in code, and why it may not stand there.
  private static let forbidden: [(pattern: String, reason: String)] = [
    (#"\bisDryRun\b|\bdryRun *:"#, "a dry run is not a mode: it stops after the plan"),
    (#"\btry!"#, "an error is thrown or handled"),
    (#"\bas!"#, "a cast can fail"),
    (#"\bfatalError *\("#, "no input may stop the program"),
    (#"\bsetenv *\(|\bchdir *\("#, "nothing of the process is changed for others"),
  ]

  @Test("are none of those that stop the program or hide a mode", arguments: forbidden.indices)
  func forbiddenInCode(_ index: Int) throws {
    let (pattern, reason) = Self.forbidden[index]
    let regex = try Regex(pattern)
    for file in try SourceFile.below("Sources", "templates") {
      #expect(file.code.firstMatch(of: regex) == nil, "\(file.path): \(reason)")
    }
  }

  @Test("are `print` and `exit` outside of the modules that may speak and end")
  func onlyCommandsSpeak() throws {
    for file in try SourceFile.below("Sources", "templates") where !["Commands", "martlet"].contains(file.module) {
      let code = file.code.replacing(/"[^"\n]*"/, with: "")
      #expect(code.firstMatch(of: /(^|[^.\w])(print|debugPrint|exit|abort) *\(/) == nil, "\(file.path)")
    }
  }

  @Test("are `public` outside of the library product")
  func onlyTheLibraryIsPublic() throws {
    for file in try SourceFile.below("Sources", "templates") where file.module != "MartletKit" {
      let form =
        /^ *(?:@\w+ +)*(?:public|open) +(?:struct|enum|class|protocol|actor|func|var|let|init|extension|import)\b/
      #expect(file.code.firstMatch(of: form.anchorsMatchLineEndings()) == nil, "\(file.path)")
    }
  }

  @Test("are reminders: what is to be done is an issue")
  func noReminders() throws {
    for file in try SourceFile.below("Sources", "templates", "Tests") where file.module != "StructureTests" {
      #expect(file.text.firstMatch(of: /\b(TODO|FIXME|XXX)\b/) == nil, "\(file.path)")
    }
  }
}
