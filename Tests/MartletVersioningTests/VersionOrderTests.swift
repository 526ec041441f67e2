import MartletCore
import TestSupport
import Testing

@Suite("The order of versions")
struct VersionOrderTests {
  @Test(
    "is that of Semantic Versioning, section 11",
    arguments: [
      ["1.0.0", "2.0.0", "2.1.0", "2.1.1"],
      [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",
        "1.0.0",
      ],
      // Numbers by value, at any length, before words; words by their ASCII codes.
      [
        "1.0.0-0", "1.0.0-1", "1.0.0-9", "1.0.0-10", "1.0.0-18446744073709551616", "1.0.0-99999999999999999999",
        "1.0.0-100000000000000000000", "1.0.0--", "1.0.0-0a", "1.0.0-A", "1.0.0-Z", "1.0.0-a", "1.0.0-a-b", "1.0.0-a0",
        "1.0.0-aa",
      ],
      ["1.0.0-a", "1.0.0-a.0", "1.0.0-a.0.0", "1.0.0-a.a", "1.0.0"],
      // A pre-release follows everything below its numbers.
      ["0.9.9", "1.0.0-alpha", "1.0.0", "1.0.1-alpha", "1.0.1"],
      ["9", "10", "10.9", "10.10-beta.1", "10.10", "10.10.1", "10.10.1.1", "18446744073709551615"],
    ])
  func chain(texts: [String]) throws {
    let versions = try texts.map { try Version($0) }
    for (left, lower) in versions.enumerated() {
      for (right, upper) in versions.enumerated() {
        #expect(lower.precedes(upper) == (left < right), "\(lower), \(upper)")
        #expect(lower.hasSamePrecedence(as: upper) == (left == right), "\(lower), \(upper)")
      }
    }
  }

  @Test(
    "treats missing numbers as 0, and ignores metadata",
    arguments: [
      ("1", "1.0.0.0"), ("1.2", "1.2.0"), ("1.2-a", "1.2.0-a"), ("1.0.0+a", "1.0.0+b"), ("1.0.0+a", "1.0.0"),
      ("1.0.0-a+1", "1.0.0-a"),
    ])
  func samePrecedence(left: String, right: String) throws {
    let (left, right) = (try Version(left), try Version(right))
    #expect(left.hasSamePrecedence(as: right))
    #expect(!left.precedes(right))
    #expect(!right.precedes(left))
  }

  @Test("is a total preorder on random versions", arguments: [51, 52, 53] as [UInt64])
  func laws(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let versions = try (0..<60).map { _ in try randomVersion(using: &random) }
    for a in versions {
      #expect(!a.precedes(a), "seed \(seed)")
      for b in versions {
        #expect(!(a.precedes(b) && b.precedes(a)), "seed \(seed): \(a), \(b)")
        #expect(a.hasSamePrecedence(as: b) == b.hasSamePrecedence(as: a), "seed \(seed): \(a), \(b)")
        #expect(
          [a.precedes(b), b.precedes(a), a.hasSamePrecedence(as: b)].count(where: \.self) == 1,
          "seed \(seed): \(a), \(b)")
        for c in versions {
          let isBroken =
            (a.precedes(b) && b.precedes(c) && !a.precedes(c))
            || (a.hasSamePrecedence(as: b) && b.hasSamePrecedence(as: c) && !a.hasSamePrecedence(as: c))
          if isBroken { Issue.record("seed \(seed): \(a), \(b), \(c)") }
        }
      }
    }
  }

  @Test("in a list does not depend on the order in which the versions are found")
  func total() throws {
    let sorted = ["1.0-rc.1", "1.0.0-rc.1", "1", "1+a", "1+b", "1.0", "1.00", "1.0.0", "1.0.0+a", "1.0.0.0", "1.0.1"]
    let versions = try sorted.map { try Version($0) }
    for (left, lower) in versions.enumerated() {
      for (right, upper) in versions.enumerated() {
        #expect(lower.sortsBefore(upper) == (left < right), "\(lower), \(upper)")
      }
    }
    #expect(versions.dropLast().highest?.description == "1.0.0.0")
    #expect(versions.dropLast().reversed().highest?.description == "1.0.0.0")
  }

  /// With few parts, so that equal beginnings are common.
  private func randomVersion(using random: inout SeededGenerator) throws -> Version {
    let numbers = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      ["0", "1", "10"].randomElement(using: &random) ?? ""
    }
    let identifiers = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      ["0", "2", "11", "99999999999999999999", "a", "B", "a0", "-"].randomElement(using: &random) ?? ""
    }
    let metadata = Bool.random(using: &random) ? "+m" : ""
    let prerelease = identifiers.isEmpty ? "" : "-" + identifiers.joined(separator: ".")
    return try Version(numbers.joined(separator: ".") + prerelease + metadata)
  }
}
