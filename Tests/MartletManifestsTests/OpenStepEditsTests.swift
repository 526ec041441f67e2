import MartletCore
import TestSupport
import Testing

@testable import MartletManifests

@Suite("Edits of a property list in OpenStep form")
struct OpenStepEditsTests {
  private static func edited(_ text: String, _ edit: (OpenStepValue) -> TextEdit) throws -> String {
    let source = SourceText(path: "a.plist", text: text)
    let result = try source.applying([edit(OpenStepPropertyList(source).root)])
    _ = try OpenStepPropertyList(result)
    return result.string(at: 0..<result.bytes.count)
  }

  @Test(
    "insert a key in byte order, with its neighbours' layout",
    arguments: [
      ("{\n\tA = 1;\n\tC = 2;\n}", "{\n\tA = 1;\n\tB = \"x y\";\n\tC = 2;\n}"),
      ("{\r\n\t\tC = 2;\r\n\t}", "{\r\n\t\tB = \"x y\";\r\n\t\tC = 2;\r\n\t}"),
      ("{\n  A = 1; /* } */\n}", "{\n  A = 1; /* } */\n  B = \"x y\";\n}"),
      ("{\n  A = 1; // }\n}", "{\n  A = 1; // }\n  B = \"x y\";\n}"),
      (
        "{\n\tA = 1;\n\t\"A[sdk=*]\" = 2;\n\tb = 3;\n}", "{\n\tA = 1;\n\t\"A[sdk=*]\" = 2;\n\tB = \"x y\";\n\tb = 3;\n}"
      ),
      ("{A = 1; C = 2; }", "{A = 1; B = \"x y\"; C = 2; }"), ("{A = 1; }", "{A = 1; B = \"x y\"; }"),
      ("{A = 1;}", "{A = 1;B = \"x y\"; }"), ("{}", "{B = \"x y\"; }"), ("{\n\t}", "{\n\t\tB = \"x y\";\n\t}"),
      ("{ A = 1;\n}", "{ A = 1;\n\tB = \"x y\";\n}"),
    ])
  func insertion(text: String, expected: String) throws {
    #expect(try Self.edited(text) { $0.insertion(of: "B", "x y") } == expected)
  }

  @Test("insert a quoted key with a condition")
  func conditionalKey() throws {
    #expect(
      try Self.edited("{\n\tA = 1;\n}") { $0.insertion(of: "A[sdk=i*]", "1") } == "{\n\tA = 1;\n\t\"A[sdk=i*]\" = 1;\n}"
    )
  }

  @Test(
    "turn a value into an array of texts, and keep its first ones",
    arguments: [
      ("(\n\ta,\n\tb,\n)", ["a", "b", "c d"], "(\n\ta,\n\tb,\n\t\"c d\",\n)"),
      ("(\n\ta,\n\tb,\n)", ["a"], "(\n\ta,\n)"),
      ("(\r\n\ta, /* c */\r\n\tb\r\n)", ["a", "x", "y"], "(\r\n\ta,\r\n\tx,\r\n\ty\r\n)"),
      ("(\n\ta,\n)", ["b"], "(\n\tb,\n)"), ("(a, b)", ["a", "c", "d"], "(a, c, d)"), ("(a, )", ["b", "c"], "(b, c, )"),
      ("( )", ["a", "b"], "(a, b )"), ("(a, b, )", [], "\"\""), ("(\n\t\"a\",\n)", ["a", "b"], "(\n\t\"a\",\n\tb,\n)"),
    ])
  func arrays(text: String, texts: [String], expected: String) throws {
    #expect(try Self.edited(text) { $0.edit(toHold: texts) } == expected)
  }

  @Test(
    "add to a string",
    arguments: [
      ("a", "\"a b\\\"\""), ("\"a\"", "\"a b\\\"\""), ("'a'", "'a b\"'"), ("\"\\U00e9\"", "\"\\U00e9 b\\\"\""),
    ])
  func addition(text: String, expected: String) throws {
    #expect(try Self.edited(text) { $0.edit(adding: " b\"") } == expected)
  }
}
