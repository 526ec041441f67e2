import Testing

@testable import Commands

@Suite("The time of a slow command")
struct ElapsedTimeTests {
  @Test(
    "is printed from ten seconds on, in hours, minutes and seconds",
    arguments: [
      (Duration.seconds(9.99), nil), (.seconds(10), "took 10 s"), (.seconds(59.9), "took 59 s"),
      (.seconds(60), "took 1 min 0 s"), (.seconds(72), "took 1 min 12 s"), (.seconds(3661), "took 1 h 1 min 1 s"),
    ] as [(Duration, String?)])
  func text(duration: Duration, text: String?) {
    #expect(ElapsedTime.text(of: duration) == text)
  }

  @Test("is not printed for a command that was not begun")
  func notBegun() {
    #expect(ElapsedTime().end() == nil)
  }
}
