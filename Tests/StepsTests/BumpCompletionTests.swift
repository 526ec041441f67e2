import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// A version that the user wrote by hand, or that a release left behind which was not tagged.
@Suite("The step bump to a version that files have already")
struct BumpCompletionTests {
  private static func untagged(_ podspec: String, _ constant: String, tags: [String]) -> Planning {
    Planning(
      .clean(
        [
          "CoolKit.podspec": "Pod::Spec.new do |s|\n  s.version = '\(podspec)'\nend\n",
          "Sources/Cool/A.swift": "let coolVersion = \"\(constant)\"\n",
        ], tags: tags))
  }

  @Test("raises the rest if the files that decide have the version already, and no tag has it")
  func completion() throws {
    let plan = try Self.untagged("1.5.3", "1.4.2", tags: ["1.4.2"]).plan("- bump: 1.5.3\n- commit\n- tag")
    #expect(plan.lines.first == "bump: write Sources/Cool/A.swift -1 +1")
    #expect(plan.raise == "1.4.2 → 1.5.3")
    #expect(plan.remarks == ["1.5.3 is in files already, and not tagged yet"])
    let done = try Self.untagged("1.5.3", "1.5.3", tags: ["1.4.2"]).plan("- bump: 1.5.3")
    #expect(done.lines == [])
    #expect(done.raise == "1.4.2 → 1.5.3")
    #expect(done.remarks == ["1.5.3 is in files already, and not tagged yet"])
  }

  @Test("raises nothing if the declared files have the version already, and no tag has it")
  func declaredCompletion() throws {
    var planning = Self.untagged("1.5.3", "1.4.2", tags: ["1.4.2"])
    planning.head = "manifests: [{podspec: CoolKit.podspec}]\n"
    let plan = try planning.plan("- bump: 1.5.3\n- tag")
    #expect(plan.lines.map { $0.prefix { $0 != "“" } } == ["tag: tag 1.5.3 "])
    #expect(plan.remarks == ["1.5.3 is in files already, and not tagged yet"])
  }

  @Test("refuses a version that files have already if it has a tag, and before the first release")
  func noCompletion() throws {
    let words = """
      error: the version is already `1.5.3`, expected a later one
      hint: to set it anyway, add `--allow-lower` (in a Releasefile `allow_lower: true`)
      """
    #expect(try Self.untagged("1.5.3", "1.5.3", tags: ["1.4.2", "1.5.3"]).failure("- bump: 1.5.3") == words)
    #expect(try Self.untagged("1.5.3", "1.5.3", tags: []).failure("- bump: 1.5.3") == words)
  }
}
