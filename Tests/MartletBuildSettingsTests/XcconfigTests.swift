import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

@Suite("An xcconfig file")
struct XcconfigTests {
  @Test(
    "has values that end with the line or before a comment, and lose one semicolon",
    arguments: [
      ("APP =   Larch Notes  \t", "APP", "Larch Notes"),
      ("U = https://a.test/v1", "U", "https:"),
      ("U = https:/$()/a.test/v1 // p", "U", "https://a.test/v1"),
      ("A = 1|A = 2", "A", "2"),
      ("A = 1.2.0;", "A", "1.2.0"),
      ("B = 1.2.0 ; // c", "B", "1.2.0"),
      ("C = a;b;;", "C", "a;b;"),
      ("D = ;", "D", ""),
      ("A = \"Larch Notes\"", "A", "\"Larch Notes\""),
      ("B = 'x y' z", "B", "'x y' z"),
      ("A = C:\\dir\\x", "A", "C:\\dir\\x"),
      ("B = a \\ b", "B", "a \\ b"),
      ("P = //a/b", "P", ""),
      ("\tT\t=\tx\ty\t", "T", "x\ty"),
      ("N = x\u{A0}", "N", "x\u{A0}"),
      ("A==b", "A", "=b"),
      ("A = ~a-*?[x]=y#z!@", "A", "~a-*?[x]=y#z!@"),
      ("A = $() x", "A", " x"), ("B = x $()", "B", "x "), ("C = a;$()", "C", "a;"), ("D = a;;", "D", "a;"),
      ("G = Foo/** /* x */", "G", "Foo/** /* x */"),
      ("A = é", "A", "é"),
    ])
  func values(text: String, name: String, expected: String) throws {
    let evaluation = try Evaluation(text)
    #expect(try evaluation[name] == expected)
    #expect(evaluation.messages == [])
  }

  @Test(
    "joins lines after a backslash with one blank",
    arguments: [
      ("A = one \\|    two\\|  three // end", "A", "one two three"),
      ("B = x \\ // c|  y", "B", "x y"),
      ("C = p \\||D = q", "C", "p"), ("C = p \\||D = q", "D", "q"),
      ("A = one \\|B = 2", "A", "one B = 2"), ("A = one \\|B = 2", "B", nil),
      ("A = one \\|// note|B = 2", "A", "one"), ("A = one \\|// note|B = 2", "B", "2"),
      ("A = a \\;|b", "A", "a b"), ("A = \\|\\|b", "A", "b"), ("A = \\", "A", ""),
    ] as [(String, String, String?)])
  func continuation(text: String, name: String, expected: String?) throws {
    #expect(try Evaluation(text)[name] == expected)
  }

  @Test("ends lines at LF, CR, CR LF, U+2028 and U+2029", arguments: ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}"])
  func lineEnds(end: String) throws {
    let evaluation = try Evaluation("A = 1\(end)B = 2\(end)")
    #expect(try evaluation["A"] == "1")
    #expect(try evaluation["B"] == "2")
    #expect(try Evaluation("#unknown\(end)B = 2\(end)")["B"] == "2")
  }

  @Test("treats only its first line as invalid after a byte order mark")
  func byteOrderMark() throws {
    let evaluation = try Evaluation("\u{FEFF}A = 1|B = 2")
    #expect(try evaluation["A"] == nil)
    #expect(try evaluation["B"] == "2")
    #expect(evaluation.messages == ["1: no setting begins here, expected a name of letters, digits and `_`"])
  }

  @Test("shows invalid bytes of a value as U+FFFD and keeps their span")
  func invalidBytes() throws {
    let source = SourceText(path: "a.xcconfig", bytes: Array("A = ".utf8) + [0xE9] + Array("x\n".utf8))
    guard case .assignment(let assignment) = Xcconfig(source).statements.first else {
      Issue.record("no assignment")
      return
    }
    #expect(assignment.value.string == "\u{FFFD}x")
    #expect(assignment.value.span == 4..<6)
  }

  @Test(
    "continues after a line with an error",
    arguments: [
      ("1A = x", "no setting begins here, expected a name of letters, digits and `_`"),
      ("-A = x", "no setting begins here, expected a name of letters, digits and `_`"),
      ("Ä = x", "no setting begins here, expected a name of letters, digits and `_`"),
      ("/* x */", "no setting begins here, expected a name of letters, digits and `_`"),
      ("A-B = z", "no `=` after the setting's name, expected `NAME = value`"),
      ("A.B = z", "no `=` after the setting's name, expected `NAME = value`"),
      ("A += 2", "no `=` after the setting's name, expected `NAME = value`"),
      ("A", "no `=` after the setting's name, expected `NAME = value`"),
      ("D[sdk=x]] = n", "no `=` after the setting's name, expected `NAME = value`"),
      ("B[sdk=x = n", "a condition without `]`, expected one such as `[sdk=iphoneos*]`"),
      ("C[sdk] = n", "a condition without `=`, expected one such as `[sdk=iphoneos*]`"),
      (
        "#include\"c.xcconfig\"",
        "unknown directive `#include\"c.xcconfig\"`, expected `#include` or `#include?` and a blank"
      ),
      ("#import \"c\"", "unknown directive `#import`, expected `#include` or `#include?` and a blank"),
      ("# comment", "unknown directive `# comment`, expected `#include` or `#include?` and a blank"),
      ("#include <c.xcconfig>", "no file name after `#include`, expected one in double quotes"),
      ("#include", "no file name after `#include`, expected one in double quotes"),
      ("#include \"c", "a file name without its closing quote"),
      ("#include \"c\" tail", "text after the file name, expected the end of the line; the file is not included"),
      ("#include \"c\";", "text after the file name, expected the end of the line; the file is not included"),
      ("#include \"missing\"", "included file `missing` is missing"),
    ])
  func errors(line: String, message: String) throws {
    let evaluation = try Evaluation("A = 1|\(line)|OK = f", files: [("c.xcconfig", "C = c")])
    #expect(evaluation.messages == ["2: " + message])
    #expect(try evaluation["A"] == "1")
    #expect(try evaluation["C"] == nil)
    #expect(try evaluation["OK"] == "f")
  }

  @Test("has the places of names, conditions and values")
  func spans() {
    let source = SourceText(
      path: "a.xcconfig", text: "// top\r\nA [sdk=iphoneos*] [config=Ad Hoc] = 1.2 ; // c\r\nB =\n")
    let assignments = Xcconfig(source).statements.compactMap { statement -> Assignment? in
      if case .assignment(let assignment) = statement { assignment } else { nil }
    }
    #expect(assignments.map { source.string(at: $0.nameSpan) } == ["A [sdk=iphoneos*] [config=Ad Hoc]", "B"])
    #expect(assignments.map { source.string(at: $0.value.span) } == ["1.2", ""])
    #expect(assignments[0].conditions == [Condition("sdk", "iphoneos*"), Condition("config", "Ad Hoc")])
    #expect(source.bytes[..<assignments[1].value.span.lowerBound].elementsEqual(source.bytes.dropLast()))
  }

  @Test("can be parsed from any bytes")
  func hostileBytes() {
    let text = "#include? \"x\" // c\nA [sdk=*][a=b] = $(B:upper=$(C)) \\\n d;\r\n\u{2028}B=$$"
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(text.utf8)
      for _ in 0..<4 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for length in [bytes.count, Int.random(in: 0..<bytes.count, using: &random)] {
        let source = SourceText(path: "a.xcconfig", bytes: Array(bytes[..<length]))
        for case .assignment(let assignment) in Xcconfig(source).statements {
          #expect(assignment.value.span.upperBound <= length, "seed \(seed)")
          let table = SettingsTable([SettingsLevel("", [assignment])])
          #expect(throws: Never.self, "seed \(seed)") { try SettingsScope(table).string(of: assignment.name) }
        }
      }
    }
  }
}
