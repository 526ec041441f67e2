import Environments
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("Hostile input to a configuration")
struct HostileInputTests {
  private static let pieces = [
    "Common", "P", "Q", ":", ": ", "{", "}", "[", "]", "\"", "'", ",", "\n", "\n  ", "- ", "1", "1.5", "true", "null",
    "é", "&a ",
    "*a", "<<", "=", "#", "<dict>", "</dict>", "<key>", "</key>", "<string>", "</string>", "<plist>", "</plist>",
    "$(A)", "//",
    "https://a.test", "\\", "\u{0}", "|", ">", "2026-11-21", "0x", "[[", "]]", "\r",
  ]

  /// The same configuration in each format.
  private static let documents = [
    "yml": "Common: {k: 1}\nP: {a: text, b: [x, y]}\nQ: {a: other}\n",
    "json": #"{"Common": {"k": 1}, "P": {"a": "text", "b": ["x", "y"]}, "Q": {"a": "other"}}"#,
    "toml": "[Common]\nk = 1\n[P]\na = \"text\"\nb = [\"x\", \"y\"]\n[Q]\na = \"other\"\n",
    "plist":
      "<plist><dict><key>Common</key><dict><key>k</key><integer>1</integer></dict><key>P</key><dict><key>a</key><string>text</string><key>b</key><array><string>x</string><string>y</string></array></dict><key>Q</key><dict><key>a</key><string>other</string></dict></dict></plist>",
  ]

  /// Random pieces alone, or up to two of them inside a valid document.
  private func text(around document: String?, by generator: inout SeededGenerator) -> String {
    var text = Array(document ?? "")
    for _ in 0..<Int.random(in: 0..<(document == nil ? 30 : 3), using: &generator) {
      let place = document == nil ? text.endIndex : Int.random(in: 0...text.count, using: &generator)
      text.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? "", at: place)
    }
    return String(text)
  }

  @Test(
    "is read or refused, and if read, can be written", arguments: ["yml", "json", "toml", "plist"])
  func random(_ ending: String) throws {
    let document = try #require(Self.documents[ending])
    var (readCount, writtenCount) = (0, 0)
    for seed in 0..<120 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let text = text(around: seed.isMultiple(of: 2) ? document : nil, by: &generator)
      let sample = Sample(
        "values: a.\(ending)\noutputs: [{swift: A.swift}, {plist: b.plist}, {json: b.txt}, {env: b.env}, {xcconfig: b.xcconfig}]",
        ["a.\(ending)": text])
      do {
        let configuration = try sample.configuration()
        readCount += 1
        _ = configuration.findings(words: [])
        _ = try ConfigurationMatrix(configuration).page(title: "x")
        // Some formats cannot have every value.
        for name in configuration.names where try sample.files(name).count == 5 { writtenCount += 1 }
      } catch is any ExplainedError {
        continue
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    // Without pieces in it, the document is read, and both of its environments are written.
    #expect(readCount > 10)
    #expect(writtenCount > 20)
  }

  @Test("with random values is the same after a round trip through JSON, property list and .env")
  func roundTrip() throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let scalars: [Unicode.Scalar] = [
        "a", "\"", "'", "\\", "$", "`", "é", "😀", "<", "&", "/", " ", "=", "#", ";", "\u{2028}",
      ]
      let text = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1..<12, using: &generator)).map { _ in
            scalars.randomElement(using: &generator) ?? "a"
          }))
      let first = Sample(
        "values: a.yml\ntypes: {k: String}\noutputs: [{plist: a.plist}, {json: a.txt}, {env: a.env}]",
        ["a.yml": "P: {k: \(("x" + text).asYAMLFlowScalar)}\n"])
      let expected = try first.values("P")
      let files = try first.files("P")
      for (source, name) in [
        ("{file: b.plist, environment: P}", "a.plist"), ("{file: b.json, environment: P}", "a.txt"),
        ("{file: b.env, environment: P}", "a.env"),
      ] {
        let file = source.dropFirst("{file: ".count).prefix { $0 != "," }
        let back = Sample("values: \(source)\ntypes: {k: String}", [String(file): try #require(files[name])])
        #expect(try back.values("P") == expected, "seed \(seed), \(name)")
      }
    }
  }

  @Test("with nine thousand keys, or a chain of three hundred environments, works")
  func large() throws {
    let keys = (0..<9_000).map { "k\($0) = \($0)\n" }.joined()
    let sample = Sample("values: a.toml\noutputs: [json: a.json]", ["a.toml": "[P]\n\(keys)"])
    #expect(try sample.files("P")["a.json"]?.utf8.count ?? 0 > 100_000)
    let many = Sample("values: a.toml", ["a.toml": (0..<600).map { "[E\($0)]\n" }.joined()])
    #expect(many.failure { try $0.configuration().names } == "error: more than 500 environments")
    let chain = (1..<300).map { "E\($0): E\($0 - 1)" }.joined(separator: ", ")
    let extended = Sample("values: a.yml\nextends: {\(chain)}", ["a.yml": "E0: {a: 1}\n"])
    #expect(try extended.values("E299") == ["a = 1"])
  }
}
