import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("A .env file")
struct EnvironmentFileTests {
  @Test(
    "is read line by line",
    arguments: [
      ("A=1", ["A": "1"]), (" A = 1 ", ["A": "1"]), ("export A=1", ["A": "1"]), ("A=", ["A": ""]), ("A=''", ["A": ""]),
      ("A=b # c", ["A": "b"]), ("A=b#c", ["A": "b#c"]), ("A=#c", ["A": ""]), ("A='b # c' # d", ["A": "b # c"]),
      ("A=\"b\\n\\\"c\\\"\\\\\"", ["A": "b\n\"c\"\\"]), ("A='b\\n'", ["A": "b\\n"]), ("A=1\nA=2", ["A": "2"]),
      ("\u{FEFF}A=1\r\nB=2\r\n", ["A": "1", "B": "2"]), ("# A=1\n\n\t\n", [:]), ("A=b=c", ["A": "b=c"]),
      ("_a1=x", ["_a1": "x"]),
    ])
  func reads(_ text: String, _ expected: [String: String]) throws {
    #expect(try EnvironmentFile(SourceText(path: ".env", text: text)).variables == expected)
  }

  @Test("evaluates nothing", arguments: ["$(touch canary)", "`id`", "${HOME}", "$HOME", "; id", "a;b|c&d", "-rf"])
  func evaluatesNothing(_ value: String) throws {
    for line in ["A=\(value)", "A='\(value)'", "A=\"\(value)\""] {
      #expect(try EnvironmentFile(SourceText(path: ".env", text: line)).variables == ["A": value])
    }
  }

  @Test("reports every line that is not a variable")
  func refuses() {
    let source = SourceText(path: ".env", text: "A=1\nnonsense\n1A=2\nB='open\nC=\"open\n=x\nA B=1\n")
    let error = #expect(throws: Failure.self) { try EnvironmentFile(source) }
    #expect(error?.diagnostics.compactMap(\.place?.line) == [2, 3, 4, 5, 6, 7])
    #expect(error?.diagnostics.first?.message == "not a variable, expected a line such as `NAME=value`")
  }
}
