import TestSupport
import Testing

@Suite("A file with exponential or unlimited contents")
struct G15GrowthTests {
  private let project: StrangeProject

  init() throws { project = try StrangeProject() }

  @Test(
    "is refused if its lanes call each other ten times and exceed the limit of steps",
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
      #expect(outcome.errors.hasPrefix("error: lane `l0` has no prompt `none`"), "\(outcome.errors)")
    } else {
      #expect(
        outcome.errors.contains("the lane has more than 10000 steps, including those of the lanes that it calls"),
        "\(outcome.errors)")
    }
    #expect(outcome.status != 0)
    #expect(try project.snapshot().differences(from: before) == [])
  }

  /// Reading it needs more memory than available.
  @Test(
    "is refused by its size without being read, if it is a Releasefile of a gigabyte",
    arguments: [["check"], ["plan", "release"], ["plan", "--list"], ["check", "--file", "Releasefile"]])
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
