import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The check releasable")
struct EnsureReleasableStepTests {
  private func planning(
    _ package: String, files: [String: String] = [:], tags: [String] = []
  ) -> Planning {
    var all = ["Package.swift": "// swift-tools-version:5.9\n\(package)\n", "VERSION": "1.4.2\n"]
    all.merge(files) { $1 }
    return Planning(.clean(all, tags: tags))
  }

  private static let branch = ".package(url: \"https://example.com/a\", branch: \"main\")"

  @Test("accepts a package that others can depend on, with the binaries in git")
  func releasable() throws {
    let planning = planning(
      "Package(dependencies: [.package(url: \"https://example.com/a\", from: \"1.0.0\")], targets: ["
        + ".binaryTarget(name: \"B\", path: \"B.xcframework\"), .binaryTarget(name: \"C\", path: \"C.zip\")])",
      files: ["B.xcframework/Info.plist": "", "C.zip": ""])
    #expect(try planning.plan("- ensure: releasable").lines == [])
  }

  @Test("lists all problems, in every manifest")
  func problems() throws {
    let planning = planning(
      "Package(dependencies: [\(Self.branch)], targets: [.binaryTarget(name: \"B\", path: \"B\")])",
      files: [
        "Package@swift-5.7.swift": "// swift-tools-version:5.7\nPackage(dependencies: [.package(path: \"a\")])\n",
        "Bar": "", "Sources/Package@swift-5.5.swift": Self.branch,
      ])
    #expect(
      try planning.failure("- ensure: releasable") == """
        error: the dependency `a` is a branch, so SwiftPM cannot resolve a release of this package; expected a version
         --> Package.swift:2:25
          |
        2 | Package(dependencies: [.package(url: "https://example.com/a", branch: "main")], targets: [.binaryTarget(name: "B", path: "B")])
          |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: depend on a release, such as `from: "1.2.0"`
        error: the binary `B` at `B` is not tracked by git
         --> Package.swift:2:92
          |
        2 | Package(dependencies: [.package(url: "https://example.com/a", branch: "main")], targets: [.binaryTarget(name: "B", path: "B")])
          |                                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: commit it, or publish it and use `url:` and `checksum:`
        error: the dependency at `a` is a local folder, expected a URL and a version
         --> Package@swift-5.7.swift:2:25
          |
        2 | Package(dependencies: [.package(path: "a")])
          |                         ^^^^^^^^^^^^^^^^^^
        hint: depend on a release, such as `.package(url: "…", from: "1.2.0")`
        """)
    #expect(try planning.failure("- ensure: {releasable: [a, B]}").hasPrefix("planned: []"))
  }

  @Test("reports conditional problems, and continues")
  func conditional() throws {
    let plan = try planning("Package(name: \"A\")\nif x { p.dependencies = [\(Self.branch)] }").plan(
      "- ensure: releasable")
    #expect(
      plan.remarks == [
        "warning: Package.swift:3:27: in a condition, the dependency `a` is a branch, so SwiftPM cannot resolve a release of this package; expected a version"
      ])
  }

  @Test("accepts allowed flags")
  func flags() throws {
    let planning = planning("Package(targets: [.target(name: \"A\", cSettings: [.unsafeFlags([\"-w\"])])])")
    #expect(try planning.failure("- ensure: releasable").contains("dependents cannot build"))
    #expect(try planning.plan("- ensure: {releasable: unsafe_flags}").lines == [])
  }

  @Test("stops if the version already has a tag in any spelling, but not at that of the last release")
  func movedTag() throws {
    #expect(try planning("Package()", tags: ["1.4.2", "v1.4.2"]).plan("- ensure: releasable").lines == [])
    var planning = planning("Package()", tags: ["v1.5.0"])
    planning.head = "version: {tag: \"${version}\"}\n"
    planning.world.tagNames = ["v1.5.0": try #require(ObjectID(String(repeating: "2", count: 40)))]
    #expect(
      try planning.failure("- bump: minor\n- commit\n- ensure: releasable") == """
        error: the tag `v1.5.0` already points to 2222222 (2026-01-01, A. Author), expected the commit of this run
        hint: write the next free version in the lane, `bump: 1.5.1`, or delete the tag if it was never pushed
        """)
    #expect(
      try planning.plan("- bump: major\n- commit\n- tag: {allow_other_format: true}\n- ensure: releasable").lines.count
        == 3)
  }

  @Test("requires a package")
  func noPackage() throws {
    #expect(
      try Planning(version: "1.4.2").failure("- ensure: releasable") == """
        error: no file `Package.swift` at the root of the repository, so SwiftPM cannot use it
        hint: remove `releasable` from `ensure`
        """)
  }
}
