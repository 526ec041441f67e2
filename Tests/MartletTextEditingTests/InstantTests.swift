import Testing

@testable import MartletCore

@Suite("An instant")
struct InstantTests {
  @Test(
    "is parsed from RFC 3339, and written in UTC",
    arguments: [
      ("2026-11-21T18:30:00Z", 1_795_285_800, "2026-11-21T18:30:00Z"), ("1970-01-01", 0, "1970-01-01T00:00:00Z"),
      ("2026-11-21 18:30", 1_795_285_800, "2026-11-21T18:30:00Z"),
      ("2026-11-21t19:30:00.000+01:00", 1_795_285_800, "2026-11-21T18:30:00Z"),
      ("1969-12-31T23:59:59z", -1, "1969-12-31T23:59:59Z"),
      ("2024-02-29T00:00:00-0030", 1_709_166_600, "2024-02-29T00:30:00Z"),
    ])
  func reading(text: String, seconds: Int, written: String) throws {
    let instant = try #require(Instant(text))
    #expect(instant.seconds == seconds)
    #expect("\(instant)" == written)
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      "", "2026-11-21T18", "2026-02-29", "2026-13-01", "2026-11-21T24:00", "2026-11-21T18:30:00.5Z",
      "2026-11-21T18:60:00Z", "2026-11-21T18:30:60Z", "now",
    ])
  func nothingElse(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("has its day and its time of day, at any distance from now")
  func parts() {
    #expect("\(Instant(seconds: -86_401).day) \(Instant(seconds: -86_401).clock)" == "1969-12-30 23:59:59")
    #expect(Instant(seconds: .max).clock == "15:30:07")
    #expect(Instant(seconds: .min).clock == "08:29:52")
  }
}
