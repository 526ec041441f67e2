import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The analysis of a Package.swift")
struct PackageDescriptionTests {
  private func description(_ text: String, path: RelativePath = "Package.swift") -> PackageDescription {
    PackageDescription(SourceText(path: path, text: text))
  }

  /// The problems of `body` after a first line, each as its message, with a `?` before conditional ones.
  private func problems(_ body: String, tools: String = "5.9") -> [String] {
    description("// swift-tools-version: \(tools)\n\(body)").problems().map {
      ($0.isConditional ? "? " : "") + $0.message
    }
  }

  @Test(
    "reads the tools version, in every spelling that SwiftPM accepts",
    arguments: [
      ("// swift-tools-version:5.9\n", "5.9"), ("// swift-tools-version: 6.0.1\nimport X", "6.0.1"),
      ("//swift-tools-version: 5.3;(experimentalFeatures: X)", "5.3"), ("\n\n// SWIFT-Tools-Version:\t5.6\r\n", "5.6"),
      ("\u{FEFF}// swift-tools-version:5.9\n", "5.9"), ("import PackageDescription\n", nil), ("", nil),
      ("// swift-tools-version 5.9\n", nil), ("// swift-tools-version:\n5.9", nil), ("// swift-tools-version:x\n", nil),
    ])
  func toolsVersion(text: String, expected: String?) {
    #expect(description(text).toolsVersion?.description == expected)
  }

  @Test("finds literal names and products")
  func products() {
    let package = description(
      """
      let package = Package(
        name: "Cool", // name: "Other"
        products: [
          .library(name: "CoolKit", type: .dynamic, targets: ["CoolKit"]), .executable(name: "cool", targets: ["cool"]),
          .plugin(name: "CoolPlugin", targets: ["CoolPlugin"]), .library(name: computed, targets: []),
        ],
        targets: [.target(name: "CoolKit", plugins: [.plugin(name: "Other", package: "other")])])
      """)
    #expect(package.name == "Cool")
    #expect(package.productNames == ["CoolKit", "CoolPlugin", "cool"])
    #expect(package.hasExecutable)
    #expect(!description("let package = Package(name: name)").hasExecutable)
  }

  private static let branch =
    "is a branch, so SwiftPM cannot resolve a release of this package; expected a version"

  @Test("warns of dependencies that make a release unusable, and of no others")
  func dependencies() {
    #expect(
      problems(
        """
        let package = Package(name: "Cool", dependencies: [
          .package(url: "https://example.com/a.git", branch: "main"),
          .package(name: "B", url: "https://example.com/b", .branch("main")),
          Package.Dependency.package(url: "https://example.com/c/", Package.Dependency.Requirement.revision("1f2e3d")),
          .package(path: "../d"), .package(name: "E", path: root + "/e"),
          .package(url: "https://example.com/f", from: "1.0.0"), .package(url: base + "g", .upToNextMinor(from: "1.0.0")),
          .package(url: "https://example.com/h", exact: "1.0.0"), .package(id: "mona.i", "1.0.0"..<"2.0.0"),
          // .package(path: "../comment"),
        ], targets: [.target(name: "branch", dependencies: [.product(name: "A", package: "a")])])
        """) == [
          "the dependency `a` \(Self.branch)", "the dependency `B` \(Self.branch)",
          "the dependency `c` is a revision, so SwiftPM cannot resolve a release of this package; expected a version",
          "the dependency at `../d` is a local folder, expected a URL and a version",
          "the dependency at `root + \"/e\"` is a local folder, expected a URL and a version",
        ])
  }

  @Test(
    "detects other dependencies",
    arguments: [
      "if Context.environment[\"LOCAL\"] != nil { package.dependencies += [.package(path: \"../d\")] }",
      "#if os(Linux)\nlet d = Package.Dependency.package(path: \"../d\")\n#endif",
      "let d: [Package.Dependency] = isLocal ? [.package(path: \"../d\")] : []",
      "let d = Package(dependencies: [isLocal ? .package(url: \"u\", from: \"1.0.0\") : .package(path: \"../d\")])",
      "let d = isLocal\n  ? remote\n  : .package(path: \"../d\")",
    ])
  func conditions(body: String) {
    #expect(
      problems(body) == [
        "? the dependency at `../d` is a local folder, expected a URL and a version"
      ])
  }

  @Test("does not treat a statement as conditional because of preceding text")
  func unconditional() {
    let problem = ["the dependency at `../d` is a local folder, expected a URL and a version"]
    #expect(problems("let x = y ? 1 : 2\nlet d = [.package(path: \"../d\")]") == problem)
    #expect(problems("if x { y() }\nlet d = [x ? 1 : 2, .package(path: \"../d\")]") == problem)
    #expect(problems("#if DEBUG\n#endif\nlet d: Dependency? = .package(path: \"../d\")") == problem)
  }

  @Test("warns of unsafe flags, but not in tests, nor without flags, nor if SwiftPM allows them")
  func unsafeFlags() {
    let body = """
      let package = Package(targets: [
        .target(name: "A", swiftSettings: [.unsafeFlags(["-Ounchecked"], .when(configuration: .release))]),
        .target(name: "B", linkerSettings: [.unsafeFlags([])]),
        .testTarget(name: "T", swiftSettings: [.unsafeFlags(["-x"])]),
      ])
      """
    let message = "dependents cannot build a package with `unsafeFlags`"
    #expect(problems(body) == ["\(message) and the tools version 5.9, expected no such flags before 6.2"])
    #expect(description(body).problems().map(\.message) == ["\(message), expected no such flags before 6.2"])
    #expect(problems(body, tools: "6.1.3").count == 1)
    #expect(
      problems(body, tools: "6.2") == [] && problems(body, tools: "6.2.1") == [] && problems(body, tools: "10.0") == [])
  }

  @Test("warns of binaries that are unavailable or unverifiable")
  func binaries() {
    let digest = "3f1c6f0f6f3d4c6a9d9f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d"
    func target(_ arguments: String) -> [String] {
      problems("Package(targets: [.binaryTarget(name: \"B\", \(arguments))])")
    }
    let url = "https://example.com/B.zip"
    #expect(target("url: \"\(url)\", checksum: \"\(digest)\"") == [])
    #expect(target("url: \"\(url)\", checksum: checksum") == [])
    #expect(target("path: \"B.xcframework\"") == ["the binary `B` at `B.xcframework` is not tracked by git"])
    #expect(
      target("url: \"http://example.com/B.zip\", checksum: \"\(digest)\"")
        == ["the binary `B` comes from `http://example.com/B.zip`, expected an address with `https:`"])
    for checksum in [
      "", "CHECKSUM", String(repeating: "0", count: 64), String(digest.dropLast()), String(digest.dropLast()) + "g",
      ContentDigest(of: []).hex,
    ] {
      #expect(
        target("url: \"\(url)\", checksum: \"\(checksum)\"")
          == ["`\(checksum)` is not a checksum of the binary `B`, expected 64 hexadecimal digits of SHA-256"])
    }
  }

  @Test("shows each problem with its place and a command")
  func diagnostic() throws {
    let package = description(
      "// swift-tools-version:5.9\nlet p = Package(dependencies: [\n  .package(path: \"../d\"),\n])")
    let problem = try #require(package.problems().first)
    #expect(
      problem.diagnostic(in: package.source).rendered() == """
        error: the dependency at `../d` is a local folder, expected a URL and a version
         --> Package.swift:3:4
          |
        3 |   .package(path: "../d"),
          |    ^^^^^^^^^^^^^^^^^^^^^
        hint: depend on a release, such as `.package(url: "…", from: "1.2.0")`
        """)
  }

  @Test("distinguishes tools versions")
  func contradictions() {
    func package(_ tools: String, _ rest: String, path: RelativePath = "Package@swift-5.7.swift") -> PackageDescription
    {
      description("// swift-tools-version:\(tools)\nlet package = Package(\(rest))", path: path)
    }
    let products = "products: [.library(name: \"A\", targets: [\"A\"]), .library(name: \"B\", targets: [\"B\"])]"
    let main = package("5.9", "name: \"Cool\", \(products)", path: "Package.swift")
    func found(_ other: PackageDescription) -> [String] { other.contradictions(to: main).map(\.message) }
    #expect(found(main) == [])
    #expect(found(package("5.7", "name: \"Cool\", \(products)")) == [])
    #expect(found(package("5.5", "name: \"Cool\", products: products)")) == [])
    #expect(
      found(
        package(
          "5.8", "name: \"Cold\", products: [.library(name: \"B\", targets: []), .plugin(name: \"C\", targets: [])]"))
        == [
          "the file is for the tools of Swift 5.7, but requires 5.8",
          "the package has the name `Cold` here, expected `Cool` as in `Package.swift`",
          "the products differ from those of `Package.swift`: `A` is missing, `C` is only here",
        ])
  }

  @Test(
    "covers all of these files",
    arguments: [
      ("Package.swift", true), ("Package@swift-5.swift", true), ("Package@swift-5.9.1.swift", true),
      ("Package@swift-.swift", false), ("Package@swift-x.swift", false), ("Sources/Package.swift", false),
      ("Package.resolved", false),
    ])
  func names(path: String, expected: Bool) throws {
    #expect(PackageDescription.isManifest(try #require(RelativePath(path))) == expected)
  }

  @Test(
    "never fails on broken or endless text",
    arguments: ["(", "[", "{", ".package(path: ", "#if ", "\"", "?:,"])
  func hostile(part: String) {
    let text = String(repeating: part, count: 20_000)
    #expect(description(text + ".package(path: \"../d\")").problems().count <= 20_001)
  }
}
