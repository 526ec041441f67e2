import Lanes
import TestSupport
import Testing

@Suite("The step archive")
struct ArtifactBundleStepTests {
  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>AvailableLibraries</key>
      <array>
        <dict>
          <key>LibraryIdentifier</key><string>macos-arm64</string>
          <key>LibraryPath</key><string>Kit.framework</string>
        </dict>
        <dict>
          <key>LibraryIdentifier</key><string>ios-arm64</string>
          <key>LibraryPath</key><string>libKit.a</string>
        </dict>
      </array>
      <key>CFBundlePackageType</key><string>XFWK</string>
    </dict>
    </plist>

    """

  /// The list above with its libraries in order, and all other bytes in their places.
  private static let sortedPlist = plist.replacing("macos-arm64", with: "-").replacing("ios-arm64", with: "macos-arm64")
    .replacing("-</string>", with: "ios-arm64</string>").replacing("Kit.framework", with: "-")
    .replacing("libKit.a", with: "Kit.framework").replacing("<string>-<", with: "<string>libKit.a<")

  private func planning() -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.world.files["build/linux/tool"] = "linux"
    planning.world.files["build/mac/tool"] = "mac"
    planning.world.files["build/libCore.a"] = "library"
    planning.world.files["include/module.modulemap"] = "module Core {}"
    planning.world.files["Kit.xcframework/Info.plist"] = Self.plist
    planning.world.files["Kit.xcframework/macos-arm64/Kit.framework/Kit"] = "library"
    return planning
  }

  /// The contents of `info.json` in the only archive of the plan.
  private func info(_ plan: Plan) throws -> String {
    for case .writeArchive(let write) in plan.entries.map(\.effect) {
      guard case .files(let files) = write.source else { continue }
      for file in files where file.path.hasSuffix("/info.json") {
        if case .text(let text) = file.contents { return text }
      }
    }
    return ""
  }

  @Test("a bundle of executables: the triples of one file share it")
  func executables() throws {
    let plan = try planning().plan(
      """
      - archive:
          artifact_bundle: tool
          variants:
            x86_64-unknown-linux-gnu: build/linux/tool
            x86_64-apple-macosx: build/mac/tool
            arm64-apple-macosx: build/mac/tool
      """)
    #expect(
      plan.lines == [
        #"archive: export tool.artifactbundle/arm64-apple-macosx/tool = file("build/mac/tool", isExecutable: true), "#
          + #"tool.artifactbundle/x86_64-unknown-linux-gnu/tool = file("build/linux/tool", isExecutable: true), "#
          + "tool.artifactbundle/info.json = text(\(String(reflecting: try info(plan)))) "
          + #"as zip to file("dist/tool.artifactbundle.zip"), awaited"#
      ])
    #expect(
      try info(plan) == """
        {
          "schemaVersion": "1.0",
          "artifacts": {
            "tool": {
              "type": "executable",
              "version": "1.4.2",
              "variants": [
                {
                  "path": "arm64-apple-macosx/tool",
                  "supportedTriples": ["arm64-apple-macosx", "x86_64-apple-macosx"]
                },
                {
                  "path": "x86_64-unknown-linux-gnu/tool",
                  "supportedTriples": ["x86_64-unknown-linux-gnu"]
                }
              ]
            }
          }
        }

        """)
  }

  @Test("programs that other jobs have built come from the folder of `--artifacts`, and are called as the artifact")
  func supplied() throws {
    var planning = planning()
    planning.world.suppliedFolder = "/built"
    for path in ["tool-arm", "linux/app", "macos/app"] { planning.world.files["/built/\(path)"] = path }
    let files = try packedFiles(
      planning.plan(
        "- archive: {artifact_bundle: tool, variants: {x86_64-unknown-linux-gnu: linux/app, "
          + "arm64-apple-macosx: build/macos/app, aarch64-unknown-linux-gnu: out/tool-arm}}"))
    #expect(
      files.prefix(3) == [
        PackedFile(
          "tool.artifactbundle/aarch64-unknown-linux-gnu/tool", .file("/built/tool-arm", isExecutable: true),
          triples: ["aarch64-unknown-linux-gnu"]),
        PackedFile(
          "tool.artifactbundle/arm64-apple-macosx/tool", .file("/built/macos/app", isExecutable: true),
          triples: ["arm64-apple-macosx"]),
        PackedFile(
          "tool.artifactbundle/x86_64-unknown-linux-gnu/tool", .file("/built/linux/app", isExecutable: true),
          triples: ["x86_64-unknown-linux-gnu"]),
      ])
  }

  @Test("a bundle of a static library has its headers and its module map")
  func library() throws {
    let plan = try planning().plan(
      "- archive: {artifact_bundle: Core, version: 2.0, headers: include, "
        + "variants: {x86_64-unknown-linux-gnu: build/libCore.a}}")
    #expect(
      try info(plan) == """
        {
          "schemaVersion": "1.0",
          "artifacts": {
            "Core": {
              "type": "staticLibrary",
              "version": "2.0",
              "variants": [
                {
                  "path": "x86_64-unknown-linux-gnu/libCore.a",
                  "supportedTriples": ["x86_64-unknown-linux-gnu"],
                  "staticLibraryMetadata": {
                    "headerPaths": ["include"],
                    "moduleMapPath": "include/module.modulemap"
                  }
                }
              ]
            }
          }
        }

        """)
  }

  @Test(
    "says what is wrong with a bundle",
    arguments: [
      (
        "{artifact_bundle: tool, variants: {x86_64-linux: build/linux/tool}}",
        "`x86_64-linux` is not a target triple, expected architecture, vendor and system, such as `x86_64-unknown-linux-gnu`\nhint: print that of this machine with `swift -print-target-info`"
      ),
      (
        "{artifact_bundle: tool, variants: {x86_64-unknown-linux-gnu: build/none}}",
        "no file `build/none`, expected one that exists or that an earlier step makes\nhint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`"
      ),
      (
        "{artifact_bundle: tool, variants: {}}", "`variants` is empty, expected a file for at least one target triple"
      ),
      (
        "{artifact_bundle: a/b, variants: {x86_64-unknown-linux-gnu: build/linux/tool}}",
        "`a/b` cannot be in an artifact bundle, expected letters, digits and `._+-`"
      ),
      (
        "{artifact_bundle: Core, headers: build, variants: {x86_64-unknown-linux-gnu: build/libCore.a}}",
        "no module map `build/module.modulemap`, which Swift needs to import the library\nhint: write one, such as `module Core { header \"core.h\" export * }`"
      ),
      (
        "{artifact_bundle: tool, output: dist/tool.tar, variants: {x86_64-unknown-linux-gnu: build/linux/tool}}",
        "`dist/tool.tar` is not a name of a zip archive, expected the suffix `.zip`"
      ),
    ])
  func bundleRefusals(parameters: String, words: String) throws {
    #expect(try planning().failure("- archive: \(parameters)") == "error: \(words)")
  }

  @Test("an XCFramework becomes an archive with the folder at its top, and its list of libraries in order")
  func framework() throws {
    var planning = planning()
    planning.world.files["Kit.xcframework/ios-arm64/libKit.a"] = "library"
    let files = try packedFiles(planning.plan("- archive: {xcframework: Kit.xcframework}"))
    #expect(
      files == [
        PackedFile("Kit.xcframework", .folder("Kit.xcframework")),
        PackedFile("Kit.xcframework/Info.plist", .text(Self.sortedPlist)),
      ])
  }

  @Test("the list of an XCFramework stays if it is in order, or if a signature covers it")
  func listAsItIs() throws {
    var planning = planning()
    planning.world.files["Kit.xcframework/ios-arm64/libKit.a"] = "library"
    let folder = [PackedFile("Kit.xcframework", .folder("Kit.xcframework"))]
    planning.world.files["Kit.xcframework/Info.plist"] = Self.sortedPlist
    #expect(try packedFiles(planning.plan("- archive: {xcframework: Kit.xcframework}")) == folder)
    planning.world.files["Kit.xcframework/Info.plist"] = Self.plist
    planning.world.files["Kit.xcframework/_CodeSignature/CodeResources"] = "<plist/>"
    #expect(try packedFiles(planning.plan("- archive: {xcframework: Kit.xcframework}")) == folder)
  }

  /// The files of the only archive of the plan.
  private func packedFiles(_ plan: Plan) throws -> [PackedFile] {
    plan.entries.flatMap { entry -> [PackedFile] in
      if case .writeArchive(let write) = entry.effect, case .files(let files) = write.source { files } else { [] }
    }
  }

  @Test(
    "says what is wrong with an XCFramework",
    arguments: [
      (
        "Kit.xcframework",
        "no library `Kit.xcframework/ios-arm64/libKit.a`, which `Kit.xcframework/Info.plist` lists\nhint: build the XCFramework again"
      ),
      (
        "Other.xcframework",
        "no file `Other.xcframework/Info.plist`, expected an XCFramework\nhint: build it in a step before this one, with `run`"
      ),
      ("build", "`build` is not an XCFramework, expected a folder with the suffix `.xcframework`"),
    ])
  func frameworkRefusals(folder: String, words: String) throws {
    #expect(try planning().failure("- archive: {xcframework: \(folder)}") == "error: \(words)")
  }
}
