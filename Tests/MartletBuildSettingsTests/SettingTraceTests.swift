import MartletBuildSettings
import Testing

@Suite("The trace of a setting's value")
struct SettingTraceTests {
  @Test("lists every assignment with its role")
  func entries() throws {
    let evaluation = try Evaluation(
      "F = one|F[sdk=m*] = mac|F[config=Debug] = $(inherited) $(HOST)|HOST = $(NOPE)h", for: ["config": ["Debug"]],
      below: [SettingsLevel("low", of: ["F": "zero"])], above: [SettingsLevel("high", of: ["G": "$(F)"])])
    let trace = try #require(try evaluation.scope.trace(of: "F"))
    #expect(trace.value?.string == "one h")
    #expect(
      trace.entries.map { "\($0.level) \($0.role.rawValue) \($0.assignment.value.string) → \($0.value.string)" } == [
        "main.xcconfig wins $(inherited) $(HOST) → one h", "main.xcconfig excluded mac → mac",
        "main.xcconfig inherited one → one", "low overridden zero → zero",
      ])
    #expect(trace.entries[1].conditions.map { "\($0.condition) \($0.holds)" } == ["[sdk=m*] false"])
    #expect(trace.sources.map { "\($0.name) \($0.value.string)" } == ["HOST h"])
    #expect(trace.unknown == ["NOPE"])
  }

  @Test("includes names without a value, and no setting without assignments")
  func nothing() throws {
    let evaluation = try Evaluation("A[config=Release] = 1")
    #expect(try evaluation.scope.trace(of: "A")?.value == nil)
    #expect(try evaluation.scope.trace(of: "A")?.entries.map(\.role) == [.excluded])
    #expect(try evaluation.scope.trace(of: "B") == nil)
  }
}
