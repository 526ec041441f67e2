import MartletManifests
import TestSupport
import Testing

@Suite("A readme manifest")
struct ReadmeManifestTests {
  private let manifest = ReadmeManifest(
    path: "README.md", repositories: ["git@github.com:Cool/CoolKit.git"], pods: ["CoolKit"])

  @Test(
    "finds the install snippets of this package",
    arguments: [
      (#".package(url: "https://github.com/cool/coolkit", from: "1.4.2")"#, "1.4.2"),
      (
        ".package(\n  name: \"x\", url: \"ssh://git@github.com:22/Cool/CoolKit.git\",\n  .upToNextMajor(from: \"1.4.2\"))",
        "1.4.2"
      ),
      (#".package(url: "git@github.com:Cool/CoolKit.git", exact: "1.4.2")"#, "1.4.2"),
      (#".Package(url: "https://github.com/cool/CoolKit.git", "1.4.2")"#, "1.4.2"),
      ("$ swift package add-dependency https://github.com/cool/CoolKit --from 1.4.2", "1.4.2"),
      ("`swift package add-dependency https://github.com/cool/CoolKit --up-to-next-minor-from 1.4.2`", "1.4.2"),
      ("dependencies:\n  CoolKit:\n    url: https://github.com/cool/CoolKit\n    from: 1.4.2\n", "1.4.2"),
      (#".Package(url: "https://github.com/cool/CoolKit.git", versions: "1.4.2" ..< Version.max)"#, "1.4.2"),
      (#".remote(url: "https://github.com/Cool/CoolKit/", requirement: .upToNextMinor(from: "1.4.2"))"#, "1.4.2"),
      ("pod 'CoolKit', '~> 1.4.2'", "1.4.2"), ("pod \"CoolKit/Core\", \"~> 1.4\"", "1.4"),
      ("pod 'CoolKit', '1.4.2'", "1.4.2"), ("dependencies:\n  my_CoolKit: ^1.4.1\n  CoolKit: ^1.4.2", "1.4.2"),
      (#"github "cool/CoolKit" "1.4.2""#, "1.4.2"), (#"github "cool/CoolKit" "v1.4.2""#, "1.4.2"),
      ("<https://github.com/Cool/CoolKit/releases/tag/v1.4.2>", "1.4.2"),
      ("curl https://github.com/cool/coolkit/releases/download/1.4.2/CoolKit.zip", "1.4.2"),
      ("![](https://img.shields.io/badge/pod-1.4.2-blue.svg)", "1.4.2"),
      (#"github "Cool/CoolKit" ~> 1.4"#, "1.4"), (#"github "cool/coolkit" == 1.4.2"#, "1.4.2"),
      ("mint install cool/CoolKit@1.4.2", "1.4.2"), ("mise use spm:Cool/CoolKit@1.4.2", "1.4.2"),
    ])
  func snippets(text: String, expected: String) throws {
    let sites = try manifest.sites(in: "Install:\n```\n\(text)\n```\n")
    #expect(sites.map(\.value) == [expected])
    #expect(sites.allSatisfy { $0.audience == .dependents && $0.role == .copy })
  }

  @Test(
    "ignores other packages, ranges, branches and prose",
    arguments: [
      #".package(url: "https://github.com/cool/CoolKitExtras", from: "1.4.2")"#,
      #".package(url: "https://example.com/cool/CoolKit", from: "1.4.2")"#,
      #".package(url: "https://github.com/cool/CoolKit", "1.4.2"..<"2.0.0")"#,
      #".package(url: "https://github.com/cool/CoolKit", branch: "1.4.2")"#,
      #"<a href="https://github.com/cool/CoolKit">1.4.2</a>"#, "See https://github.com/cool/CoolKit (1.4.2)",
      "git clone https://github.com/cool/CoolKit.git\n\n- 1.4.2: fixes", "https://github.com/cool/CoolKit, 1.4.2",
      "pod 'Other', '~> 1.4'", "pod 'CoolKit', :git => 'x'", #"github "cool/CoolKit" "main""#, "other/CoolKit@1.4.2",
      "https://github.com/other/CoolKit/tree/1.4.2", "https://img.shields.io/badge/swift-1.4.2-orange",
      "since 1.4.2",
      "cool/CoolKit@main", "tripod 'CoolKit', '1.0'",
    ])
  func others(text: String) throws {
    #expect(try manifest.found(in: text) == [])
  }

  @Test("also finds the version in the text of a link to its tag")
  func links() throws {
    let text = "**Latest**: [version 1.4.2](https://github.com/cool/CoolKit/tree/v1.4.2), see 1.4.2\n"
    #expect(
      try manifest.text(text, saying: "1.5.0")
        == "**Latest**: [version 1.5.0](https://github.com/cool/CoolKit/tree/v1.5.0), see 1.4.2\n")
  }

  @Test("keeps the number of components of a requirement")
  func components() throws {
    let text = "pod 'CoolKit', '~> 1.4'\npod 'CoolKit', '~> 1.4.2'\n"
    #expect(try manifest.text(text, saying: "2.0.1") == "pod 'CoolKit', '~> 2.0'\npod 'CoolKit', '~> 2.0.1'\n")
    let sites = try manifest.sites(in: text)
    #expect(sites.map { $0.holds("1.4.2") } == [true, true])
    #expect(sites.map { $0.holds("1.4.9") } == [true, false])
    #expect(sites.map { $0.holds("1.5.0") } == [false, false])
  }
}
