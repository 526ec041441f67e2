import Testing

@Suite("A regular expression")
struct PatternTests {
  @Test("is compiled once: a literal is only in `static let … = Pattern(…)`, because it takes 0.3 ms at each use")
  func isKept() throws {
    let files = try SourceFile.below("Sources")
    let used = files.flatMap { file in Self.literals(in: file).filter { !$0.isKept }.map { "\(file.path): \($0.text)" }
    }
    #expect(used == [])
    #expect(files.flatMap(Self.literals).count > 30)
  }

  @Test("is found in every place where code can have a literal")
  func isFound() {
    let text = #"""
      let a = text.firstMatch(of: /a(b)/), b = text.replacing(
        /[0-9]+/, with: "/x/")
      return c ? /d/ : { /\/e/ }
      static let f = Pattern(
        /g/.dotMatchesNewlines())
      let h = i / j, k = "\(l)/m/n", o = 1 / 2 / 3  // and/or/not
      let p = [try Regex("q"), #/r s/#]
      """#
    let found = Self.literals(in: SourceFile(path: "Sources/X/Y.swift", text: text))
    #expect(found.map(\.text) == ["/a(b)/", "/[0-9]+/", "/d/", #"/\/e/"#, "/g/", "Regex(", "#/r s/#"])
    #expect(found.filter(\.isKept).map(\.text) == ["/g/"])
  }

  private static func literals(in file: SourceFile) -> [(text: Substring, isKept: Bool)] {
    let form = /(?:[(\[,=?!] ?|[:{] |^ *|\btry )(#?\/(?![\/*\s=)])(?:[^\/\\\n]|\\.)+\/#?(?=[),.;\s}\]])|Regex\()/
    return file.code.matches(of: form.anchorsMatchLineEndings()).map { match in
      let before = file.code[..<match.output.1.startIndex]
      return (match.output.1, before.suffix(200).contains(/static let \w+ = Pattern\(\s*$/))
    }
  }
}
