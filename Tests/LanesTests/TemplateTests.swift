import TestSupport
import Testing

@testable import Lanes

@Suite("A template")
struct TemplateTests {
  @Test(
    "replaces names once",
    arguments: [
      ("", ""), ("plain", "plain"), ("${a}", "<${b}>"), ("x${a}y${b}z", "x<${b}>y$$z"), ("$$", "$"), ("$${a}", "${a}"),
      ("$$$", "$$"), ("$$${a}", "$<${b}>"), ("$HOME", "$HOME"), ("100$", "100$"), ("$ {a}", "$ {a}"), ("}", "}"),
      ("`id` $(id) %{a} {{a}}", "`id` $(id) %{a} {{a}}"),
    ])
  func resolves(_ source: String, _ expected: String) throws {
    let values = ["a": "<${b}>", "b": "$$"]
    #expect(try Template(source).resolved { values[$0, default: "?"] } == expected)
  }

  /// A literal would not be checked.
  private func template(_ source: String) throws -> Template { try Template(source) }

  @Test("is refused if a name is not closed, or empty")
  func refuses() {
    #expect(throws: TemplateError.unclosed) { try template("a ${b") }
    #expect(throws: TemplateError.unclosed) { try template("${") }
    #expect(throws: TemplateError.empty) { try template("${}") }
  }

  @Test("lists its names in order, and whether it is a single name")
  func names() throws {
    #expect(try template("${b} ${a}${b} $${c}").names == ["b", "a", "b"])
    #expect(try template("${b}").onlyName == "b")
    #expect(try template(" ${b}").onlyName == nil)
    #expect(try template("$${b}").onlyName == nil)
  }

  @Test("of a literal text is that text")
  func text() {
    #expect(Template(text: "${a} $$").resolved { _ in "no" } == "${a} $$")
  }
}
