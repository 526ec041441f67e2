import MartletCore
import TestSupport
import Testing

@Suite("A build number")
struct BuildNumberTests {
  @Test(
    "has one to four numbers, spelled as parsed",
    arguments: ["0", "42", "1.2", "1.2.3", "9.1.18.2", "007", "20240105.0930", "4294967295", "18446744073709551615"])
  func roundTrip(text: String) throws {
    #expect(try BuildNumber(text).text == text)
    #expect(try BuildNumber(text).description == text)
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      "", " ", ".", "1.", ".1", "1..2", "1.2.3.4.5", "1.2.3-beta", "8.53.0+sha", "42 ", "-1", "+1", "1a", "$(BUILD)",
      "\u{661}",
      "1.\u{301}2", "1\n",
    ])
  func refusals(text: String) {
    #expect(throws: VersionError.invalidBuildNumber(text)) { try BuildNumber(text) }
  }

  @Test("has no number that would overflow, and is at most 256 bytes long")
  func largeNumbers() {
    #expect(throws: VersionError.numberTooLarge("1.18446744073709551616", number: "18446744073709551616")) {
      try BuildNumber("1.18446744073709551616")
    }
    #expect(throws: VersionError.tooLong(length: 10_240)) { try BuildNumber(String(repeating: "9", count: 10_240)) }
  }

  @Test(
    "is incremented in its last number",
    arguments: [
      ("41", "42"), ("0", "1"), ("9", "10"), ("1.2.9", "1.2.10"), ("9.1.18.2", "9.1.18.3"), ("007", "008"),
      ("2018.02.07", "2018.02.08"), ("099", "100"),
      ("18446744073709551615.0", "18446744073709551615.1"), ("18446744073709551614", "18446744073709551615"),
    ])
  func increment(text: String, expected: String) throws {
    let (build, next) = (try BuildNumber(text), try BuildNumber(text).incremented())
    #expect(next.text == expected)
    #expect(build.precedes(next))
  }

  @Test("never overflows", arguments: ["18446744073709551615", "1.18446744073709551615"])
  func overflow(text: String) throws {
    let build = try BuildNumber(text)
    #expect(throws: VersionError.cannotRaise(text, number: "18446744073709551615")) { try build.incremented() }
  }

  @Test("precedes later ones, number by number")
  func order() throws {
    let builds = try [
      "0", "1", "1.0.1", "1.0.1.1", "1.1", "1.9", "1.10", "2", "10", "20240105", "18446744073709551615",
    ].map {
      try BuildNumber($0)
    }
    for (left, lower) in builds.enumerated() {
      for (right, upper) in builds.enumerated() {
        #expect(lower.precedes(upper) == (left < right), "\(lower), \(upper)")
      }
    }
  }

  @Test(
    "does not precede or follow one with the same numbers",
    arguments: [("1", "1.0.0"), ("007", "7"), ("1.2", "1.2.0.0")])
  func sameOrder(left: String, right: String) throws {
    let (left, right) = (try BuildNumber(left), try BuildNumber(right))
    #expect(!left.precedes(right))
    #expect(!right.precedes(left))
    #expect(left != right)
    #expect([left, right].highest == [right, left].highest)
  }
}
