import Lanes
import Testing

@Suite("The step replace")
struct ReplaceStepTests {
  private static let formula = """
    class Cool < Formula
      url "https://example.com/cool-1.4.2.tar.gz"
      sha256 "0123"
      # sha256 of the bottle
      sha256 "unfinished
    end

    """

  private func planning() -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.files["cool.rb"] = Self.formula
    return planning
  }

  @Test("writes a value in place of an unknown one between two texts")
  func between() throws {
    let plan = try planning().plan(
      #"""
      - replace: {file: cool.rb, pattern: 'sha256 "${any}"', with: 4567}
      - replace: {file: cool.rb, pattern: 'url "${any}"', with: "https://example.com/${version}"}
      """#)
    #expect(
      plan.text(of: "cool.rb")
        == Self.formula.replacing("0123", with: "4567").replacing("cool-1.4.2.tar.gz", with: "1.4.2"))
  }

  @Test("a pattern that ends with the open part reaches to the end of the line")
  func toEnd() throws {
    let plan = try planning().plan("- replace: {file: cool.rb, pattern: 'class ${any}', with: Other}")
    #expect(plan.text(of: "cool.rb") == Self.formula.replacing("Cool < Formula", with: "Other"))
  }

  @Test("replaces every match within the limits, and nothing if the value is there already")
  func limits() throws {
    let plan = try planning().plan("- replace: {file: cool.rb, pattern: '  sha256 ${any}', with: x, exactly: 2}")
    #expect(plan.text(of: "cool.rb")?.contains("  sha256 x\n  # sha256 of the bottle\n  sha256 x\nend") == true)
    #expect(
      try planning().plan(#"- replace: {file: cool.rb, pattern: 'sha256 "${any}"', with: "0123"}"#).lines == [])
  }

  @Test("counts texts that overlap once")
  func overlap() throws {
    var planning = planning()
    planning.world.files["a.txt"] = "aaa b\n"
    #expect(try planning.plan("- replace: {file: a.txt, find: aa, with: x}").text(of: "a.txt") == "xa b\n")
  }

  @Test(
    "says what cannot be found",
    arguments: [
      (#"pattern: 'md5 "${any}"'"#, #"found `md5 "${any}"` 0 times in `cool.rb`, expected 1"#),
      (
        "pattern: 'sha256 ${any}'", "found `sha256 ${any}` 3 times in `cool.rb` (lines 3, 4, 5), expected 1"
      ),
      ("pattern: a", "`a` is not a pattern, expected text on one line, followed by `${any}` once"),
      ("pattern: '${any}'", "`${any}` is not a pattern, expected text on one line, followed by `${any}` once"),
      (
        "pattern: 'a ${any} ${any}'",
        "`a ${any} ${any}` is not a pattern, expected text on one line, followed by `${any}` once"
      ),
      ("find: a, pattern: 'a ${any}'", "both `find` and `pattern` are given, expected one of them"),
      ("at_least: 0", "nothing to replace, expected `find` or `pattern`"),
    ])
  func refusals(parameters: String, words: String) throws {
    #expect(try planning().failure("- replace: {file: cool.rb, with: x, \(parameters)}") == "error: \(words)")
  }
}
