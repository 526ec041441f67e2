import TestSupport
import Testing

@testable import Lanes

@Suite("A condition")
struct ConditionTests {
  private let values = ["yes": "true", "no": "no", "off": "false", "empty": "", "text": "a == b", "n": "1.10"]

  @Test(
    "holds as written",
    arguments: [
      ("yes", true), ("no", false), ("off", false), ("empty", false), ("text", true), ("not no", true),
      ("not yes", false),
      ("not  empty", true), ("n == 1.10", true), ("n == 1.1", false), ("n==1.10", true), ("n != 1.1", true),
      ("text == a == b", true), ("text != a == b", false), ("empty ==", true), ("empty !=", false),
      ("n == not 1.10", false),
    ])
  func holds(_ text: String, _ expected: Bool) throws {
    let test = try #require(Condition.Test(text))
    #expect(Condition(tests: [test]).holds { values[$0, default: "?"] } == expected)
  }

  @Test("that is a list holds if all its elements do")
  func all() {
    let condition = { (tests: [String]) in Condition(tests: tests.compactMap(Condition.Test.init)) }
    #expect(condition(["yes", "n == 1.10"]).holds { values[$0, default: "?"] })
    #expect(!condition(["yes", "no", "yes"]).holds { values[$0, default: "?"] })
    #expect(condition(["yes", "not no", "text == x"]).names == ["yes", "no", "text"])
  }

  @Test(
    "has no other operators",
    arguments: [
      "", "a b", "a > b", "a and b", "not", "not not a", "== b", "a = b", "!a", "$(id)", "not a == b", "a, b",
    ])
  func refuses(_ text: String) {
    if text == "not" { #expect(Condition.Test(text) == .holds("not")) } else { #expect(Condition.Test(text) == nil) }
  }
}
