import Steps
import TestSupport
import Testing

@Suite("A private lane of a Fastfile")
struct PrivateLaneTests {
  private func lines(_ text: String) -> [String] { translation(text).body.split(separator: "\n").map(String.init) }

  @Test("that only returns a value is this value")
  func values() {
    let text = """
      private_lane(:count) { |options| number_of_commits(all: true) }
      lane :own do
        number = count
        sh("make", number)
      end
      """
    #expect(
      lines(text).suffix(7) == [
        "  own:", "    steps:", "      - run:", "          command: [git, rev-list, \"--all\", \"--count\"]",
        "          capture: true", "        id: number", "      - run: [make, \"${steps.number.output}\"]",
      ], "\(lines(text))")
  }

  @Test("has no such value if it does more, or takes an option", arguments: ["sh 'a'\n  version", "options[:x]"])
  func otherValues(body: String) {
    let text = "private_lane(:count) { |options| \(body) }\nlane(:own) { |options| n = count\n sh('make', n) }"
    #expect(
      lines(text).contains { $0.contains("not translated (Fastfile:") && $0.contains(": n = count") }, "\(lines(text))")
  }

  private func bump(_ calls: String) -> String {
    let text = """
      private_lane :ship do |options|
        project = options[:project]
        increment_build_number(xcodeproj: project)
      end
      \(calls)
      """
    return lines(text).first { $0.contains("bump") || $0.contains("increment_build_number") } ?? ""
  }

  @Test("knows an option that has the same text in all calls")
  func constants() {
    let calls = "lane(:a) { ship(project: 'Sample.xcodeproj') }\nlane(:b) { ship(project: \"Sample.xcodeproj\", x: 1) }"
    #expect(bump(calls) == "      - bump: {build: increment}")
  }

  @Test(
    "knows no option that another call may set",
    arguments: [
      "lane(:a) { ship(project: 'Sample.xcodeproj') }\nlane(:b) { ship(project: 'Other.xcodeproj') }",
      "lane(:a) { ship(project: 'Sample.xcodeproj') }\nlane(:b) { ship }",
      "lane(:a) { ship(project: 'Sample.xcodeproj') }\nafter_all { ship(project: 'Other.xcodeproj') }",
      "lane(:a) { ship(project: 'Sample.xcodeproj') }\nlane(:b) { |o| ship(o) }",
      "lane(:a) { ship(project: 'Sample.xcodeproj') }\nlane(:b) { send(:ship, project: 'Other.xcodeproj') }",
      "lane(:a) { ship(project: name) }",
    ])
  func unknown(calls: String) {
    #expect(bump(calls).contains("because only Ruby knows `xcodeproj: project`"), "\(bump(calls))")
  }
}
