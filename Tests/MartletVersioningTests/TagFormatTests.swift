import MartletCore
import TestSupport
import Testing

@Suite("A tag format")
struct TagFormatTests {
  @Test(
    "contains the version exactly once",
    arguments: [
      ("${version}", "", ""), ("v${version}", "v", ""), ("app/${version}", "app/", ""), ("${version}-ios", "", "-ios"),
      ("release-${version}.final", "release-", ".final"), ("caf\u{E9}/${version}", "caf\u{E9}/", ""),
    ])
  func parsing(text: String, prefix: String, suffix: String) throws {
    let format = try #require(TagFormat(text))
    #expect(format.prefix == prefix)
    #expect(format.suffix == suffix)
    #expect(format.description == text)
  }

  @Test(
    "is not parsed from anything else",
    arguments: [
      "", "v", "${version}${version}", "${version}/${project}", "${build}", "$version", "${ version }", "${version",
      "${version}${build}", "${build}-${version}", "${version}-${build}-${build}",
    ])
  func refusals(text: String) {
    #expect(TagFormat(text) == nil)
  }

  @Test(
    "spells a tag, and reads it back",
    arguments: [
      ("${version}", "1.5.0", "1.5.0"), ("v${version}", "1.5.0-beta.1", "v1.5.0-beta.1"),
      ("app/${version}", "24.1.0.0", "app/24.1.0.0"),
      ("${version}-ios", "1.2", "1.2-ios"), ("a1.${version}.0", "1.5", "a1.1.5.0"),
      ("caf\u{E9}${version}", "7", "caf\u{E9}7"),
    ])
  func tags(format: String, version: String, tag: String) throws {
    let (format, version) = (try #require(TagFormat(format)), try Version(version))
    #expect(format.tag(for: version) == tag)
    #expect(format.version(of: tag) == version)
  }

  @Test(
    "spells a tag with a build number, and reads both back",
    arguments: [
      ("production/${version}-${build}", "5.4.0", "102", "production/5.4.0-102"),
      ("Release-${version}-b${build}", "1.18.1", "154", "Release-1.18.1-b154"),
      ("v${version}(${build})", "2022.1.2", "1", "v2022.1.2(1)"), ("v${version}b${build}", "4.0.5", "40", "v4.0.5b40"),
      ("${version}.${build}", "2.6", "173", "2.6.173"), ("${version}-${build}", "2.0.0-beta.1", "7", "2.0.0-beta.1-7"),
    ])
  func builds(text: String, version: String, build: String, tag: String) throws {
    let format = try #require(TagFormat(text))
    #expect(format.description == text)
    #expect(format.tag(for: try Version(version), build: build) == tag)
    let parts = try #require(format.parts(of: tag))
    #expect(parts.version.description == version)
    #expect(parts.build?.text == build)
    #expect(format.parts(of: "\(tag)x") == nil)
  }

  @Test(
    "rejects a tag of another format",
    arguments: [
      ("${version}", "v1.5.0"), ("v${version}", "1.5.0"), ("v${version}", "v"), ("v${version}", "vv1.5.0"),
      ("v${version}", "V1.5.0"),
      ("v${version}", "version-1"), ("app/${version}", "app/1.5.0/x"), ("app/${version}", "App/1.5.0"),
      ("${version}-ios", "1.5.0"),
      ("${version}-${build}", "1.5.0"), ("${version}-${build}", "1.5.0-"), ("${version}-${build}", "-7"),
      ("${version}-ios", "-ios"), ("a${version}a", "a"), ("a1${version}1a", "a1a"), ("${version}", "latest"),
      ("${version}", ""),
      // Git's tags are bytes: another spelling of the same letter is another tag.
      ("caf\u{E9}/${version}", "cafe\u{301}/1.5.0"), ("v${version}", "v\u{301}1.5.0"),
    ])
  func otherTags(format: String, tag: String) throws {
    #expect(try #require(TagFormat(format)).version(of: tag) == nil)
  }

  @Test(
    "is that of the highest version's tag, with tags in any order",
    arguments: [
      (["1.0.0", "1.1.0"], "${version}"), (["v1.0.0", "v1.1.0"], "v${version}"), (["1.9.0", "v1.10.0"], "v${version}"),
      (["v1.9.0", "1.10.0"], "${version}"), (["v1.5.0", "1.5.0"], "${version}"),
      (["v1.5.0+a", "1.5.0+b", "v1.4.0"], "${version}"),
      (["v1.5", "1.5.0"], "${version}"), (["v2.0.0", "2.0.0-rc.1"], "v${version}"), ([], "${version}"),
      (["latest", "build-7", "app/2.0.0"], "${version}"), (["v1.0.0", "latest", "app/2.0.0"], "v${version}"),
      // A single number is a year, or the tag that moves with every release of a major version.
      (["v1.4.0", "2024"], "v${version}"), (["1.4.0", "v2"], "${version}"), (["v2"], "${version}"),
    ] as [([String], String)])
  func used(tags: [String], expected: String) {
    for order in permutations(of: tags) {
      #expect(TagFormat.used(by: order).description == expected, "\(order)")
    }
  }

  @Test("does not depend on the order of many tags", arguments: [71, 72] as [UInt64])
  func shuffled(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let tags = (0..<12).map { _ in
        "\(["", "v"].randomElement(using: &random) ?? "")1.\(Int.random(in: 0...3, using: &random))\(["", ".0", "-rc"].randomElement(using: &random) ?? "")"
      }
      let format = TagFormat.used(by: tags)
      for _ in 0..<10 { #expect(TagFormat.used(by: tags.shuffled(using: &random)) == format, "seed \(seed): \(tags)") }
    }
  }

  private func permutations(of tags: [String]) -> [[String]] {
    guard let first = tags.first else { return [[]] }
    return permutations(of: Array(tags.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
