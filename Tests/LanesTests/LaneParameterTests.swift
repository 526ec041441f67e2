import Lanes
import TestSupport
import Testing

@Suite("A parameter of a lane")
struct LaneParameterTests {
  private func parameter(_ kind: LaneParameter.Kind) -> LaneParameter {
    var parameter = LaneParameter(name: "p")
    parameter.kind = kind
    if kind == .choice { parameter.choices = ["stable", "beta"] }
    return parameter
  }

  @Test(
    "accepts a value of its kind, in its usual spelling",
    arguments: [
      (.string, "$(id)\n-x", "$(id)\n-x"), (.string, "", ""), (.bool, "yes", "true"), (.bool, "false", "false"),
      (.bool, "no", "false"), (.int, "012", "12"), (.int, "-3", "-3"), (.choice, "beta", "beta"),
      (.version, "1.5.0-beta.1", "1.5.0-beta.1"), (.version, "1.10", "1.10"), (.path, "docs/a.md", "docs/a.md"),
    ] as [(LaneParameter.Kind, String, String)])
  func takes(_ kind: LaneParameter.Kind, _ text: String, _ expected: String) throws {
    #expect(try parameter(kind).value(text) == expected)
  }

  @Test(
    "refuses other values",
    arguments: [
      (.bool, "1", "`p` is `1`, expected `true` or `false`"),
      (.bool, "TRUE", "`p` is `TRUE`, expected `true` or `false`"),
      (.int, "1.5", "`p` is `1.5`, expected a whole number"),
      (.int, "99999999999999999999", "`p` is `99999999999999999999`, expected a whole number"),
      (.choice, "Beta", "`p` is `Beta`, expected one of `stable`, `beta`"),
      (.version, "one", "`p` is `one`, expected a version such as `1.5.0`"),
      (.path, "../x", "`p` is `../x`, expected a path inside the repository"),
      (.path, "/etc/passwd", "`p` is `/etc/passwd`, expected a path inside the repository"),
    ] as [(LaneParameter.Kind, String, String)])
  func refuses(_ kind: LaneParameter.Kind, _ text: String, _ expected: String) {
    #expect(parameter(kind).problem(with: text) == expected)
  }

  @Test("does not show an invalid secret")
  func hidesSecrets() {
    var secret = parameter(.int)
    secret.isSecret = true
    #expect(secret.problem(with: "hunter2") == "`p` is `…`, expected a whole number")
  }
}
