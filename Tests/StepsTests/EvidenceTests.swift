import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("The evidence of a release")
struct EvidenceTests {
  /// A project with a built file, a dependency in the format of SwiftPM 5.6, and a repository on a forge.
  private func planning() -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.head = "project: Cool\nforge: {kind: github}\n"
    planning.world.files["dist/App.zip"] = "app"
    planning.world.files["Package.swift"] = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Cool", products: [.executable(name: "cool", targets: ["cool"])],
        dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.0.0")])

      """
    planning.world.files["Package.resolved"] = """
      {
        "originHash" : "0000",
        "pins" : [
          {
            "identity" : "swift-log", "kind" : "remoteSourceControl", "location" : "https://github.com/apple/swift-log.git",
            "state" : { "revision" : "ce592ae52f982c847a4efc0dd881cc9eb32d29f2", "version" : "1.6.4" }
          },
          {
            "identity" : "mona.LinkedList", "kind" : "registry", "location" : "", "state" : { "version" : "1.2.0" }
          }
        ],
        "version" : 3
      }

      """
    return planning
  }

  @Test("is a bill of materials with the packages, the declared libraries and the files, which is in the checksums")
  func materials() throws {
    let steps = "- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json, libraries: [zlib 1.3.1]}"
    let plan = try planning().plan(steps)
    let text = try #require(plan.text(of: "dist/Cool.cdx.json"))
    #expect(
      text
        == """
        {
          "bomFormat": "CycloneDX",
          "specVersion": "1.6",
          "serialNumber": "urn:uuid:SERIAL",
          "version": 1,
          "metadata": {
            "tools": {
              "components": [
                {
                  "type": "application",
                  "name": "martlet"
                }
              ]
            },
            "component": {
              "type": "application",
              "name": "Cool",
              "version": "1.4.2",
              "purl": "pkg:swift/example.com/origin/CoolApp@1.4.2"
            }
          },
          "components": [
            {
              "type": "library",
              "name": "swift-log",
              "version": "1.6.4",
              "purl": "pkg:swift/github.com/apple/swift-log@1.6.4",
              "externalReferences": [
                {
                  "type": "vcs",
                  "url": "https://github.com/apple/swift-log.git"
                }
              ],
              "pedigree": {
                "commits": [
                  {
                    "uid": "ce592ae52f982c847a4efc0dd881cc9eb32d29f2"
                  }
                ]
              }
            },
            {
              "type": "library",
              "name": "mona.LinkedList",
              "version": "1.2.0",
              "purl": "pkg:swift/mona/LinkedList@1.2.0"
            },
            {
              "type": "library",
              "name": "zlib",
              "version": "1.3.1",
              "purl": "pkg:generic/zlib@1.3.1"
            },
            {
              "type": "file",
              "name": "App.zip",
              "hashes": [
                {
                  "alg": "SHA-256",
                  "content": "a172cedcae47474b615c54d510a5d84a8dea3032e958587430b413538be3f333"
                }
              ]
            }
          ]
        }

        """.replacing("SERIAL", with: Self.serial(in: text)))
    #expect(
      Self.serial(in: text).wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(try planning().plan(steps).text(of: "dist/Cool.cdx.json") == text)
    let digest = ContentDigest(of: Array(text.utf8)).hex
    let names = try #require(plan.text(of: "dist/SHA256SUMS")).split(separator: "\n")
    #expect(names.map { $0.suffix(from: $0.index($0.startIndex, offsetBy: 66)) } == ["App.zip", "Cool.cdx.json"])
    #expect(names.last?.hasPrefix(digest) == true)
    #expect(
      plan.lines.filter { $0.contains("keep") }.map { $0.split(separator: " ")[2] } == [
        "dist/App.zip", "dist/Cool.cdx.json", "dist/SHA256SUMS",
      ])
  }

  private static func serial(in text: String) -> String {
    text.firstMatch(of: /urn:uuid:([^"]*)/).map { String($0.output.1) } ?? ""
  }

  @Test("has another serial number for other files")
  func otherFiles() throws {
    let steps = "- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json}"
    var other = planning()
    other.world.files["dist/App.zip"] = "other"
    let texts = try [planning(), other].map { try #require(try $0.plan(steps).text(of: "dist/Cool.cdx.json")) }
    #expect(Self.serial(in: texts[0]) != Self.serial(in: texts[1]))
  }

  @Test("lists the packages of Xcode projects, and of the first format of SwiftPM")
  func otherFormats() throws {
    var planning = planning()
    planning.world.files["Package.resolved"] = nil
    planning.world.files["Package.swift"] = nil
    planning.world.files["Cool.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"] = """
      {"object": {"pins": [{"package": "Yams", "repositoryURL": "git@github.com:jpsim/Yams.git",
        "state": {"branch": "main", "revision": "81a65c4069c28011ee432f2858ba0de49b086677", "version": null}}]}, "version": 1}
      """
    let plan = try planning.plan("- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json}")
    let text = try #require(plan.text(of: "dist/Cool.cdx.json"))
    #expect(text.contains("\"purl\": \"pkg:swift/github.com/jpsim/Yams@81a65c4069c28011ee432f2858ba0de49b086677\""))
  }

  @Test("is refused if the versions of the dependencies are unknown, or a file has its name")
  func refused() throws {
    var planning = planning()
    planning.world.files["Package.resolved"] = nil
    #expect(
      try planning.failure("- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json}") == """
        error: `Package.swift` has dependencies, and no `Package.resolved` has their versions, which the bill of materials lists
        hint: write the file with `swift package resolve`
        """)
    planning.world.files["Package.resolved"] = "{}"
    #expect(
      try planning.failure("- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json}") == """
        error: there is no list `pins`
         --> Package.resolved:1:1
          |
        1 | {}
          | ^
        hint: write it with `swift package resolve`
        """)
    planning = self.planning()
    #expect(
      try planning.failure("- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json, libraries: [zlib]}")
        == "error: `zlib` in `libraries` is not a library, expected a name and a version, such as `zlib 1.3.1`")
    #expect(
      try planning.failure("- checksums: {files: dist/App.zip, sbom: other/App.zip}") == """
        error: `dist/App.zip` and `other/App.zip` would both be the asset `App.zip`
        hint: give one of the files another name
        """)
  }

  /// The statement of these files, as the step writes it.
  private static func statement(_ files: [(name: String, digest: String)], object: String, commit: String) -> String {
    let subjects = files.map { file in
      """
          {
            "name": "\(file.name)",
            "digest": {
              "sha256": "\(file.digest)"
            }
          }
      """
    }
    return """
      {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
      \(subjects.joined(separator: ",\n"))
        ],
        "predicateType": "urn:martlet:release:v1",
        "predicate": {
          "repository": "example.com/origin/coolapp",
          "tag": "1.4.2",
          "tagObject": "\(object)",
          "commit": "\(commit)",
          "version": "1.4.2",
          "facts": {
            "lane": "release",
            "project": "Cool"
          },
          "program": "martlet"
        }
      }

      """
  }

  @Test("is a statement of the tag, the commit and every file, with the checksums and the bill of materials")
  func statement() throws {
    var planning = planning()
    planning.world.tagNames = ["1.4.2": .first]
    let plan = try planning.plan(
      "- checksums: {files: dist/App.zip, sbom: dist/Cool.cdx.json, sign: true}\n- publish_release: {notes: New}")
    func digest(_ path: RelativePath) throws -> String {
      ContentDigest(of: Array(try #require(plan.text(of: path)).utf8)).hex
    }
    let files = [
      ("App.zip", "a172cedcae47474b615c54d510a5d84a8dea3032e958587430b413538be3f333"),
      ("Cool.cdx.json", try digest("dist/Cool.cdx.json")), ("SHA256SUMS", try digest("dist/SHA256SUMS")),
    ]
    let text = try #require(plan.text(of: "dist/release.intoto.json"))
    #expect(text == Self.statement(files, object: ObjectID.first.hex, commit: ObjectID.first.hex))
    let read = try ReleaseStatement(Array(text.utf8))
    #expect(read.files.map(\.name) == ["App.zip", "Cool.cdx.json", "SHA256SUMS"] && read.json == text)
    #expect(plan.lines.last == "checksums: sign dist/release.intoto.json dist/release.intoto.json.sig")
  }

  @Test("fits the schema of in-toto for statements")
  func schema() throws {
    var planning = planning()
    planning.world.tagNames = ["1.4.2": .first]
    let plan = try planning.plan("- checksums: {files: dist/App.zip, sign: true}")
    let source = SourceText(path: "s.json", text: try #require(plan.text(of: "dist/release.intoto.json")))
    // The members and types of protos/in_toto_attestation/v1 in in-toto/attestation, as JSON.
    let descriptor: [String: Any] = [
      "type": "object", "required": ["digest"],
      "properties": [
        "name": ["type": "string"], "uri": ["type": "string"],
        "digest": ["type": "object", "additionalProperties": ["type": "string"]],
      ],
    ]
    let schema: [String: Any] = [
      "type": "object", "required": ["_type", "subject", "predicateType"],
      "properties": [
        "_type": ["enum": ["https://in-toto.io/Statement/v1"]], "subject": ["type": "array", "items": descriptor],
        "predicateType": ["type": "string"],
        "predicate": ["type": "object", "additionalProperties": [:] as [String: Any]],
      ],
    ]
    #expect(try SchemaCheck(schema).problems(with: Node(yaml: source)) == [])
  }

  @Test("names the tag of the run, so that the step waits for it")
  func plannedTag() throws {
    let steps = """
      - bump: minor
      - commit
      - tag
      - checksums: {files: dist/App.zip, sign: true}
      """
    #expect(try planning().plan(steps).entries.map(\.step) == ["bump", "commit", "tag"])
    let preview = try planning().preview(steps)
    let text = try #require(preview.text(of: "dist/release.intoto.json"))
    #expect(text.contains("\"tagObject\": \"\(String(repeating: "?", count: 40))\""))
    #expect(preview.lines.last == "checksums: sign dist/release.intoto.json dist/release.intoto.json.sig")
    #expect(
      try planning().failure("- checksums: {files: dist/App.zip, sign: true}") == """
        error: no tag `1.4.2`, expected the one that the signed statement is about
        hint: put `checksums` with `sign: true` after `tag`
        """)
  }

  @Test("is signed, and the release gets the statement and the signature")
  func signature() throws {
    let steps = """
      - tag
      - checksums: {files: dist/App.zip, sign: true}
      - push
      - publish_release: {notes: New}
      """
    #expect(
      try planning().preview(steps).lines.filter { $0.contains(": upload") }.map { $0.split(separator: " ")[2] } == [
        "App.zip", "SHA256SUMS", "release.intoto.json", "release.intoto.json.sig",
      ])
  }

  @Test("lists all files of the release, and no others")
  func otherAssets() throws {
    var planning = planning()
    planning.world.tagNames = ["1.4.2": .first]
    planning.world.files["dist/release.intoto.json.sig"] = "signature"
    func failure(_ assets: String) throws -> String {
      try planning.failure(
        "- checksums: {files: dist/App.zip, sign: true}\n- publish_release: {notes: New, assets: [\(assets)]}")
    }
    #expect(
      try failure("dist/*, Package.swift") == """
        error: the signed statement of the release does not list the asset `Package.swift`
        hint: put `checksums` after the step that makes the file, or add it to its `files`
        """)
    #expect(
      try failure("dist/App.zip") == """
        error: the signed statement of the release needs the file `SHA256SUMS`, which is not among its assets
        hint: remove `assets` of `publish_release`, or add the file to it
        """)
  }
}
