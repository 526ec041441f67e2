import Environments
import Lanes
import TestSupport
import Testing

@Suite("A configuration")
struct ConfigurationTests {
  @Test(
    "merges its layers in order: common, extended, own, local, variables")
  func layers() throws {
    var sample = Sample(
      """
      values: config.yml
      local: config.local.yml
      extends: {Beta: Production}
      variables: {E: MY_E}
      types: {Z: {type: Int, default: 9}}
      """,
      [
        "config.yml": """
        Common: {A: 1, B: 1, C: 1, D: 1, E: 1}
        Production: {B: 2, C: 2, D: 2, E: 2}
        Beta: {C: 3, D: 3, E: 3}
        """,
        "config.local.yml": "Common: {D: 4}\nBeta: {E: 4}\n",
      ])
    sample.world.ignoredFiles = ["config.local.yml"]
    sample.world.environment = ["MY_E": "5"]
    #expect(
      try sample.lines("Beta") == [
        "A = 1 (common, config.yml:1:10)", "B = 2 (Production, config.yml:2:14)", "C = 3 (Beta, config.yml:3:8)",
        "D = 4 (local, config.local.yml:1:10)", "E = 5 (variable, $MY_E)", "Z = 9 (default, Releasefile:6:11)",
      ])
    #expect(try sample.values("Production") == ["A = 1", "B = 2", "C = 2", "D = 4", "E = 5", "Z = 9"])
    #expect(try sample.configuration().names == ["Production", "Beta"])
  }

  @Test("merges dictionaries key by key, and replaces lists and everything else")
  func merge() throws {
    let sample = Sample(
      "values: a.json",
      [
        "a.json": """
        {"Common": {"S": {"a": 1, "b": {"c": 1, "d": 1}}, "L": [1, 2], "T": {"x": 1}, "U": 1},
         "P": {"S": {"b": {"c": 2}}, "L": [3], "T": 5, "U": {"y": 1}}}
        """
      ])
    #expect(try sample.values("P") == ["L = [3]", "S.a = 1", "S.b.c = 2", "S.b.d = 1", "T = 5", "U.y = 1"])
  }

  @Test("omits values that an environment removes, in the Releasefile or by `null`")
  func unset() throws {
    let sample = Sample(
      "values: a.yml\nunset: {P: [A, S.x], Q: S}\nextends: {R: P}",
      ["a.yml": "Common: {A: 1, B: 1, S: {x: 1, y: 1}}\nP: {B: null}\nQ: {}\nR: {A: 2}\n"])
    #expect(try sample.values("P") == ["S.y = 1"])
    #expect(try sample.values("Q") == ["A = 1", "B = 1"])
    #expect(try sample.values("R") == ["A = 2", "S.y = 1"])
  }

  /// One value of each kind, as each format spells it.
  static let formats: [(String, String, [String])] = [
    (
      "a.plist",
      "<plist><dict><key>P</key><dict><key>b</key><true/><key>d</key><real>2</real><key>i</key><integer>007</integer><key>s</key><string> 007 </string><key>t</key><date>2026-11-21T18:30:00Z</date><key>x</key><data>AQID</data></dict></dict></plist>",
      ["b = true", "d = 2.0", "i = 7", "s =  007 ", "t = 2026-11-21T18:30:00Z", "x = <3 bytes>"]
    ),
    (
      "a.json", #"{"P": {"b": false, "d": 2.0, "e": 1e3, "i": -7, "n": null, "s": "7", "u": "\u00e9"}}"#,
      ["b = false", "d = 2.0", "e = 1000.0", "i = -7", "s = 7", "u = é"]
    ),
    (
      "a.yaml", "P: {b: TRUE, d: 1.5, i: 0x1F, k: 1.10, n: ~, s: '7', t: 2026-11-21, z: 007}",
      ["b = true", "d = 1.5", "i = 31", "k = 1.10", "s = 7", "t = 2026-11-21T00:00:00Z", "z = 007"]
    ),
    (
      "a.toml", "[P]\nb = true\nd = 1.10\ni = 1_000\nl = ['a', 'b']\nt = 2026-11-21T18:30:00-01:30\n[P.s]\nx = \"y\"",
      ["b = true", "d = 1.1", "i = 1000", "l = [a, b]", "s.x = y", "t = 2026-11-21T20:00:00Z"]
    ),
  ]

  @Test("is read from every format with dictionaries", arguments: formats)
  func reads(_ path: String, _ text: String, _ values: [String]) throws {
    #expect(try Sample("values: \(path)", [path: text]).values("P") == values)
  }

  @Test("is read from .env and .xcconfig files, which contain the values of one environment")
  func flatFormats() throws {
    let sample = Sample(
      """
      values:
        - {file: common.xcconfig, environment: Common, keys: [HOST, URL]}
        - {file: .env.production, environment: P}
      """,
      [
        "common.xcconfig": "#include \"base.xcconfig\"\nURL = https:/$()/$(HOST)/v1\nROOT = $(SRCROOT)\n",
        "base.xcconfig": "HOST = example.com\n", ".env.production": "# c\nexport PORT=8080\nNAME='007'\n",
      ])
    #expect(
      try sample.lines("P") == [
        "HOST = example.com (common, base.xcconfig:1:1)", "NAME = 007 (P, .env.production:3:1)",
        "PORT = 8080 (P, .env.production:2:1)", "URL = https://example.com/v1 (common, common.xcconfig:2:1)",
      ])
    #expect(try sample.types() == "{HOST: String, NAME: String, PORT: Int, URL: URL}")
  }

  @Test("explains a value layer by layer, the strongest first")
  func explanation() throws {
    let sample = Sample(
      "values: a.yml", ["a.yml": "Common: {A: 1, S: {x: 1, y: 1}}\nP: {A: 2, S: {x: 2}}\n"])
    let environment = try sample.configuration().environment(named: "P")
    func lines(_ key: String) throws -> [String] {
      try environment.explanation(of: #require(ConfigurationKey(key))).map { "\($0.role) \($0.layer) \($0.value)" }
    }
    #expect(try lines("A") == ["wins P 2", "overridden common 1"])
    #expect(try lines("S.x") == ["wins P 2", "overridden common 1"])
    #expect(try lines("S.y") == ["wins common 1"])
    #expect(try lines("S") == ["merged P {x: 2}", "merged common {x: 1, y: 1}"])
  }

  @Test("shows only the length and the source of a secret in any layer")
  func secrets() throws {
    var sample = Sample(
      "values: a.yml\nlocal: b.yml\nvariables: {A: PLAIN}\nsecrets: {A: KEY_A, B: KEY_B, S.C: {file: c.txt}}",
      ["a.yml": "P: {}\n", "b.yml": "P: {A: s3cret, B: s3cret!}\n", "c.txt": "s3c\n"])
    sample.world.ignoredFiles = ["b.yml", "c.txt"]
    sample.world.environment = ["KEY_A": "s3cret?!", "PLAIN": "s3cret"]
    #expect(
      try sample.values("P") == [
        "A = <secret, 8 bytes, from KEY_A>", "B = <secret, 7 bytes, from KEY_B>", "S.C = <secret, 3 bytes, from c.txt>",
      ])
    let environment = try sample.configuration().environment(named: "P")
    #expect(
      try environment.explanation(of: ConfigurationKey(["A"])).map { "\($0.layer) \($0.value)" } == [
        "secret <secret, 8 bytes, from KEY_A>"
      ])
    #expect(!"\(environment)".contains("s3c") && !"\(environment.values)".contains("s3c"))
    var dumped = ""
    dump(environment, to: &dumped)
    #expect(!dumped.contains("s3c"))
  }

  /// An invalid configuration, and its complete message.
  static let wrong: [(String, [String: String], String)] = [
    ("values: a.yml", [:], "error: no file `a.yml`, expected one with values\n --> Releasefile:2:11"),
    (
      "values: a.yml\nunset: {Q: A}", ["a.yml": "P: {A: 1}\n"],
      "error: unknown environment `Q`, expected one of `P`\n --> Releasefile:3:14\nhint: did you mean `P`?"
    ),
    (
      "values: a.yml", ["a.yml": "Common: {}\n"],
      "error: the files with values contain no environments, expected one dictionary for each\n --> Releasefile:1:1"
    ),
    (
      "values: a.yml", ["a.yml": "Port: 80\nP: {}\n"],
      """
      error: `Port` is not a dictionary, expected one with the values of an environment
       --> a.yml:1:1
      hint: move `Port` below `Common`, or name the file's environment with `environment:`
      """
    ),
    (
      "values: a.yml\nextends: {P: Produktion}\ndefault: Q", ["a.yml": "P: {}\nProduction: {}\n"],
      """
      error: unknown environment `Produktion`, expected one of `P`, `Production`
       --> Releasefile:3:16
      hint: did you mean `Production`?
      error: unknown environment `Q`, expected one of `P`, `Production`
       --> Releasefile:4:12
      hint: did you mean `P`?
      """
    ),
    (
      "values: a.json", ["a.json": "{\"P\": {\"a\": 99999999999999999999}}"],
      """
      error: `99999999999999999999` is invalid, expected a value that fits into `Bool`, `Int`, `Double` or `Date`
       --> a.json:1:13
      """
    ),
    (
      "values: a.yml\nsecrets: {Key: API_KEY}", ["a.yml": "Common: {Key: abc}\nP: {}\n"],
      """
      error: `Key` is secret, but its value is in a file
       --> a.yml:1:10
      hint: remove it from the file, and set the environment variable `API_KEY`
      """
    ),
    (
      "values: a.yml\nsecrets: {Key: API_KEY}\ntypes: {Key: {type: String, default: abc}}", ["a.yml": "P: {}\n"],
      """
      error: `Key` is secret, but its value is in a file
       --> Releasefile:4:11
      hint: remove it from the file, and set the environment variable `API_KEY`
      """
    ),
    (
      "values: a.yml\nlocal: b.yml", ["a.yml": "P: {}\n", "b.yml": "P: {A: 1}\n"],
      """
      error: `b.yml` is a local file, but git does not ignore it
       --> Releasefile:3:10
      hint: add `/b.yml` to `.gitignore`; if git tracks it, run `git rm --cached b.yml`
      """
    ),
    (
      "values: {file: a.xcconfig, environment: P}", ["a.xcconfig": "#include \"b.xcconfig\"\nA = 1\n"],
      """
      error: included file `b.xcconfig` is missing
       --> a.xcconfig:1:11
        |
      1 | #include "b.xcconfig"
        |           ^^^^^^^^^^
      hint: write `#include?` if the file may be missing
      """
    ),
    (
      "values: a.yml\nsecrets: {Key: {file: key.txt}}", ["a.yml": "P: {}\n", "key.txt": "abc\n"],
      """
      error: secret `Key` is read from `key.txt`, which git does not ignore
       --> Releasefile:3:13
      hint: add `/key.txt` to `.gitignore`; if git tracks it, run `git rm --cached key.txt`
      """
    ),
    (
      "values: {file: a.xcconfig, environment: P}", ["a.xcconfig": "A = $(NOPE)\n"],
      """
      error: `A` refers to a setting that has no value here
       --> a.xcconfig:1:1
      hint: list the settings to read with `keys:`
      """
    ),
    (
      "values: a.yml", ["a.yml": "P: {<<: 1}\n"],
      """
      error: `<<` is not supported here, expected a key
       --> a.yml:1:5
      hint: write out the keys, or let the environment extend another one with `extends`
      """
    ),
  ]

  @Test("is refused if a local file names an environment that no other file has")
  func localEnvironment() {
    var sample = Sample("values: a.yml\nlocal: b.yml", ["a.yml": "P: {}\n", "b.yml": "P: {A: 1}\nQ: {A: 2}\n"])
    sample.world.ignoredFiles = ["b.yml"]
    #expect(
      sample.failure { try $0.configuration().names } == """
        error: unknown environment `Q`, expected one of `Common`, `P`
         --> b.yml:2:1
        hint: did you mean `P`?
        """)
  }

  @Test("is refused with the place of every mistake", arguments: wrong)
  func refusals(_ declaration: String, _ files: [String: String], _ message: String) {
    #expect(Sample(declaration, files).failure { try $0.configuration().names } == message)
  }
}
