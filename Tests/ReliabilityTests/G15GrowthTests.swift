import TestSupport
import Testing

@Suite("G15: small files that come to much, and large ones")
struct G15GrowthTests {
  private let project: StrangeProject

  init() throws { project = try StrangeProject() }

  @Test(
    "G15: lanes that each call the next one ten times are refused once they come to more steps than a lane may have",
    arguments: [["plan", "l0"], ["plan", "l6"], ["run", "l3", "--yes"], ["plan", "l0", "--answer", "none=x"]])
  func calls(words: [String]) throws {
    let lanes = (0..<12).map { number in
      "  l\(number):\n    steps:\n" + String(repeating: "      - lane: l\(number + 1)\n", count: 10)
    }
    try project.write(
      "Releasefile", "lanes:\n\(lanes.joined())  l12:\n    steps:\n      - message: hello\n")
    #expect(try project.martlet("check").status == 0)
    let before = try project.snapshot()
    let outcome = try project.martlet(words)
    if words.contains("--answer") {
      #expect(outcome.errors.hasPrefix("error: lane `l0` does not ask for `none`"), "\(outcome.errors)")
    } else {
      #expect(
        outcome.errors.contains("the lane comes to more than 10000 steps, with those of the lanes that it calls"),
        "\(outcome.errors)")
    }
    #expect(outcome.status != 0)
    #expect(try project.snapshot().differences(from: before) == [])
  }

  /// Whoever reads it needs more memory than there is.
  @Test(
    "G15: a Releasefile of a gigabyte is refused by its size, without being read",
    arguments: [["check"], ["plan", "release"], ["lanes"], ["check", "--file", "Releasefile"]])
  func releasefile(words: [String]) throws {
    try project.shell("rm Releasefile; truncate -s 1073741824 Releasefile")
    let outcome = try project.martlet(
      words, by: ["sh", "-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
    #expect(outcome.status == 78)
    #expect(
      outcome.errors.contains("is 1073741824 bytes long, expected at most 1048576"),
      "\(outcome.status) \(outcome.errors)")
  }
}
