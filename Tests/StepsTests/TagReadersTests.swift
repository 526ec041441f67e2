import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The readers of a tag")
struct TagReadersTests {
  private func failure(_ steps: String, head: String = "", _ files: [String: String], tags: [String]) throws -> String?
  {
    var planning = Planning(version: nil, history: tags.flatMap { ["tag \($0)", "fix: a"] }, files: files)
    planning.head = head
    do {
      _ = try planning.plan(steps)
      return nil
    } catch {
      return Failure(of: error).diagnostics.first?.message
    }
  }

  private func pod(_ tag: String) -> [String: String] {
    [
      "Cool.podspec": """
      Pod::Spec.new do |s|
        s.version = '1.1.0'
        s.source = { :git => 'https://example.com/cool.git', :tag => \(tag) }
      end

      """
    ]
  }

  @Test("are CocoaPods, which needs the tag that the podspec names")
  func podspec() throws {
    let steps = "- bump: minor\n- commit\n- tag"
    for tag in ["s.version", "s.version.to_s", "\"#{s.version}\"", "'1.1.0'", "\"#{tag(s)}\""] {
      #expect(try failure(steps, pod(tag), tags: ["1.1.0"]) == nil, "\(tag)")
    }
    for tag in ["\"v#{s.version}\"", "'v1.1.0'"] {
      #expect(
        try failure(steps, pod(tag), tags: ["1.1.0"])
          == "`Cool.podspec` reads the tag `v1.2.0`, but the tag of the release is `1.2.0`")
      #expect(
        try failure("- bump: minor\n- commit\n- tag: {allow_other_format: yes}", pod(tag), tags: ["1.1.0"]) == nil)
    }
  }

  @Test("do not read another tag of the same lane")
  func otherTag() throws {
    let steps = "- bump: minor\n- commit\n- tag\n- tag: {name: builds/43}"
    #expect(try failure(steps, pod("s.version"), tags: ["1.1.0"]) == nil)
  }

  @Test("are SwiftPM, if the lane ensures that packages can use the release")
  func package() throws {
    let files = ["Package.swift": "// swift-tools-version: 6.0\nlet package = Package(name: \"Cool\")\n"]
    func failure(_ tag: String, _ version: String, ensuring checks: String = "- ensure: releasable\n") throws -> String?
    {
      try self.failure(
        "\(checks)- bump: \(version)\n- tag", head: "version: {source: tag, tag: '\(tag)'}\n", files, tags: [])
    }
    for (tag, version) in [("${version}", "2.5.0"), ("v${version}", "2.5.0"), ("${version}", "2.5")] {
      #expect(try failure(tag, version) == nil)
    }
    for (tag, name) in [
      ("v.${version}", "v.2.5.0"), ("V${version}", "V2.5.0"), ("rel/${version}", "rel/2.5.0"),
      ("Cool-${version}", "Cool-2.5.0"),
    ] {
      #expect(
        try failure(tag, "2.5.0")
          == "SwiftPM does not read the tag `\(name)` as a version, expected one such as `1.4.2` or `v1.4.2`")
      #expect(try failure(tag, "2.5.0", ensuring: "") == nil)
    }
    #expect(try failure("${version}", "2.5.0.1")?.hasPrefix("SwiftPM does not read the tag `2.5.0.1`") == true)
  }

  @Test("are SwiftPM, which downloads a binary target from the address of its version")
  func binary() throws {
    func package(_ address: String) -> [String: String] {
      [
        "Package.swift": """
        let package = Package(name: "Cool", targets: [
          .binaryTarget(name: "Kit", url: "\(address)", checksum: "\(String(repeating: "1", count: 64))")
        ])

        """, "VERSION": "1.2.0\n",
      ]
    }
    let steps = "- bump: minor\n- commit\n- tag"
    #expect(
      try failure(steps, package("https://example.com/download/v1.2.0/Kit.zip"), tags: ["1.2.0"])
        == "the binary target `Kit` still has the address of the last release")
    for address in ["https://example.com/11.2.0/Kit.zip", "https://example.com/1.1.0/Kit.zip"] {
      #expect(try failure(steps, package(address), tags: ["1.2.0"]) == nil)
    }
  }
}
