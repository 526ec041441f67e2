import TestSupport
import Testing

@testable import Git

@Suite("The value of a setting")
struct ConfigurationValueTests {
  @Test(
    "is a boolean like in git",
    arguments: [
      "true", "YES", "On", "1", "-1", "2k", "false", "NO", "off", "0", "", "00", "0x0", "maybe", "tru", "t", "1.5",
    ])
  func flags(text: String) throws {
    let sandbox = try GitSandbox()
    let told = try sandbox.attempt("config", "--type=bool", "--default=\(text)", "no.such")
    let expected = told.succeeded && !text.isEmpty ? told.outputText == "true" : text.isEmpty ? false : nil
    #expect(ConfigurationValue.flag(text) == expected)
  }

  @Test(
    "is a number like in git",
    arguments: [
      "0", "1", "-1", "+7", "010", "0x1F", "0X1f", "1k", "2M", "3g", "-4k", " 5", "9223372036854775807", "8589934592g",
      "9223372036854775808", "99999999999g", "", "x", "1x", "1kk", "k", "--1", "+-1", "0x", "08", "5 ", "1.5",
    ])
  func numbers(text: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.write("settings", "[a]\nb = \"\(text)\"\n")
    let told = try sandbox.attempt("config", "--file", "settings", "--type=int", "a.b")
    #expect(ConfigurationValue.number(text) == (told.succeeded ? Int(told.outputText) : nil), "\(told.errorText)")
  }
}
