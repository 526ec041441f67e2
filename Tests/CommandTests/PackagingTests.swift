import Foundation
import Processes
import TestSupport
import Testing

/// The scripts that build Martlet's packages.
@Suite("A package of Martlet")
struct PackagingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func script(_ name: String, _ words: String...) throws -> CommandResult {
    try Command(
      "\(ProjectFolder.path)/scripts/\(name)", words, environment: ProcessInfo.processInfo.environment,
      directory: folder.path
    ).run()
  }

  @Test("for Homebrew is a formula with the address, the version and the checksum of an archive, which Ruby can parse")
  func formula() throws {
    try folder.write("a.tar.gz", "archive\n")
    let template = try #require(ProjectFolder.read("packaging/homebrew/martlet.rb"))
    let filled = template.replacing("# `scripts/formula` fills in what stands between the number signs.\n", with: "")
      .replacing("##HOMEPAGE##", with: "https://example.com").replacing("##VERSION##", with: "1.5.0")
      .replacing("##SHA256##", with: "0f4b6b2d2a3e")
    let homepage = "https://example.com"
    for (url, told) in [("\(homepage)/latest.tar.gz", true), ("\(homepage)/martlet-1.5.0.tar.gz", false)] {
      let result = try script("formula", "1.5.0", "a.tar.gz", url, homepage)
      #expect(result.succeeded, "\(result.errorText)")
      let expected = filled.replacing("##URL##", with: url).replacing("0f4b6b2d2a3e", with: Self.sum)
      let text = String(decoding: result.output, as: UTF8.self)
      #expect(text == (told ? expected : expected.replacing("  version \"1.5.0\"\n", with: "")))
      #expect(!text.contains("##"))
      guard let ruby = ReferenceProgram("ruby") else { continue }
      try folder.write("martlet.rb", text)
      #expect(try ruby.run(["-c", "martlet.rb"], in: folder).status == 0)
    }
  }

  /// The output of `sha256sum` for `archive` and a line end.
  private static let sum = "371e16ce98051a3ea7af3eaef8b87d69033154fb5bb33da349d611f0fae061d6"

  @Test(
    "for Homebrew refuses values that Ruby could execute, and a missing archive",
    arguments: [
      (
        ["1.5.0", "a.tar.gz", "https://a.b/\"#{x}", "https://a.b"],
        "error: `https://a.b/\"#{x}` cannot be in a formula\nhint: give an address without quotes and blanks"
      ),
      (
        ["1.5.0", "a.tar.gz", "", "https://a.b"],
        "error: `` is not an address\nhint: give one that begins with https://"
      ),
      (
        ["1.5\"", "a.tar.gz", "https://a.b", "https://a.b"],
        "error: `1.5\"` is not a version\nhint: give one such as 1.5.0"
      ),
      (
        ["1.5.0", "b.tar.gz", "https://a.b", "https://a.b"],
        "error: there is no archive `b.tar.gz`\nhint: make one with `martlet export`"
      ),
    ])
  func badFormula(words: [String], message: String) throws {
    try folder.write("a.tar.gz", "archive\n")
    let result = try script("formula", words[0], words[1], words[2], words[3])
    #expect(result.termination == .exited(status: 1) && result.outputText == "" && result.errorText == message)
  }

  /// The output of `scripts/dist` on a machine of the kind `machine`, with a script for the program.
  private func archive(_ version: String, for machine: String) throws {
    let name = "martlet-\(version)-\(machine)"
    try folder.makeFolder("\(name)/bin")
    try folder.writeScript("\(name)/bin/martlet", "echo \(machine)")
    let tar = try #require(ReferenceProgram("tar"))
    #expect(try tar.run(["-czf", "\(name).tar.gz", name], in: folder).status == 0)
  }

  @Test(
    "for SwiftPM is a bundle with a program for each kind of machine",
    .enabled(if: ReferenceProgram("zip") != nil && ReferenceProgram("unzip") != nil, "there is no zip"))
  func bundle() throws {
    try archive("1.5.0", for: "linux-x86_64")
    try archive("1.5.0", for: "darwin-arm64")
    let result = try script(
      "bundle", "1.5.0", "out", "martlet-1.5.0-linux-x86_64.tar.gz", "martlet-1.5.0-darwin-arm64.tar.gz")
    #expect(result.succeeded, "\(result.errorText)")
    let zip = try #require(folder.bytes(of: "out/martlet.artifactbundle.zip"))
    #expect(result.outputText.hasSuffix("out/martlet.artifactbundle.zip\nchecksum  \(try sum(of: zip))"))
    #expect(
      folder.read("out/martlet.artifactbundle/info.json") == """
        {
          "schemaVersion": "1.0",
          "artifacts": {
            "martlet": {
              "version": "1.5.0",
              "type": "executable",
              "variants": [
                { "path": "martlet-1.5.0-linux-x86_64/bin/martlet", "supportedTriples": ["x86_64-unknown-linux-gnu"] },
                { "path": "martlet-1.5.0-darwin-arm64/bin/martlet", "supportedTriples": ["arm64-apple-macosx"] }
              ]
            }
          }
        }

        """)
    let unzip = try #require(ReferenceProgram("unzip"))
    #expect(try unzip.run(["-q", "out/martlet.artifactbundle.zip", "-d", "copy"], in: folder).status == 0)
    let program = "\(folder.path)/copy/martlet.artifactbundle/martlet-1.5.0-linux-x86_64/bin/martlet"
    #expect(try Command(program, [], environment: [:], directory: folder.path).run().outputText == "linux-x86_64")
  }

  @Test(
    "for SwiftPM is refused with other versions, other machines, or nothing",
    .enabled(if: ReferenceProgram("zip") != nil))
  func badBundle() throws {
    try archive("1.4.2", for: "linux-x86_64")
    try archive("1.5.0", for: "plan9-mips")
    for (name, message) in [
      (
        "martlet-1.4.2-linux-x86_64.tar.gz",
        "error: `martlet-1.4.2-linux-x86_64.tar.gz` is not an archive of version 1.5.0\nhint: make one with `scripts/dist`"
      ),
      (
        "martlet-1.5.0-plan9-mips.tar.gz",
        "error: the SwiftPM triple of `plan9-mips` is unknown\nhint: add its triple to scripts/bundle"
      ),
    ] {
      let result = try script("bundle", "1.5.0", "out", name)
      #expect(result.termination == .exited(status: 1) && result.errorText == message, "\(result.errorText)")
      #expect(!folder.has("out/martlet.artifactbundle.zip"))
    }
    let nothing = try script("bundle", "1.5.0", "out")
    #expect(
      nothing.errorText == "error: there is no archive to make a bundle of\nhint: make one with `scripts/dist`")
  }

  private func sum(of bytes: [UInt8]) throws -> String {
    try folder.write("summed", bytes)
    let program = try #require(ReferenceProgram("sha256sum") ?? ReferenceProgram("shasum"))
    let words = ReferenceProgram("sha256sum") == nil ? ["-a", "256"] : []
    return String(try program.run(words + ["summed"], in: folder).output.prefix { $0 != " " })
  }

  @Test("as an image is built with the libraries that `scripts/setup` installs")
  func container() throws {
    let containerfile = try #require(ProjectFolder.read("Containerfile"))
    let manifest = try #require(ProjectFolder.read("Package.swift"))
    let libraries = manifest.matches(of: /\.apt\(\["(.*?)"\]\)/).map(\.output.1)
    try #require(libraries.count > 3)
    let stages = containerfile.components(separatedBy: "\nFROM ")
    try #require(stages.count == 3)
    for library in libraries + ["pkg-config"] {
      #expect(stages[1].contains(" \(library)"), "\(library)")
    }
  }
}
