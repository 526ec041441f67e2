import Environments
import TestSupport
import Testing

@Suite("The check of a configuration")
struct ConfigurationFindingTests {
  private func findings(_ declaration: String, _ text: String, words: Set<String>? = nil) throws -> String {
    try Sample(declaration, ["a.yml": text]).configuration().findings(words: words)
      .map { "\($0.kind): \($0.diagnostic.rendered())" }.joined(separator: "\n")
  }

  @Test("finds keys that only some environments have, unless they are optional")
  func missing() throws {
    #expect(
      try findings("values: a.yml", "P: {A: 1}\nQ: {}\nR: {}\n") == """
        missing: error: `A` has a value in `P`, but none in `Q`, `R`
         --> a.yml:1:5
        hint: add one there or to `Common`, or declare it optional with `types: {A: …?}`
        """)
    #expect(try findings("values: a.yml\ntypes: {A: Int?}", "P: {A: 1}\nQ: {}\n") == "")
    #expect(try findings("values: a.yml\nunset: {Q: A}", "Common: {A: 1}\nP: {A: 2}\nQ: {}\n") == "")
  }

  @Test("finds values of different types")
  func drift() throws {
    #expect(
      try findings("values: a.yml", "P: {A: 1}\nQ: {A: x}\n").hasPrefix(
        "drift: error: `A` is an Int in a.yml:1:5 (P), but"))
    #expect(
      try findings("values: a.yml\ntypes: {A: Int}", "P: {A: 1}\nQ: {A: x}\n") == """
        drift: error: `A` is `x`, expected a whole number
         --> a.yml:2:5
        """)
  }

  @Test("finds keys with the same value in every environment")
  func identical() throws {
    #expect(
      try findings("values: a.yml", "P: {A: 1, B: 1}\nQ: {A: 1, B: 2}\n") == """
        identical: warning: `A` is the same in every environment
         --> a.yml:1:5
        also in a.yml:2:5
        hint: move it to `Common`
        """)
    #expect(try findings("values: a.yml", "Common: {A: 1}\nP: {}\nQ: {}\n") == "")
    #expect(try findings("values: a.yml\nextends: {Q: P}", "P: {A: 1}\nQ: {}\n") == "")
  }

  @Test("finds keys that no source file contains, neither as written nor by their Swift name")
  func unused() throws {
    #expect(
      try findings("values: a.yml", "P: {ApiUrl: 1, Other: 1, S: {x: 1}}\n", words: ["apiUrl", "S"]) == """
        unused: warning: `Other` is unused: no source file contains `other`
         --> a.yml:1:16
        hint: remove it, unless something else reads it
        unused: warning: `S.x` is unused: no source file contains `x`
         --> a.yml:1:30
        hint: remove it, unless something else reads it
        """)
    #expect(try findings("values: a.yml", "P: {Other: 1}\n", words: ["Other"]) == "")
  }
}

@Suite("An empty selection in a declaration")
struct EmptySelectionTests {
  @Test("is reported with its place in the Releasefile")
  func selections() throws {
    let sample = Sample(
      """
      values:
        - a.yml
        - {file: a.xcconfig, environment: P, keys: [HOST, NOT_THERE, HOTS]}
        - {file: b.env, environment: Q}
      unset: {Q: [Host, Nope]}
      """, ["a.yml": "Common: {Host: h}\nP: {}\nQ: {}\n", "a.xcconfig": "HOST = h\nOTHER = o\n", "b.env": "# empty\n"])
    let found = try sample.configuration().findings(words: nil).filter { $0.kind == "empty" }
    #expect(
      found.map { $0.diagnostic.rendered() }.joined(separator: "\n") == """
        warning: `a.xcconfig` does not set `NOT_THERE`
         --> Releasefile:4:55
        hint: remove it below `keys:`, or set it in the file
        warning: `a.xcconfig` does not set `HOTS`
         --> Releasefile:4:66
        hint: did you mean `HOST`?
        warning: `b.env` has no values
         --> Releasefile:5:14
        hint: add some, or remove it below `values:`
        warning: `Q` has no `Nope` that `unset:` could remove
         --> Releasefile:6:21
        hint: remove the line
        """)
  }

  @Test("does not include a dictionary without values: its environment has the common ones")
  func emptyDictionary() throws {
    let sample = Sample("values: a.yml\nunset: {Q: A}", ["a.yml": "Common: {A: 1}\nP: {}\nQ: {}\n"])
    #expect(try sample.configuration().findings(words: nil).map(\.kind) == [])
  }
}

@Suite("The environments in xcconfig files")
struct ConfigurationReadingTests {
  private static let values = "Local: {}\nProduction: {}\n"

  private func findings(_ declaration: String, _ files: [String: String]) throws -> String {
    let sample = Sample(
      "values: a.yml\n\(declaration)", files.merging(["a.yml": Self.values]) { $1 })
    let inputs = try sample.draft().configurationInputs()
    return try Configuration(inputs).findings(inFilesOf: inputs)
      .map { "\($0.kind): \($0.diagnostic.rendered())" }.joined(separator: "\n")
  }

  @Test("must exist, also under a condition, and each line is reported once")
  func unknown() throws {
    let files = [
      "Shared.xcconfig": "ConfigEnvironment = Prod\nConfigEnvironment[config=Beta] = Beta\n",
      "Debug.xcconfig": "#include \"Shared.xcconfig\"\n", "Release.xcconfig": "#include \"Shared.xcconfig\"\n",
      "Test.xcconfig": "ConfigEnvironment = Local\nConfigEnvironment[sdk=macosx*] = Server\n",
    ]
    #expect(
      try findings("", files) == """
        environment: error: unknown environment `Prod` in the build configurations `Debug`, `Release`, `Shared`, expected one of `Local`, `Production`
         --> Shared.xcconfig:1:21
        hint: did you mean `Production`?
        environment: error: unknown environment `Server` in the build configuration `Test`, expected one of `Local`, `Production`
         --> Test.xcconfig:2:34
        """)
  }

  @Test("are required as soon as one file has one, unless a missing file may set it")
  func missing() throws {
    let files = [
      "Debug.xcconfig": "ConfigEnvironment = Local\n", "Release.xcconfig": "A = 1\n",
      "Beta.xcconfig": "#include? \"Mine.xcconfig\"\n", "Sdk.xcconfig": "ConfigEnvironment[sdk=iphoneos*] = Local\n",
    ]
    #expect(
      try findings("", files) == """
        environment: error: `ConfigEnvironment` has no value in the build configuration `Release`, expected one of `Local`, `Production`
         --> Release.xcconfig:1:1
        hint: add a line `ConfigEnvironment = NAME` to `Release.xcconfig`, with the name of its environment
        """)
    #expect(try findings("", ["Debug.xcconfig": "A = 1\n", "Release.xcconfig": "A = 1\n"]) == "")
  }

  @Test("are those of the declared files, where the declared name is enough")
  func declared() throws {
    let files = ["Debug.xcconfig": "ConfigEnvironment = Local\n", "Tests.xcconfig": "", "Release.xcconfig": ""]
    #expect(
      try findings("configurations: {Debug: Debug.xcconfig, Production: Release.xcconfig}", files) == "")
    #expect(
      try findings("configurations: {Debug: Debug.xcconfig, Release: Release.xcconfig}", files) == """
        environment: error: `ConfigEnvironment` has no value in the build configuration `Release`, expected one of `Local`, `Production`
         --> Release.xcconfig:1:1
        hint: add a line `ConfigEnvironment = NAME` to `Release.xcconfig`, with the name of its environment
        """)
  }
}

@Suite("The matrix of a configuration")
struct ConfigurationMatrixTests {
  private func matrix() throws -> ConfigurationMatrix {
    var sample = Sample(
      "values: a.yml\nsecrets: {Key: KEY}",
      ["a.yml": "Common: {A: '<b>&|`*'}\nP: {B: 1}\nQ: {A: x}\n"])
    sample.world.environment = ["KEY": "0123456789"]
    return ConfigurationMatrix(try sample.configuration())
  }

  @Test("in Markdown has no cell with markup")
  func markdown() throws {
    #expect(
      try matrix().markdown == #"""
        | Key | Type | P | Q |
        | --- | --- | --- | --- |
        | A | String | &lt;b&gt;&amp;\|\`\* | x |
        | B | Int | 1 | – |
        | Key | String | &lt;secret, 10 bytes, from KEY&gt; | &lt;secret, 10 bytes, from KEY&gt; |
        """#)
  }

  @Test("is one self-contained page, in which no value is markup")
  func page() throws {
    let page = try matrix().page(title: "A & B")
    #expect(page.contains("<title>A &amp; B: environments</title>"))
    #expect(page.contains("<code>&lt;b&gt;&amp;|`*</code><span class=\"origin\">common · a.yml:1:10</span>"))
    #expect(page.contains("<tr data-state=\"differs\"><th scope=\"row\">A</th>"))
    #expect(page.contains("<tr data-state=\"same\"><th scope=\"row\">Key</th>"))
    for word in ["http:", "https:", "src=", "0123456789"] { #expect(!page.contains(word)) }
  }
}
