import Foundation
import MartletCore
import TestSupport
import Testing

@Suite("A structured text")
struct DocumentFormatTests {
  @Test("has the same value as in Foundation", arguments: Self.judged)
  func agreesWithFoundation(_ sample: Sample) throws {
    let value = try sample.format.value(of: sample.source)
    let data = Data(sample.source.bytes)
    let judged: Any =
      switch sample.format {
      case .json: try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      case .propertyList: try PropertyListSerialization.propertyList(from: data, format: nil)
      case .toml: value.plain
      }
    #expect(NSDictionary(dictionary: ["value": value.plain]) == NSDictionary(dictionary: ["value": judged]))
  }

  @Test("in TOML follows toml.io", arguments: Self.tables)
  func toml(_ text: String, _ expected: String) throws {
    #expect(try DocumentFormat.toml.value(of: source(text, .toml)).line == expected)
  }

  @Test("in TOML has no values in a table whose header is invalid")
  func invalidHeader() {
    let value = DocumentValue(tomlIn: source("[a]\nx = 1\n[b\ny = 2\n", .toml))
    #expect(value["a"]?["x"] != nil && value["a"]?["y"] == nil)
  }

  @Test("is refused with the place of the error", arguments: Self.wrong)
  func refusals(_ wrong: Wrong) {
    #expect(problems(of: source(wrong.text, wrong.format), wrong.format) == wrong.message)
  }

  @Test(
    "as strict JSON has no comments, trailing commas and control characters",
    arguments: [
      (#"{"a": [1, "b", {}, []], "c": null}"#, nil), (#"{"a": 1,}"#, "found `}` after a comma"),
      ("[1, 2, ]", "found `]` after a comma"), ("[1,, 2]", "found `,`, expected a value"),
      ("// a\n{}", "found `/`, expected a value"), ("{} /* a */", "found `/`, expected `,` or a closing bracket"),
      ("[\"a\tb\"]", #"found a control character in a string, expected an escape such as `\t`"#),
      ("{a: 1}", "found `a`, expected a key in double quotes or `}`"), ("[Tool]", "`Tool` is not a JSON value"),
      ("", "the file ends here, expected a value"),
    ] as [(String, String?)])
  func strictJSON(_ text: String, _ problem: String?) {
    let result = Result { () throws(DocumentError) in try DocumentValue(json: source(text, .json), isStrict: true) }
    #expect(result.error?.firstMessage == problem)
  }

  @Test("over a megabyte is refused")
  func tooLarge() {
    let text = SourceText(path: "a.json", bytes: Array(repeating: .space, count: 1 << 20 + 1))
    #expect(problems(of: text, .json) == "error: `a.json` is 1048577 bytes long, expected at most 1048576")
  }

  @Test("that is a binary property list is refused with the command that converts it")
  func binary() {
    let text = SourceText(path: "a.plist", text: "bplist00…")
    #expect(
      problems(of: text, .propertyList) == """
        error: this is a binary property list, expected one in XML
         --> a.plist:1:1
          |
        1 | bplist00…
          | ^^^^^^
        hint: convert it with `plutil -convert xml1 a.plist`
        """)
  }

  @Test(
    "with random contents never crashes the parser, and every value has the right place",
    arguments: DocumentFormat.allCases)
  func random(_ format: DocumentFormat) {
    let pieces = [
      "{", "}", "[", "]", "[[", "]]", "\"", "'", "\"\"\"", "a", "1", "-", ".", "=", ":", ",", "\n", "\r", " ", "\\",
      "\\u12", "é",
      "true", "null", "#", "//", "/*", "<", ">", "</", "/>", "<plist>", "<dict>", "<key>", "</key>", "<array>",
      "</array>",
      "<string>", "</string>", "</dict>", "</plist>", "&amp;", "&", "<true/>", "<!--", "-->", "<integer>1</integer>",
    ]
    let samples = Self.judged.filter { $0.format == format }
    var count = 0
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var text = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      // Pieces alone are seldom a document, so half of the texts are one with a piece in it.
      if seed.isMultiple(of: 2), let whole = samples.randomElement(using: &generator) {
        text = whole.source.string(at: 0..<whole.source.bytes.count)
        let place = text.indices.randomElement(using: &generator) ?? text.startIndex
        text.insert(contentsOf: pieces.randomElement(using: &generator) ?? "", at: place)
      }
      let file = source(text, format)
      guard case .success(let value) = Result(catching: { try format.value(of: file) }) else { continue }
      count += 1
      #expect(value.spans.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= file.bytes.count }, "seed \(seed)")
    }
    #expect(count > 0)
  }

  @Test("of a hundred thousand open brackets ends with a diagnostic", arguments: DocumentFormat.allCases)
  func deep(_ format: DocumentFormat) {
    let opening = format == .propertyList ? "<plist>" + String(repeating: "<array>", count: 60_000) : nil
    let text = opening ?? (format == .toml ? "a=" : "") + String(repeating: "[", count: 100_000)
    #expect(throws: DocumentError.self) { try format.value(of: source(text, format)) }
  }
}

extension DocumentFormatTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let format: DocumentFormat
    let source: SourceText
    var testDescription: String { source.string(at: 0..<source.bytes.count) }
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let format: DocumentFormat
    let text: String
    let message: String
    var testDescription: String { text }
  }

  static let judged: [Sample] =
    [
      "{}", "[]", "1", "-0.5e3", "true", "\"x\"", #"{"a": [1, 2.5, "b", null, {"c": false}], "é": ""}"#,
      #"["\"\\\/\b\f\n\r\t\u0041\ud83d\ude00é"]"#, "[[[[]]], {}]", "{\"a\":{\"b\":{\"c\":[]}}}",
    ].map { Sample(format: .json, source: source($0, .json)) }
    + [
      "<dict/>", "<array/>", "<string></string>", "<string> a  b </string>", "<integer>-12</integer>", "<true/>",
      "<dict><key>a</key><string>x &amp; y &#x41;<![CDATA[<z>]]></string><key>b</key><array><false/><integer>1</integer></array></dict>",
      "<dict><key>a</key><dict><key>b</key><dict/></dict></dict>", "<data>AQID\n BA==</data>",
    ].map {
      Sample(
        format: .propertyList,
        source: source("<?xml version=\"1.0\"?><plist version=\"1.0\">\($0)</plist>", .propertyList))
    }

  static let tables: [(String, String)] = [
    ("a = 1\nb = \"x\" # c", "{a: 1, b: 'x'}"),
    ("a.b.c = 1\na.d = 2", "{a: {b: {c: 1}, d: 2}}"),
    ("[a.b]\nc = 1\n[a]\nd = 2", "{a: {b: {c: 1}, d: 2}}"),
    ("[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3", "{a: [{b: 1}, {b: 2, c: {d: 3}}]}"),
    ("a = [1, 2,\n 3, # x\n]", "{a: [1, 2, 3]}"),
    ("a = {b = 1, c.d = 'x'}", "{a: {b: 1, c: {d: 'x'}}}"),
    (#"a = "\u0041\U0001F600\t\"""#, "{a: 'A😀\t\"'}"),
    ("a = '''\nx\ny'''", "{a: 'x\ny'}"),
    ("a = \"\"\"x \\\n   y\"\"\"", "{a: 'x y'}"),
    ("a = \"\"\"x\"\"\"\"\"", "{a: 'x\"\"'}"),
    ("\"a b\".'c.d' = true", "{a b: {c.d: true}}"),
    (
      "a = 2026-11-21T18:30:00Z\nb = 1979-05-27 07:32:00\nc = 07:32:00",
      "{a: 2026-11-21T18:30:00Z, b: 1979-05-27 07:32:00, c: 07:32:00}"
    ),
    ("a = 1_000\r\nb = 0xFF\r\n", "{a: 1_000, b: 0xFF}"),
    ("", "{}"),
  ]

  static let wrong: [Wrong] = [
    wrong(.json, "{\"a\": 1,\n \"a\": 2}", "a second value for `a`, expected one", 2, 3, " \"a\": 2}", "^"),
    wrong(
      .json, "{\"a\": yes}", "`yes` is not a JSON value", 1, 7, "{\"a\": yes}", "^^^", "put a text in double quotes"),
    wrong(.json, "[01]", "`01` is not a JSON value", 1, 2, "[01]", "^^", "put a text in double quotes"),
    wrong(.json, "[\"\\x\"]", "invalid JSON escape", 1, 3, "[\"\\x\"]", "^^", "write a backslash as `\\\\`"),
    wrong(
      .json, "[\"\\ud83d\"]", "invalid JSON escape", 1, 3, "[\"\\ud83d\"]", "^^", "write a backslash as `\\\\`"),
    wrong(.json, "[1", "the file ends here, expected `,` or a closing bracket", 1, 3, "[1", "^"),
    wrong(
      .propertyList, "<plist><dict></array></plist>", "`</array>` does not match an open element", 1, 16,
      "<plist><dict></array></plist>", "^^^^^"),
    wrong(.propertyList, "<dict/>", "found `<dict>`, expected one `<plist>`", 1, 2, "<dict/>", "^^^^"),
    wrong(
      .propertyList, "<plist><a/></plist>", "`<a>` is not an element of a property list", 1, 9, "<plist><a/></plist>",
      "^"),
    wrong(
      .propertyList, "<plist><dict><string>x</string></dict></plist>", "a value without its key, expected `<key>`", 1,
      15,
      "<plist><dict><string>x</string></dict></plist>", "^^^^^^"),
    wrong(
      .propertyList, "<plist><dict><key>a</key></dict></plist>", "the key `a` has no value", 1, 19,
      "<plist><dict><key>a</key></dict></plist>", "^"),
    wrong(
      .propertyList, "<plist><string>a<true/></string></plist>", "found `<true>`, expected only text", 1, 18,
      "<plist><string>a<true/></string></plist>", "^^^^"),
    wrong(.propertyList, "<plist/>", "no value, expected `<dict>` in `<plist>`", 1, 1, "<plist/>", "^"),
    wrong(
      .propertyList, "<plist><true/><true/></plist>", "a second value, expected one in `<plist>`", 1, 16,
      "<plist><true/><true/></plist>", "^^^^"),
    wrong(.toml, "a = 1\na = 2", "a second value for `a`, expected one", 2, 1, "a = 2", "^^^^^"),
    wrong(.toml, "a = 1\n[a]", "`a` cannot be a table, because it already has another value", 2, 1, "[a]", "^^^"),
    wrong(.toml, "a = 1 2", "text after the value, expected the end of the line", 1, 7, "a = 1 2", "^"),
    wrong(.toml, "nonsense", "invalid TOML, expected `key = value`", 1, 1, "nonsense", "^^^^^^^^"),
    wrong(.toml, "a = \"x", "invalid TOML, expected `key = value`", 1, 1, "a = \"x", "^^^^^^"),
    wrong(.toml, "a = \"x\ny\"", "invalid TOML, expected `key = value`", 1, 1, "a = \"x", "^^^^^^"),
    wrong(.toml, "[a\nb = 1", "invalid table header, expected `[name]`", 1, 1, "[a", "^^"),
  ]

  private static func wrong(
    _ format: DocumentFormat, _ text: String, _ message: String, _ line: Int, _ column: Int, _ excerpt: String,
    _ carets: String, _ hint: String? = nil
  ) -> Wrong {
    let lines = [
      "error: \(message)", " --> a.\(format.rawValue):\(line):\(column)", "  |", "\(line) | \(excerpt)",
      "  | \(String(repeating: " ", count: column - 1))\(carets)",
    ]
    return Wrong(
      format: format, text: text, message: (lines + (hint.map { ["hint: \($0)"] } ?? [])).joined(separator: "\n"))
  }
}

private func source(_ text: String, _ format: DocumentFormat) -> SourceText {
  SourceText(path: "a.json".replacingExtension(format.rawValue), text: text)
}

extension Result {
  /// The error; nil for a success.
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

private func problems(of source: SourceText, _ format: DocumentFormat) -> String {
  do {
    return "read: \(try format.value(of: source).line)"
  } catch {
    return error.diagnostics.map { $0.rendered() }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func replacingExtension(_ name: String) -> RelativePath { RelativePath("a.\(name)") ?? "a" }
}

extension DocumentValue {
  /// The value according to Foundation.
  fileprivate var plain: Any {
    switch content {
    case .text(let text): text
    case .word("true"): true
    case .word("false"): false
    case .word("null"): NSNull()
    case .word(let word): Int(word).map { $0 as Any } ?? Double(word).map { $0 as Any } ?? word
    case .real(let word): Double(word) ?? .nan
    case .data(let base64): Data(base64Encoded: base64) ?? Data()
    case .list(let elements): elements.map(\.plain)
    case .table(let table): Dictionary(uniqueKeysWithValues: table.entries.map { ($0.key, $0.value.plain) })
    }
  }

  /// In one line, for messages.
  fileprivate var line: String {
    switch content {
    case .text(let text): "'\(text)'"
    case .word(let word), .real(let word), .data(let word): word
    case .list(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
    case .table(let table): "{\(table.entries.map { "\($0.key): \($0.value.line)" }.joined(separator: ", "))}"
    }
  }

  /// The spans of this value and of all in it.
  fileprivate var spans: [Range<Int>] {
    [span] + elements.flatMap(\.spans) + entries.flatMap { [$0.keySpan] + $0.value.spans }
  }
}
