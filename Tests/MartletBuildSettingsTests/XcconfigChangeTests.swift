import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

@Suite("A change of an xcconfig file")
struct XcconfigChangeTests {
  /// The file after the change of the setting F; `|` ends a line. Repeating the change has no effect.
  private static func changed(
    _ text: String, _ content: SettingChange.Content, key: String = "F", files: [(RelativePath, String)] = []
  ) throws -> String {
    let change = try SettingChange(key, content)
    let files = MemoryFiles(files.map { SourceText(path: $0.0, text: $0.1.lines) })
    let source = SourceText(path: "main.xcconfig", text: text.lines)
    let result = try Xcconfig(source).changed(by: change, in: files)
    #expect(try Xcconfig(result).changed(by: change, in: files) == result)
    return result.string(at: 0..<result.bytes.count).replacing("\n", with: "|")
  }

  @Test(
    "replaces the winning value and nothing around it",
    arguments: [
      ("F = old", "F = new"), ("F=old|", "F=new|"), ("  F\t= old  // c|G = 1|", "  F\t= new  // c|G = 1|"),
      ("F = old;|", "F = new;|"), ("F = old ; // c", "F = new ; // c"), ("F = a b c|", "F = new|"),
      ("F = new // c", "F = new // c"),
      ("F = 1|F = 2|", "F = 1|F = new|"), ("F=|", "F=new|"), ("F =|", "F = new|"), ("F = |", "F = new|"),
      ("F = // c|", "F = new // c|"), ("F =// c|", "F = new // c|"), ("F = ;|", "F = new;|"), ("F=;", "F=new;"),
      ("F = old// c", "F = new// c"),
      ("F = a \\|  b \\|  c // d|G = 1", "F = new // d|G = 1"), ("F = a \\|", "F = new \\|"),
      ("F = \\|  a|", "F = \\|  new|"),
      ("F = a \\ // one|  b \\ // two|  c // three|G = 1", "F =  \\ // one|   \\ // two|  new // three|G = 1"),
      ("F[sdk=*] = old|", "F[sdk=*] = new|"), ("F = old|F[sdk=iphoneos*] = i", "F = new|F[sdk=iphoneos*] = i"),
      ("F = old|#include \"none.xcconfig\"|", "F = new|#include \"none.xcconfig\"|"),
      ("junk|F = old|#nonsense|", "junk|F = new|#nonsense|"),
      // The rest of a word in which a comment begins looks like a part of the value.
      ("F = https://a.b/c", "F = new"), ("F = https://a.b/c // d|G = 1", "F = new // d|G = 1"),
      ("F = //a/b", "F = new"), ("F = a //b", "F = new //b"), ("F = a// b", "F = new// b"),
    ])
  func replacement(text: String, expected: String) throws {
    #expect(try Self.changed(text, .value("new")) == expected)
    #expect(try Evaluation(expected)["F"] == "new")
  }

  @Test(
    "keeps a value separate from the comment after it",
    arguments: [("F = a// c", "F = b/ // c"), ("F = // c", "F = b/ // c"), ("F = a // c", "F = b/ // c")])
  func comments(text: String, expected: String) throws {
    #expect(try Self.changed(text, .value("b/")) == expected)
    #expect(try Evaluation(expected)["F"] == "b/")
  }

  @Test(
    "empties a value",
    arguments: [
      ("F = old // c|G = 1", "F =  // c|G = 1"), ("G = 1|", "G = 1|F =|"), ("F =|", "F =|"), ("F = a \\|  b|", "F = |"),
    ])
  func emptying(text: String, expected: String) throws {
    #expect(try Self.changed(text, .value("")) == expected)
    #expect(try Evaluation(expected)["F"] == "")
  }

  @Test(
    "inserts a line at the position where it applies",
    arguments: [
      ("", "F = new|"), ("// c", "// c|F = new"), ("// c||", "// c||F = new|"), ("G = 1", "G = 1|F = new"),
      ("G = 1 // c|// end|", "G = 1 // c|F = new|// end|"), ("G = a \\|  b|H = 1|", "G = a \\|  b|H = 1|F = new|"),
      ("G = a \\|  b|// end", "G = a \\|  b|F = new|// end"), ("G = a \\||// end|", "G = a \\||F = new|// end|"),
      ("G = a \\|// end", "G = a \\|// end||F = new"), ("G = a \\", "G = a \\||F = new"),
      ("G = a \\|", "G = a \\||F = new|"),
      ("#include \"b.xcconfig\"|// end|", "#include \"b.xcconfig\"|F = new|// end|"),
      ("G = 1|#include? \"local.xcconfig\"|", "G = 1|F = new|#include? \"local.xcconfig\"|"),
      ("G = 1|#include \"f.xcconfig\"|", "G = 1|#include \"f.xcconfig\"|F = new|"),
      ("F = 1|#include \"f.xcconfig\"|G = 1", "F = 1|#include \"f.xcconfig\"|F = new|G = 1"),
      ("#include \"f.xcconfig\"|F = 1|", "#include \"f.xcconfig\"|F = new|"),
      ("G = 1|F[sdk=iphoneos*] = i|H = 1|", "G = 1|F = new|F[sdk=iphoneos*] = i|H = 1|"),
      ("G = 1|#include \"i.xcconfig\"|H = 1|", "G = 1|F = new|#include \"i.xcconfig\"|H = 1|"),
      (
        "F[arch=arm64] = a|#include \"f.xcconfig\"|F[sdk=i*] = i|",
        "F[arch=arm64] = a|#include \"f.xcconfig\"|F = new|F[sdk=i*] = i|"
      ),
    ])
  func insertion(text: String, expected: String) throws {
    let files: [(RelativePath, String)] = [
      ("b.xcconfig", "B = 1"), ("f.xcconfig", "F = included"), ("i.xcconfig", "F[sdk=iphoneos*] = i"),
    ]
    #expect(try Self.changed(text, .value("new"), files: files) == expected)
    let after = try Evaluation(expected, files: files)
    let before = try Evaluation(text, files: files)
    #expect(try after["F"] == "new")
    for name in ["G", "H"] { #expect(try after[name] == before[name]) }
    let phone = ["sdk": "iphoneos18.0"]
    let hadException = try Evaluation(text, files: files, for: phone)["F"] == "i"
    #expect(try Evaluation(expected, files: files, for: phone)["F"] == (hadException ? "i" : "new"))
  }

  @Test(
    "under a condition does not affect other cases",
    arguments: [
      ("F = 1|", "F = 1|F[config=Debug] = new|"), ("F[config=Debug] = 1|", "F[config=Debug] = new|"),
      ("F[config=Debug] = 1|F = 2|", "F[config=Debug] = 1|F = 2|F[config=Debug] = new|"),
      ("F[config=Release] = 1|G = 1|", "F[config=Release] = 1|F[config=Debug] = new|G = 1|"),
      ("F[config=D*] = 1|", "F[config=D*] = 1|F[config=Debug] = new|"),
      ("F [config=Debug] [sdk=*] = 1", "F [config=Debug] [sdk=*] = new"),
      ("F[sdk=i*] = 1|", "F[config=Debug] = new|F[sdk=i*] = 1|"), ("F = new|", "F = new|"),
      ("F[config=Debug][arch=x] = 1", "F[config=Debug] = new|F[config=Debug][arch=x] = 1"),
      ("", "F[config=Debug] = new|"),
    ])
  func conditions(text: String, expected: String) throws {
    #expect(try Self.changed(text, .value("new"), key: "F[config=Debug]") == expected)
    #expect(try Evaluation(expected, for: ["config": "Debug"])["F"] == "new")
    for other in [["config": "Release"], ["config": "DX", "arch": "x"], ["sdk": "iphoneos"]] {
      #expect(try Evaluation(expected, for: other)["F"] == Evaluation(text, for: other)["F"])
    }
  }

  @Test("does not repeat a value that an included file sets")
  func included() throws {
    let text = "#include \"f.xcconfig\"|"
    #expect(try Self.changed(text, .value("new"), files: [("f.xcconfig", "F = new")]) == text)
  }

  @Test(
    "appends missing words",
    arguments: [
      ("F = $(inherited) -D COCOAPODS|", "F = $(inherited) -D COCOAPODS -DX|"), ("F = -DX|", "F = -DX|"),
      ("F = \"-DX\" a|", "F = \"-DX\" a|"), ("F = -DXY ; // c", "F = -DXY -DX ; // c"), ("F = a// c", "F = a -DX // c"),
      ("F =|", "F = -DX|"), ("F = // c|", "F = -DX // c|"), ("G = 1|", "G = 1|F = $(inherited) -DX|"),
      ("F = a \\|  b // c|", "F = a \\|  b -DX // c|"), ("F = a \\||", "F = a -DX \\||"),
      ("F = -DX|F = a|", "F = -DX|F = a -DX|"), ("F = -DX|F = $(inherited) a|", "F = -DX|F = $(inherited) a|"),
      ("C = a -DX|F = $(C)|", "C = a -DX|F = $(C)|"), ("F = =|", "F = = -DX|"),
      ("#include \"f.xcconfig\"|", "#include \"f.xcconfig\"|F = $(inherited) -DX|"),
      ("#include \"x.xcconfig\"|", "#include \"x.xcconfig\"|"),
      ("#include \"x.xcconfig\"|F = $(inherited) a|", "#include \"x.xcconfig\"|F = $(inherited) a|"),
      ("F[sdk=i*] = a|", "F = $(inherited) -DX|F[sdk=i*] = a|"),
    ])
  func words(text: String, expected: String) throws {
    let files: [(RelativePath, String)] = [("f.xcconfig", "F = a"), ("x.xcconfig", "F = b -DX")]
    #expect(try Self.changed(text, .words("-DX"), files: files) == expected)
    let flags = WordList(of: try Evaluation(expected, files: files)["F"] ?? "").words
    #expect(flags.filter { $0 == "-DX" }.count == 1)
    let before = WordList(of: try Evaluation(text, files: files)["F"] ?? "").words
    #expect(flags.filter { $0 != "-DX" } == before.filter { $0 != "-DX" })
  }

  @Test("appends words with references, and does not confuse them")
  func references() throws {
    #expect(try Self.changed("F = -D$(A)", .words("-D$(B)")) == "F = -D$(A) -D$(B)")
    #expect(try Self.changed("F = -D$(A) b", .words("-D$(A)")) == "F = -D$(A) b")
  }

  @Test("appends words with `//` or a `;` once, also under an unknown condition")
  func spelledWords() throws {
    for key in ["F", "F[sdk=iphoneos*]"] {
      #expect(
        try Self.changed("G = 1|", .words("https://a.b c;"), key: key)
          == "G = 1|\(key) = $(inherited) https:/$()/a.b c;$()|")
    }
  }

  @Test("appends several words as one")
  func severalWords() throws {
    #expect(try Self.changed("F = -D COCOAPODS", .words("-D DEBUG")) == "F = -D COCOAPODS -D DEBUG")
    #expect(try Self.changed("F = a -D DEBUG b", .words("-D DEBUG")) == "F = a -D DEBUG b")
  }

  @Test("appends missing words under a condition")
  func conditionalWords() throws {
    let key = "F[config=Debug]"
    #expect(try Self.changed("F = a|", .words("-DX"), key: key) == "F = a|F[config=Debug] = $(inherited) -DX|")
    #expect(try Self.changed("F = a -DX|", .words("-DX"), key: key) == "F = a -DX|")
  }

  @Test("keeps line ends", arguments: ["\r\n", "\r", "\n"])
  func lineEnds(end: String) throws {
    let text = "// c|G = 1|#include? \"x\" // d|H = 2".replacing("|", with: end)
    #expect(try Self.changed(text, .value("new")).replacing("|", with: "\n") == "\(text)\(end)F = new")
    #expect(
      try Self.changed(text + end, .value("new")).replacing("|", with: "\n") == "\(text)\(end)F = new\(end)")
    let old = "F = old\(end)F[sdk=a] = 1 // d\(end)"
    #expect(try Self.changed(old, .value("new")).replacing("|", with: "\n") == old.replacing("old", with: "new"))
  }

  @Test("ends new lines with U+2028 if the file does", arguments: ["\u{2028}", "\u{2029}"])
  func unusualLineEnds(end: String) throws {
    let expected = "G = 1\(end)F = new|H[a=b] = 2\(end)"
    #expect(try Self.changed("G = 1\(end)", .value("new")) == "G = 1\(end)F = new|")
    #expect(try Self.changed("F[x=y] = 2\(end)G = 1", .value("new")) == "F = new|F[x=y] = 2\(end)G = 1")
    #expect(try Evaluation(expected)["G"] == "1")
  }

  @Test(
    "treats a first line after a byte order mark as invalid",
    arguments: [
      ("\u{FEFF}F = old|G = 1|", "\u{FEFF}F = old|G = 1|F = new|"), ("\u{FEFF}", "\u{FEFF}|F = new"),
      ("\u{FEFF}// c|F = old|", "\u{FEFF}// c|F = new|"),
    ])
  func byteOrderMark(text: String, expected: String) throws {
    #expect(try Self.changed(text, .value("new")) == expected)
    #expect(try Evaluation(expected)["F"] == "new")
  }

  @Test("keeps invalid UTF-8, and replaces it in the value")
  func invalidBytes() throws {
    func source(_ value: [UInt8]) -> SourceText {
      SourceText(
        path: "a.xcconfig", bytes: [0x2F, 0x2F, 0xFF, 0x0A] + Array("F = ".utf8) + value + Array(" // ".utf8) + [0xE9])
    }
    let file = Xcconfig(source([0xE9, 0x61]))
    #expect(try file.changed(by: SettingChange("F", .value("new")), in: MemoryFiles([])) == source(Array("new".utf8)))
    #expect(
      try file.changed(by: SettingChange("F", .words("-DX")), in: MemoryFiles([]))
        == source([0xE9, 0x61] + Array(" -DX".utf8)))
  }

  @Test("keeps UTF-16")
  func utf16() throws {
    let bytes = TextEncoding.utf16LittleEndian.encoded(Array("\u{FEFF}// é\nF = old\n".utf8))
    let source = try SourceText(path: "a.xcconfig", fileBytes: bytes)
    let result = try Xcconfig(source).changed(by: SettingChange("F", .value("ü")), in: MemoryFiles([]))
    #expect(result.fileBytes == TextEncoding.utf16LittleEndian.encoded(Array("\u{FEFF}// é\nF = ü\n".utf8)))
  }

  @Test("refuses to append to an open quote or reference", arguments: ["$(A", "${B) c", "'d", "\"e f"])
  func openValues(value: String) throws {
    let error = try #require(throws: BuildSettingsError.self) { try Self.changed("G = 1|F = \(value)", .words("-DX")) }
    #expect(
      error.diagnostics.map { $0.rendered() } == [
        """
        error: the value of `F` has an unterminated quote or reference, so nothing can be appended
         --> main.xcconfig:2:5
        """
      ])
  }

  @Test("is refused for a value that no line can hold")
  func refusals() throws {
    let file = Xcconfig(SourceText(path: "a.xcconfig", text: "F = 1"))
    let messages = try ["a\nb", "a\\"].map { value in
      try #require(throws: BuildSettingsError.self) {
        try file.changed(by: SettingChange("F", .value(value)), in: MemoryFiles([]))
      }.message
    }
    #expect(
      messages == [
        "the value `a\nb` contains a line end, expected one line",
        "the value `a\\` ends in a backslash, which would join the next line to it",
      ])
  }

  @Test(
    "works for random files: it applies, is made once, and all other lines are read as before",
    arguments: 0..<400 as Range<UInt64>)
  func randomFiles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = [
      "F = a", "F = $(inherited) b // c", "F=\\", "F = ;", "F =// c", "F[config=Debug] = d", "F [sdk=*] = e \\",
      "  F = f \\ // c",
      "F[sdk=iphone*] = g", "F[config=D*][arch=*] = h", "G = 1", "G[config=Debug] = $(inherited) 2;", "G = $(F) \\",
      "// c", "", "  x // c",
      "#include \"f.xcconfig\"", "#include? \"g.xcconfig\" // c", "junk", "H = é", "\u{FEFF}F = a", "\\",
    ]
    let end = ["\n", "\r\n", "\r", "\u{2028}"].randomElement(using: &random) ?? "\n"
    let chosen = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in lines.randomElement(using: &random) }
    let text = chosen.joined(separator: end) + (Bool.random(using: &random) ? end : "")
    let values = ["new", "https://x/", "a;", " b ", "", "$(G)x", "/"]
    let value = values.randomElement(using: &random) ?? ""
    let key = ["F", "F[config=Debug]", "F[sdk=iphoneos]"].randomElement(using: &random) ?? ""
    let files: [(RelativePath, String)] = [
      ("f.xcconfig", "F = i|G = i"), ("g.xcconfig", "F[config=Release] = r|H = h"),
    ]
    let memory = MemoryFiles(files.map { SourceText(path: $0.0, text: $0.1.lines) })
    let source = SourceText(path: "main.xcconfig", text: text)
    for content in [SettingChange.Content.value(value), .words("-DX")] {
      let change = try SettingChange(key, content)
      let result = try Xcconfig(source).changed(by: change, in: memory)
      let after = result.string(at: 0..<result.bytes.count)
      let context = Comment("seed \(seed): \(text.debugDescription) to \(after.debugDescription)")
      #expect(try Xcconfig(result).changed(by: change, in: memory) == result, context)
      let parameters = Dictionary(change.conditions.map { ($0.parameter, $0.pattern) }) { $1 }
      let evaluation = try Evaluation(after, files: files, for: parameters)
      let winning = try evaluation["F"] ?? ""
      if case .value = content, !value.contains("$") {
        #expect(winning == value, context)
      } else if case .words = content {
        #expect(WordList(of: winning).words.contains("-DX"), context)
      }
      #expect(evaluation.messages.count == (try Evaluation(text, files: files).messages.count), context)
      for name in ["H"] + (text.contains("$(F)") ? [] : ["G"]) {
        for case let other in [[:], ["config": "Release"], ["config": "Debug"]] {
          let before = try Evaluation(text, files: files, for: other)[name]
          #expect(try Evaluation(after, files: files, for: other)[name] == before, context)
        }
      }
    }
  }
}
