import MartletBuildSettings
import MartletCore
import TestSupport
import Testing

/// Texts of all settings use a cache; values with origins do not.
@Suite("The texts of all settings")
struct ExpansionCacheTests {
  @Test("resolve each reference of a long chain only once")
  func chain() throws {
    let count = 20_000
    let lines = (0..<count).map { "A\($0) = $(A\($0 + 1))" } + ["A\(count) = end"]
    let scope = try Evaluation(lines.joined(separator: "|")).scope
    let texts = scope.strings(of: scope.table.names)
    #expect(texts.count == count + 1)
    #expect(try texts.allSatisfy { try $0.value.get() == "end" })
  }

  @Test("are empty where every setting includes an empty one twice")
  func emptyDoublings() throws {
    let lines = (0..<60).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))" }
    for last in ["A60 =", "A60 = $(NOT_THERE)", "B = 1"] {
      let scope = try Evaluation((lines + [last]).joined(separator: "|")).scope
      #expect(try scope.string(of: "A0") == "")
      #expect(try scope.list(of: "A0").joined() == "")
    }
  }

  @Test("are all present except the one that is infinite")
  func oneTooLarge() throws {
    let lines = (0..<40).map { "A\($0) = $(A\($0 + 1))$(A\($0 + 1))" } + ["A40 = x", "OK = fine"]
    let scope = try Evaluation(lines.joined(separator: "|")).scope
    let texts = scope.strings(of: ["A0", "A39", "OK", "MISSING"])
    #expect(texts.map(\.name) == ["A0", "A39", "OK"])
    #expect(try texts.dropFirst().map { try $0.value.get() } == ["xx", "fine"])
    #expect(throws: BuildSettingsError.tooLarge("A0")) { try texts[0].value.get() }
  }

  @Test(
    "equal the separately computed values, even with cyclic references", .serialized,
    arguments: 0..<10)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = ["A", "B", "C", "D", "E_a", "E_b", "OTHER_LDFLAGS", "PRODUCT_NAME"]
    func part() -> String {
      let name = names.randomElement(using: &generator) ?? "A"
      let parts = [
        "a", " ", "b c", "\"d e\"", "$(\(name))", "$(\(name))", "$(inherited)", "$(E_$(\(name)))", "$(\(name):upper)",
        "",
        "$(\(name):default=x y)", "\\ ", "$(NONE)", "$(value) ",
      ]
      return parts.randomElement(using: &generator) ?? ""
    }
    for _ in 0..<20 {
      let lines = (0..<14).map { _ in
        "\(names.randomElement(using: &generator) ?? "A") = \((0..<Int.random(in: 0..<5, using: &generator)).map { _ in part() }.joined())"
      }
      let scope = try Evaluation(lines.joined(separator: "|")).scope
      for (name, value) in scope.strings(of: scope.table.names) {
        let alone = try scope.expansion(of: name)?.string
        #expect(try value.get() == alone, "\(name) in seed \(seed):\n\(lines.joined(separator: "\n"))")
        let elements = try scope.expansion(of: name, in: .list)?.elements ?? []
        #expect(try scope.list(of: name) == elements, "\(name) in seed \(seed):\n\(lines.joined(separator: "\n"))")
      }
    }
  }
}
