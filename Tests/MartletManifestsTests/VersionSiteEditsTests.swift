import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The edits of a version site")
struct VersionSiteEditsTests {
  private let source = SourceText(path: "a", text: "1 4 2 dev")

  private func site(_ parts: [(VersionSite.Piece.Part, Range<Int>)]) -> VersionSite {
    VersionSite(.version, value: "1.4.2", pieces: parts.map { VersionSite.Piece($0, at: $1, of: source) })
  }

  @Test("change only the components that differ", arguments: [("1.5.2", 1), ("1.4.2", 0), ("2.5.3", 3), ("2", 3)])
  func components(version: String, count: Int) throws {
    let site = site([(.component(0), 0..<1), (.component(1), 2..<3), (.component(2), 4..<5)])
    #expect(try site.edits(toHold: version)["a"]?.count ?? 0 == count)
  }

  @Test(
    "write a pre-release with or without its hyphen",
    arguments: [
      (VersionSite.Piece.Part.suffix, "-beta.1"), (.prerelease, "beta.1"),
    ])
  func prerelease(part: VersionSite.Piece.Part, expected: String) throws {
    let site = site([(.component(0), 0..<1), (.component(1), 2..<3), (.component(2), 4..<5), (part, 6..<9)])
    #expect(try site.edits(toHold: "1.4.2-beta.1")["a"]?.map(\.replacement) == [expected])
  }

  @Test(
    "write as many leading components as exist",
    arguments: [("2.3.4", "2.3"), ("2", "2.0"), ("2.3.4-beta.1", "2.3")])
  func leading(version: String, expected: String) throws {
    #expect(try site([(.leading(2), 0..<3)]).edits(toHold: version)["a"]?.map(\.replacement) == [expected])
  }
}
