import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

@Suite("A setting")
struct SettingsScopeTests {
  @Test(
    "refers to other settings and to its weaker values",
    arguments: [
      ("SLASH = /|U = https:$(SLASH)${SLASH}a$[SLASH]", "U", "https://a/"),
      ("F = one|F = $(inherited) two|F = $(F) three", "F", "one two three"),
      ("F = $(inherited) x", "F", " x"),
      ("A = a$(B)|B = b$(A)", "A", "ab"), ("A = a$(B)|B = b$(A)", "B", "ba"),
      ("A = x$(A)y", "A", "xy"), ("A = a|A = $(value)b", "A", "ab"),
      ("A = [$(NOPE)][${NOPE}][$NOPE]", "A", "[][][$NOPE]"),
      ("DIR = d|A = $DIR/x|B = $DIR.txt", "A", "d/x"), ("DIR = d|A = $DIR/x|B = $DIR.txt", "B", "$DIR.txt"),
      ("X = v|A = $X_1", "A", "$X_1"), ("X_n = v|N = n|A = $X_$(N)", "A", "v"),
      ("X_n = v|N = n|A = $X_${N}", "A", "$X_n"),
      ("A = $$HOME $$(X) $5 50$ a$", "A", "$HOME $(X) $5 50$ a$"),
      ("A = cost $$5 $$(X)", "A", "cost $5 $(X)"), ("A = $$$$", "A", "$$"), ("A = x\\$()", "A", "x\\$()"),
      ("X = v|A = \\$(X)", "A", "\\$(X)"), ("X = v|A = '$(X)' \"$(X)\"", "A", "'v' \"v\""),
      ("ENV = beta|HOST_beta = b.test|HOST_prod = p.test|HOST = $(HOST_$(ENV))", "HOST", "b.test"),
      ("X = v|A = $(X|B = pre$(X:upper", "A", "v"), ("X = v|A = $(X|B = pre$(X:upper", "B", "prev"),
      ("X = v|A = [$( X )][$(X )]", "A", "[][]"), ("V_x = f|A = x|A = $(V_$(inherited))", "A", "f"),
      ("A = ab|A = $(inherited:upper)c", "A", "ABc"), ("A = $(inherited:default=first)", "A", "first"),
      (
        "V_MAJOR = 2|V_MINOR = 7|V_PATCH = 0|V_SUFFIX = -beta.1|M = $(V_MAJOR).$(V_MINOR).$(V_PATCH)$(V_SUFFIX)", "M",
        "2.7.0-beta.1"
      ),
      ("LVL_Debug = 0|LVL = $(LVL_$(CONFIGURATION))|CONFIGURATION = Debug", "LVL", "0"),
    ])
  func references(text: String, name: String, expected: String) throws {
    #expect(try Evaluation(text)[name] == expected)
  }

  @Test(
    "applies where its conditions hold, in the order of the file",
    arguments: [
      ("A[sdk=iphoneos*] = phone|A = any", "any"), ("A = any|A[sdk=iphoneos*] = phone", "phone"),
      ("A[sdk=iphoneos18.0][arch=arm64] = s|A[sdk=iphone*] = b", "b"),
      ("A = base|A[sdk=iphoneos*][config=Debug] = y", "y"), ("A = base|A[sdk=iphoneos*][config=Release] = y", "base"),
      ("A = base|A[config=Debug] = $(inherited) d|A[config=Release] = $(inherited) r", "base d"),
      ("A = base|A[sdk=iphoneos*,arch=arm64] = c", "base"), ("A = base|A[ sdk = iphoneos* ] = c", "base"),
      ("A [sdk=iphoneos*] [config=*] = ok", "ok"), ("A = base|A[sdk=iphoneos] = c", "base"),
      ("A = base|A[sdk=] = e", "base"), ("A = base|A[flavor=red] = e", "base"), ("A = base|A[flavor=*] = e", "e"),
      ("A = base|A[flavor=**] = e", "base"), ("A = base|A[sdk=iphoneos1?.0] = q", "q"),
      ("A = base|A[sdk=iphoneos*] =", ""),
      ("A = base|A[sdk=*os*8*0] = m", "m"), ("A = base|A[sdk=*os*8*1] = m", "base"),
    ])
  func conditions(text: String, expected: String) throws {
    let parameters = ["sdk": "iphoneos18.0", "arch": "arm64", "config": "Debug"]
    #expect(try Evaluation(text, for: parameters)["A"] == expected)
  }

  @Test("matches names of configurations with blanks", arguments: [("Ad Hoc", "y"), ("Ad*", "y"), ("\"Ad Hoc\"", "n")])
  func configurationNames(pattern: String, expected: String) throws {
    #expect(try Evaluation("A = n|A[config=\(pattern)] = y", for: ["config": "Ad Hoc"])["A"] == expected)
  }

  @Test("treats an unknown parameter as matched only by `*`")
  func unboundParameter() throws {
    #expect(try Evaluation("A = n|A[sdk=*] = y")["A"] == "y")
    #expect(try Evaluation("A = n|A[sdk=i*] = y")["A"] == "n")
  }

  private static let levels = ["pxc", "proj", "txc", "tgt"]

  @Test("is overridden and inherited level by level")
  func levels() throws {
    func table(_ value: (String) -> String) -> SettingsTable {
      SettingsTable(
        Self.levels.enumerated().map { index, level in
          SettingsLevel(level, ["A", "B", "C", "D"].dropLast(index).map { Assignment($0, builtIn: value(level)) })
        })
    }
    let overridden = SettingsScope(table { $0 })
    #expect(try ["A", "B", "C", "D"].map { try overridden.string(of: $0) } == ["tgt", "txc", "proj", "pxc"])
    let inherited = SettingsScope(table { $0 == "pxc" ? $0 : "$(inherited) \($0)" })
    #expect(try inherited.string(of: "A") == "pxc proj txc tgt")
  }

  @Test("is resolved late: a higher level changes the value that a lower one refers to")
  func lateBinding() throws {
    let above = SettingsLevel(
      "target", [Assignment("MARKETING_VERSION", builtIn: "9.9"), Assignment("ENV", builtIn: "prod")])
    let evaluation = try Evaluation(
      "MARKETING_VERSION = 1.0|FULL = $(MARKETING_VERSION)-$(CONFIGURATION)|ENV = beta|H_prod = p|H = $(H_$(ENV))",
      above: [above])
    #expect(try evaluation["FULL"] == "9.9-")
    #expect(try evaluation["H"] == "p")
  }

  @Test("under a condition at a lower level loses to a plain one above, and inherits across levels")
  func conditionsAcrossLevels() throws {
    let above = SettingsLevel(
      "target",
      [
        Assignment("A", builtIn: "target"),
        Assignment("HOST", conditions: [Condition("sdk", "iphonesimulator*")], value: LocatedText("$(inherited)-sim")),
      ])
    let evaluation = try Evaluation(
      "A[sdk=iphone*] = project|HOST = prod|HOST[config=Beta] = beta",
      for: ["sdk": "iphonesimulator18.0", "config": "Beta"],
      above: [above])
    #expect(try evaluation["A"] == "target")
    #expect(try evaluation["HOST"] == "beta-sim")
  }

  @Test("in a dictionary wins by the byte order of its key")
  func dictionaries() throws {
    let keys = ["A[sdk=iphoneos*]", "A", "A[config=Debug]", "A[sdk=*]", "A[arch=arm64]", "A[sdk=iphoneos18.0]"]
    let parameters = ["sdk": "iphoneos18.0", "arch": "arm64", "config": "Debug"]
    func winner(of keys: [String]) throws -> String {
      let assignments = keys.map { (key: $0, assignment: Assignment(key: $0, value: LocatedText($0))) }
      return try SettingsScope(SettingsTable([SettingsLevel("", dictionary: assignments)]), for: parameters).string(
        of: "A")
    }
    #expect(try winner(of: keys) == "A[sdk=iphoneos18.0]")
    #expect(try winner(of: Array(keys.dropLast())) == "A[sdk=iphoneos*]")
    #expect(try winner(of: ["A[config=Debug]", "A[arch=arm64]", "A"]) == "A[config=Debug]")
  }

  @Test("has the place of each part of its value")
  func origins() throws {
    let text = "MAJOR = 2\nMINOR = 7\nSUFFIX =\nV = $(MAJOR).$(MINOR:default=0).1$(SUFFIX)$(MAJOR:lower)\n"
    let source = SourceText(path: "a.xcconfig", text: text)
    var loader = XcconfigLoader()
    let loaded = try #require(try loader.load("a.xcconfig", in: MemoryFiles([source])))
    let scope = SettingsScope(SettingsTable([SettingsLevel("", loaded.assignments)]))
    let expansion = try #require(try scope.expansion(of: "V"))
    let origins = expansion.fragments.map {
      $0.origin?.span(of: $0.range).map { "\($0.lowerBound):\(source.string(at: $0))" }
    }
    #expect(expansion.string == "2.7.12")
    #expect(origins == ["8:2", "41:.", "18:7", "60:.1", "28:", nil])
  }

  @Test("is refused when it would be too long")
  func explosion() throws {
    let lines = (0..<40).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))" } + ["A40 = x"]
    let wide = try Evaluation(lines.joined(separator: "|"))
    #expect(throws: BuildSettingsError.tooLarge("A0")) { try wide["A0"] }
    let deep = try Evaluation(((0..<10_000).map { "A\($0) = $(A\($0 + 1))" } + ["A10000 = x"]).joined(separator: "|"))
    #expect(try deep["A0"] == "x")
    let long = try Evaluation((0..<10_000).map { "A = $(inherited)\($0 % 10)" }.joined(separator: "|"))
    #expect(try long["A"]?.count == 10_000)
    #expect(BuildSettingsError.tooLarge("A0").message == "setting `A0` expands to a text that is too long")
    #expect(try Evaluation("A = " + String(repeating: "$(", count: 500))["A"] != nil)
  }
}
