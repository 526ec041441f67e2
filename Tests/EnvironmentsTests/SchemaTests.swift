import Environments
import TestSupport
import Testing

@Suite("The types of a configuration")
struct SchemaTests {
  /// A YAML file, and the types of its values.
  static let inferred: [(String, String)] = [
    (
      "P: {a: true, b: 1, c: 1.5, d: x, e: 'https://a.test/x', f: 2026-11-21}",
      "{a: Bool, b: Int, c: Double, d: String, e: URL, f: Date}"
    ),
    ("P: {a: 1}\nQ: {a: 1.5}", "{a: Double}"),
    ("P: {a: 'https://a.test'}\nQ: {a: none}", "{a: String}"),
    ("P: {a: 007}\nQ: {a: x}", "{a: String}"),
    ("P: {a: 1}\nQ: {}", "{a: Int?}"),
    ("P: {a: [1, 2]}\nQ: {a: [1.5]}", "{a: [Double]}"),
    ("P: {a: []}", "{a: [String]}"),
    ("P: {a: [{x: 1}, {x: 2, y: z}]}", "{a: [dictionary]}"),
    ("Common: {s: {x: 1}}\nP: {s: {y: 1}}\nQ: {}", "{s: {x: Int, y: Int?}}"),
    ("P: {s: {}}", "{s: {}}"), ("P: {a: true, b: 'true', c: 1, d: \"1\"}", "{a: Bool, b: String, c: Int, d: String}"),
    (
      "P: {u: 'https://a.test/ä', v: 'a://b c', w: 'http://a.test:80/p?q=1#f', x: 'mailto:a'}",
      "{u: String, v: String, w: URL, x: String}"
    ),
  ]

  @Test("fit the values of all environments", arguments: inferred)
  func inference(_ text: String, _ types: String) throws {
    #expect(try Sample("values: a.yml", ["a.yml": text]).types() == types)
  }

  /// The values of two `.env` files, and the type.
  static let plain: [(String, String, String)] = [
    ("1", "2", "Int"), ("1", "01", "String"), ("1", "x", "String"), ("YES", "NO", "Bool"), ("true", "1", "String"),
    ("1", "1.5", "Double"), ("1.5", "1.10", "String"), ("https://a.test", "http://b.test/", "URL"),
    ("https://a.test", "x", "String"), ("", "1", "String"), ("-0", "5", "Int"), ("99999999999999999999", "1", "String"),
  ]

  @Test("of untyped texts are one common kind, or text", arguments: plain)
  func texts(_ first: String, _ second: String, _ type: String) throws {
    let sample = Sample(
      "values: [{file: a.env, environment: A}, {file: b.env, environment: B}]",
      ["a.env": "K=\(first)\n", "b.env": "K=\(second)\n"])
    #expect(try sample.types() == "{K: \(type)}")
  }

  @Test("read a variable's text as the type of the other values")
  func variables() throws {
    var sample = Sample("values: a.yml\nvariables: {Port: PORT}", ["a.yml": "P: {Port: 80}\nQ: {Port: 81}\n"])
    sample.world.environment = ["PORT": "8080"]
    #expect(try sample.types() == "{Port: Int}")
    sample.world.environment = ["PORT": "many"]
    #expect(
      try sample.types() == """
        error: `Port` is an Int in a.yml:1:5 (P), but a String in $PORT (variable)
        hint: declare its type below `environments:` with `types: {Port: …}`
        {Port: Int}
        """)
  }

  @Test("conflict with both places named")
  func conflicts() throws {
    let sample = Sample("values: a.yml", ["a.yml": "P: {Port: 80, S: {x: 1}}\nQ: {Port: many, S: 1}\n"])
    #expect(
      try sample.types()
        == """
        error: `Port` is an Int in a.yml:1:5 (P), but a String in a.yml:2:5 (Q)
         --> a.yml:2:5
        hint: declare its type below `environments:` with `types: {Port: …}`
        error: `S` is a dictionary in a.yml:1:15 (P), but an Int in a.yml:2:17 (Q)
         --> a.yml:2:17
        hint: declare its type below `environments:` with `types: {S: …}`
        {Port: Int, S: dictionary}
        """.replacing("{Port: Int, S: dictionary}", with: "{Port: Int, S: {}}"))
  }

  @Test("are the declared ones: a value of another type, and a missing one, are refused with the place")
  func declared() throws {
    let sample = Sample(
      """
      values: a.yml
      types:
        Port: String
        Level: {type: choice, values: [low, high], default: low}
        Words: [String]
        Nick: String?
        Needed: Int
      outputs: [json: out.json]
      """, ["a.yml": "P: {Port: 80, Words: [1, a], Needed: 1}\nQ: {Level: middle, Words: [], Port: x}\n"])
    #expect(try sample.types() == "{Level: low | high, Needed: Int, Nick: String?, Port: String, Words: [String]}")
    #expect(
      try sample.files("P")["out.json"] == """
        {
          "Level": "low",
          "Needed": 1,
          "Port": "80",
          "Words": [
            "1",
            "a"
          ]
        }

        """)
    #expect(
      sample.failure { try $0.files("Q") } == """
        error: `Level` is `middle`, expected one of `low`, `high`
         --> a.yml:2:5
        error: `Needed` has no value in environment `Q`
         --> Releasefile:8:5
        """)
  }

  @Test("of a list are those of all its elements, and one of another type is refused")
  func elements() {
    let sample = Sample(
      "values: a.yml\ntypes: {Ports: [Int]}\noutputs: [json: o.json]", ["a.yml": "P: {Ports: [1, x, 3]}\n"])
    #expect(
      sample.failure { try $0.files("P") } == """
        error: `Ports` is `x`, expected a whole number
         --> a.yml:1:16
        """)
  }

  @Test("of a choice may be numbers, and a number that is none of them is refused")
  func numbers() throws {
    let sample = Sample(
      "values: a.yml\ntypes: {Level: {type: choice, values: [1, 2]}}\noutputs: [json: o.json]",
      ["a.yml": "P: {Level: 2}\nQ: {Level: 3}\n"])
    #expect(try sample.files("P")["o.json"] == "{\n  \"Level\": \"2\"\n}\n")
    #expect(
      sample.failure { try $0.files("Q") } == """
        error: `Level` is `3`, expected one of `1`, `2`
         --> a.yml:2:5
        """)
  }

  @Test("of a declared value in a dictionary require the dictionary, unless all of it is optional")
  func nested() throws {
    let needed = Sample(
      "values: a.yml\ntypes: {S.Port: Int, T.Nick: String?}\noutputs: [json: o.json]",
      ["a.yml": "P: {S: {Port: 1}}\nQ: {}\n"])
    #expect(try needed.types() == "{S: {Port: Int}, T: {Nick: String?}?}")
    #expect(
      needed.failure { try $0.files("Q") } == """
        error: `S` has no value in environment `Q`
         --> Releasefile:1:1
        """)
  }
}
