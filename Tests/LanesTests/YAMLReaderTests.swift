import MartletCore
import TestSupport
import Testing

@testable import Lanes

@Suite("YAML")
struct YAMLReaderTests {
  private func node(_ text: String) throws -> Node { try node(Array(text.utf8)) }

  private func node(_ bytes: [UInt8]) throws -> Node { try Node(yaml: SourceText(path: "Releasefile", bytes: bytes)) }

  private func problem(_ bytes: [UInt8]) -> String? {
    do {
      _ = try node(bytes)
      return nil
    } catch {
      guard let diagnostic = (error as? Failure)?.diagnostics.first else { return "\(error)" }
      return "\(diagnostic.place.map { "\($0.line):\($0.column) " } ?? "")\(diagnostic.message)"
    }
  }

  private func problem(_ text: String) -> String? { problem(Array(text.utf8)) }

  @Test(
    "keeps every scalar as text",
    arguments: [
      "1.10", "no", "0x1F", "1e3", "2026-11-21", "~", "null", "true", "-1", "012", "1_000", ".5", "<<", "=", "0o7",
    ])
  func keepsText(_ text: String) throws {
    let value = try node("a: \(text)").entries?.first?.value
    #expect(value?.content == .scalar(text))
  }

  @Test(
    "has the ranges of values",
    arguments: [
      ("a: plain", "plain"), ("a: plain  # why", "plain"), ("a: 'quoted'", "'quoted'"), ("a: \"x y\" # z", "\"x y\""),
      ("größe: 🚀x", "🚀x"), ("ä: {ö: 'ü'}", "'ü'"), ("a: |\n  one\n  two\n", "|"), ("\u{FEFF}a: b\r\n", "b"),
      ("x: y\r\na: b\r\n", "b"), ("x: y\u{2028}\n\na: b", "b"), ("x: 'y\u{85}z'\na: b", "b"), ("x: y\ra: b", "b"),
      ("a: one\n  two", "one"),
    ])
  func knowsPlaces(_ text: String, _ expected: String) throws {
    var value = try #require(node(text).entries?.last?.value)
    if let inner = value.entries?.last?.value { value = inner }
    #expect(SourceText(path: "f", text: text).string(at: value.span) == expected)
  }

  @Test("has the ranges of keys, and the starts of collections")
  func knowsKeys() throws {
    let source = SourceText(path: "f", text: "größe: 1\n'b c': [x, {y: z}]\n")
    let entries = try #require(Node(yaml: source).entries)
    #expect(entries.map { source.string(at: $0.keySpan) } == ["größe", "'b c'"])
    #expect(entries.map { source.string(at: $0.value.span) } == ["1", "["])
    #expect(entries.last?.value.elements?.map { source.string(at: $0.span) } == ["x", "{"])
  }

  @Test("is nil for an empty text", arguments: ["", "\n", "# only this\n", "\u{FEFF}", "---\n"])
  func emptyText(_ text: String) throws {
    #expect(try node(text).content == .nothing)
  }

  @Test("distinguishes a key without a value from an empty text")
  func nothing() throws {
    let values = try node("a:\nb: ''\nc: \"\"\n").entries?.map(\.value.content)
    #expect(values == [.nothing, .scalar(""), .scalar("")])
  }

  @Test("reads an alias as the value of its anchor")
  func alias() throws {
    #expect(try node("a: &x [1]\nb: *x\n").entries?.map(\.value.elements?.first?.text) == ["1", "1"])
  }

  @Test("accepts at most twenty aliases")
  func countsAliases() {
    let aliases = { (count: Int) in
      "a: &x 1\nb: [" + Array(repeating: "*x", count: count).joined(separator: ", ") + "]\n"
    }
    #expect(problem(aliases(20)) == nil)
    #expect(problem(aliases(21)) == "2:85 more than 20 aliases")
  }

  @Test(
    "counts aliases wherever YAML has one",
    arguments: ["[%,", "{\"a\":%,", "[\u{85}%,", "[\u{2028}%,", "[\t%,", "\n%:"])
  func countsHiddenAliases(_ form: String) {
    let text = String(repeating: form.replacing("%", with: "*x"), count: 21)
    #expect(problem(text)?.hasSuffix("more than 20 aliases") == true)
  }

  @Test("does not count asterisks in texts")
  func starsAsText() {
    #expect(problem("a: |\n" + String(repeating: "  ls *.swift ** a*b * x\n", count: 30)) == nil)
  }

  @Test("is refused before an alias bomb expands")
  func bomb() {
    var text = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for (name, last) in zip("bcdefghi", "abcdefgh") {
      text += "\(name): &\(name) [" + Array(repeating: "*\(last)", count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(problem(text)?.hasSuffix("more than 20 aliases") == true)
    // Within the limit: twenty aliases, each of which doubles.
    var doubling = "k0: &k0 [x, x]\n"
    for index in 1...10 { doubling += "k\(index): &k\(index) [*k\(index - 1), *k\(index - 1)]\n" }
    #expect(problem(doubling) == nil)
    let keys = doubling + "? [*k10]\n: x\n"
    #expect(problem(keys)?.hasSuffix("more than 20 aliases") == true)
    // Six times three and two more: 4374 values are allowed, the sum is not.
    var tripling = "k0: &k0 [x, x, x, x, x, x, x, x, x, x, x, x]\n"
    for index in 1...6 { tripling += "k\(index): &k\(index) [*k\(index - 1), *k\(index - 1), *k\(index - 1)]\n" }
    #expect(problem(tripling)?.hasSuffix("more than 10000 values") == true)
  }

  @Test("accepts at most sixty-four levels")
  func depth() {
    let nested = { (depth: Int) in String(repeating: "[", count: depth) + "x" + String(repeating: "]", count: depth) }
    #expect(problem(nested(64)) == nil)
    #expect(problem(nested(65)) == "1:66 more than 64 nested levels")
    #expect(problem(nested(100_000)) != nil)
    #expect(problem(String(repeating: "- ", count: 2000) + "x") != nil)
    // Keys count as values do. All of them are nested further than the stack reaches.
    for (unit, place) in [("? ", "1:131"), ("{? ", "1:196"), ("? - ", "1:131"), ("- ? ", "1:131"), ("[{? ", "1:130")] {
      #expect(problem(String(repeating: unit, count: 10_000) + "x") == "\(place) more than 64 nested levels", "\(unit)")
    }
  }

  @Test("accepts at most ten thousand values")
  func size() {
    #expect(problem("[" + String(repeating: "x,", count: 9999) + "]") == nil)
    #expect(problem("[" + String(repeating: "x,", count: 10_000) + "]") == "1:20000 more than 10000 values")
  }

  @Test("accepts at most one mebibyte")
  func bytes() {
    let text = "a: b\n#"
    let fill = String(repeating: "x", count: (1 << 20) - text.utf8.count)
    #expect(problem(text + fill) == nil)
    #expect(problem(text + fill + "x") == "`Releasefile` is 1048577 bytes long, expected at most 1048576")
  }

  @Test(
    "is refused with the place of the first byte that is not text",
    arguments: [
      ([0x61, 0x3A, 0x20, 0x00], "1:4 this is not UTF-8 text"),
      ([0x61, 0x3A, 0x0A, 0x20, 0xFF], "2:2 this is not UTF-8 text"),
      ([0x61, 0xC3], "1:2 this is not UTF-8 text"), ([0xED, 0xA0, 0x80], "1:1 this is not UTF-8 text"),
    ] as [([UInt8], String)])
  func noText(_ bytes: [UInt8], _ expected: String) {
    #expect(problem(bytes) == expected)
  }

  @Test(
    "is refused for features beyond text",
    arguments: [
      ("a: !!binary aGk=", "1:4 YAML tags are not supported"),
      ("a: !ruby/object:Gem {}", "1:4 YAML tags are not supported"),
      ("a: !!set {x, y}", "1:4 YAML tags are not supported"),
      ("a: 1\na: 2", "1:1 duplicate key `a` in one mapping"),
      ("a: 1\n'a': 2", "1:1 duplicate key `a` in one mapping"),
      ("x: {b: 1, b: 2}", "1:5 duplicate key `b` in one mapping"),
      ("a: \"x\\0y\"", "1:4 the text contains a NUL byte"),
      ("\"x\\0\": y", "1:1 the text contains a NUL byte"),
      ("? [a]\n: b", "1:3 the key is not text, expected a name"),
      ("a: b\n---\nc: d", "2:1 more than one document"),
      ("a: b\n...\n---\n", "3:1 more than one document"),
      ("\ta: b", "1:1 invalid YAML: found character that cannot start any token"),
      ("a: *nowhere", "1:4 invalid YAML: found undefined alias"),
      ("a: &x [*x]", "1:8 invalid YAML: found undefined alias"),
      ("a: b\r\nc: d\u{4}e\r\n", "2:5 invalid YAML: control characters are not allowed"),
      ("é: é\r\nü: \u{80}b", "2:4 invalid YAML: control characters are not allowed"),
      ("b: 1\na: 1\nb: 2\na: 2", "2:1 duplicate key `a` in one mapping"),
      ("a: 'b\n\n", "1:4 missing closing quote"),
      ("a: [b\n\n\n", "1:6 invalid YAML: did not find expected ',' or ']'"),
    ])
  func refuses(_ text: String, _ expected: String) {
    #expect(problem(text) == expected)
  }
}
