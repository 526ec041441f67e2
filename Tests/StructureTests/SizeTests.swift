import Testing

@Suite("Files")
struct SizeTests {
  @Test("are short: none over 300 lines in Sources, none over 400 in Tests")
  func areShort() throws {
    let sources = try SourceFile.below("Sources")
    let lengths = sources.map { $0.lines.count - 1 }.sorted()
    let median = lengths[lengths.count / 2]
    for file in sources {
      #expect(file.lines.count - 1 <= 300, "\(file.path), while the median is \(median)")
    }
    for file in try SourceFile.below("Tests") {
      #expect(file.lines.count - 1 <= 400, "\(file.path), while the median of Sources is \(median)")
    }
  }

  @Test("are named after one of the types that they declare or extend")
  func areNamed() throws {
    let form =
      /^(?:@\w+ +)*(?:(?:package|public|private|fileprivate|final|indirect) +)*(struct|enum|class|protocol|actor|extension) +(\w+)/
    for file in try SourceFile.below("Sources") {
      let declarations = file.code.matches(of: form.anchorsMatchLineEndings())
      let names = declarations.map { String($0.output.2) }
      guard declarations.contains(where: { $0.output.1 != "extension" }) else { continue }
      let name = file.stem.split(separator: "+").first.map(String.init) ?? file.stem
      #expect(names.contains(name) || file.stem == "Main", "\(file.path) declares \(names.joined(separator: ", "))")
    }
  }
}
