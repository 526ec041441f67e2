import Foundation
import TestSupport
import Testing

/// A static library that is built, packed, written to Package.swift and released in one run.
@Suite("Binary packages", .enabled(if: BinaryProject.obstacle == nil, "\(BinaryProject.obstacle ?? "")"))
struct BinaryPackageTests {
  @Test("a package with a binary target is released, resolved and built by SwiftPM in a fresh folder")
  func consumed() throws {
    let binary = try BinaryProject()
    let outcome = try binary.forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try binary.problems() == [])
    #expect(try binary.outputOfConsumer() == "42")
  }

  @Test("killed at every request and resumed: manifest, archive and asset have one checksum, and the tag is right")
  func killed() throws {
    var positions = 0
    for position in FaultSample.positions(0..<40, every: 5) {
      let binary = try BinaryProject()
      try binary.forge.add(#""kind": "kill", "after": true"#, after: position)
      guard try binary.forge.martlet("run", "release", "--yes").status != 0 else { break }
      positions += 1
      let isOpen = try binary.forge.project.martlet("status").output.contains("martlet finish")
      // What the build left is not what counts.
      if isOpen { try binary.forge.project.shell("rm -rf dist; echo other > build/libCore.a") }
      let outcome =
        try isOpen ? binary.forge.martlet("finish", "--yes") : binary.forge.martlet("run", "release", "--yes")
      #expect(outcome.status == 0, "request \(position): \(outcome.errors)")
      #expect(try binary.problems() == [], "request \(position)")
    }
    print("binary package: \(positions) positions")
    #expect(positions > 0)
  }

  @Test(
    "killed at file operations between the entries and resumed: the same holds",
    .enabled(if: ReferenceProgram("strace") != nil, "there is no `strace`"))
  func killedBetweenRequests() throws {
    var positions = 0
    let first = try BinaryProject().forge.project
    _ = try first.martlet(["run", "release", "--yes"], by: Fault.killed.tracer("\(first.root)/trace"))
    let operations = Fault.operations(in: try first.shell("cat ../trace"))
    for index in FaultSample.positions(0..<operations.count, every: 131, whole: 7) {
      let position = operations[index]
      let binary = try BinaryProject()
      let project = binary.forge.project
      let launcher = Fault.killed.launcher(at: position, trace: "\(project.root)/trace")
      guard try project.martlet(["run", "release", "--yes"], by: launcher).status == 137 else { continue }
      positions += 1
      if try project.martlet("status").output.contains("martlet finish") {
        let outcome = try binary.forge.martlet("finish", "--yes")
        #expect(outcome.status == 0, "operation \(position): \(outcome.errors)")
      } else if try binary.forge.releases().map(\.isDraft) != [false] || binary.problems() != [] {
        let outcome = try binary.forge.martlet("run", "release", "--yes")
        #expect(outcome.status == 0, "operation \(position): \(outcome.errors)")
      }
      #expect(try binary.problems() == [], "operation \(position)")
    }
    print("binary package: \(positions) positions")
    #expect(positions > 0)
  }

  /// Builds and packs the library, and returns the digest of the archive.
  ///
  /// - Parameters:
  ///   - script: Runs before the build.
  ///   - end: Runs after it.
  ///   - launcher: Runs the program.
  private func digest(
    _ script: String, end: String = "true", _ environment: [String: String] = [:], by launcher: [String] = []
  ) throws -> Substring {
    let binary = try BinaryProject(before: script, after: end)
    for (name, value) in environment { binary.forge.project.environment[name] = value }
    let outcome = try binary.forge.project.martlet(["run", "pack"], by: launcher)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try binary.forge.project.shell("sha256sum dist/*.zip").prefix(64)
  }

  @Test(
    "the archive has the same bytes at another time, from files with other times",
    .enabled(if: ReferenceProgram("faketime") != nil, "there is no `faketime`"))
  func otherClock() throws {
    let first = try digest("true")
    let old = "find build -exec touch -d '2001-02-03 04:05:06' {} +"
    #expect(try digest("true", end: old, by: ["faketime", "-f", "@2001-02-03 04:05:07"]) == first)
    #expect(try digest("true", end: old, by: ["faketime", "-f", "@2039-01-01 00:00:00"]) == first)
  }

  @Test("the archive has the same bytes with another umask, time zone and order of files, and with SOURCE_DATE_EPOCH")
  func reproducible() throws {
    let first = try digest("umask 022", ["TZ": "UTC"])
    let other = try digest(
      """
      umask 077
      mkdir -p build/include
      touch build/include/z build/include/a
      rm build/include/z build/include/a
      """, ["TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1700000000"])
    #expect(first == other)
  }

  @Test("the archive has one entry at its top, fixed times, executable bits and links, as Python and unzip read it")
  func structure() throws {
    let project = try ForgeProject(
      .github, steps: "- archive: {xcframework: Kit.xcframework, output: dist/Kit.zip}",
      files: [
        "Kit.xcframework/Info.plist":
          "<plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>XFWK</string><key>AvailableLibraries</key>"
          + "<array><dict><key>LibraryIdentifier</key><string>macos-arm64</string><key>LibraryPath</key>"
          + "<string>Kit.framework</string></dict></array></dict></plist>\n",
        "Kit.xcframework/macos-arm64/Kit.framework/Versions/A/Kit": "library",
        "Kit.xcframework/.DS_Store": "windows",
      ]
    ).project
    try project.shell(
      """
      cd Kit.xcframework/macos-arm64/Kit.framework
      chmod +x Versions/A/Kit
      ln -s A Versions/Current
      ln -s Versions/Current/Kit Kit
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 0)
    try project.shell("unzip -q dist/Kit.zip -d got && diff -r -x .DS_Store Kit.xcframework got/Kit.xcframework")
    #expect(
      try project.shell(
        "cd got/Kit.xcframework/macos-arm64/Kit.framework && readlink Kit Versions/Current && test -x Kit")
        == "Versions/Current/Kit\nA")
    #expect(
      try project.shell(
        """
        python3 -c 'import zipfile
        for entry in zipfile.ZipFile("dist/Kit.zip").infolist(): print(entry.filename, *entry.date_time)'
        """) == """
          Kit.xcframework/Info.plist 1980 1 1 0 0 0
          Kit.xcframework/macos-arm64/Kit.framework/Kit 1980 1 1 0 0 0
          Kit.xcframework/macos-arm64/Kit.framework/Versions/A/Kit 1980 1 1 0 0 0
          Kit.xcframework/macos-arm64/Kit.framework/Versions/Current 1980 1 1 0 0 0
          """)
    try project.shell("ln -s ../../.. Kit.xcframework/out")
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(
      outcome.errors.contains(
        "error: `Kit.xcframework/out` links to `../../..`, expected a link that stays in its folder\n"),
      "\(outcome.errors)")
  }
}

/// A package whose binary target is a static library of C, on a test forge with a certificate.
private final class BinaryProject {
  let forge: ForgeProject

  /// Why these tests cannot run on this machine; nil if they can.
  static var obstacle: String? {
    if let obstacle = ForgeServer.obstacle { return obstacle }
    #if os(Linux) && arch(x86_64)
      let programs = ["openssl", "unzip", "ar", "cc", "unshare"].filter { LoopbackServer.path(of: $0) == nil }
      return programs.isEmpty ? nil : "there is no \(programs.joined(separator: ", "))"
    #else
      return "the library is built for Linux on x86_64"
    #endif
  }

  /// - Parameters:
  ///   - before: A script before the build.
  ///   - after: A script after it.
  init(before: String = "true", after: String = "true") throws {
    forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - lane: pack
        - update_binary_target: {target: Core, artifact: dist/Core.artifactbundle.zip}
        - commit
        - tag
        - checksums
        - push
        - publish_release: {notes: New.}
        """,
      lanes: """
        pack:
          steps:
            - run: [sh, build.sh]
            - archive:
                artifact_bundle: Core
                version: 1.0.0
                headers: build/include
                variants: {x86_64-unknown-linux-gnu: build/libCore.a}
        """,
      files: [
        "Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription

        let coreChecksum = "none"  // written by the release
        let package = Package(
          name: "Tool", products: [.library(name: "Tool", targets: ["Tool"])],
          targets: [
            .binaryTarget(name: "Core", url: "", checksum: coreChecksum), .target(name: "Tool", dependencies: ["Core"]),
          ])

        """,
        "Sources/Tool/Tool.swift": "import Core\n\npublic func answer() -> Int32 { core_answer() }\n",
        "core.c": "int core_answer(void) { return 42; }\n",
        "build.sh": """
        set -eu
        \(before)
        mkdir -p build/include
        cc -c core.c -o build/core.o
        rm -f build/libCore.a
        ar rcD build/libCore.a build/core.o
        echo 'int core_answer(void);' > build/include/core.h
        echo 'module Core { header "core.h" export * }' > build/include/module.modulemap
        \(after)

        """,
      ], isSecure: true)
  }

  private var address: String { "\(forge.server.address)/owner/tool/releases/download/1.5.0/Core.artifactbundle.zip" }

  /// Checks that the asset, the list of checksums and the manifest in the tag agree.
  ///
  /// - Returns: what is wrong, a line each.
  func problems() throws -> [String] {
    var problems: [String] = []
    let fetch =
      "import os, ssl, sys, urllib.request; "
      + "sys.stdout.buffer.write(urllib.request.urlopen(sys.argv[1], "
      + "context=ssl.create_default_context(cafile=os.environ[\"SSL_CERT_FILE\"])).read())"
    let digest = try forge.project.shell("python3 -c '\(fetch)' \(address) | sha256sum").prefix(64)
    let manifest = try forge.project.git(
      "--git-dir", "../forge/owner/tool.git", "show", "1.5.0:Package.swift")
    if !manifest.contains("let coreChecksum = \"\(digest)\"  // written") { problems.append("checksum: \(manifest)") }
    if !manifest.contains("url: \"\(address)\"") { problems.append("url: \(manifest)") }
    let list = try forge.project.shell(
      "python3 -c '\(fetch)' \(address.replacing("Core.artifactbundle.zip", with: "SHA256SUMS"))")
    if list != "\(digest)  Core.artifactbundle.zip" { problems.append("SHA256SUMS: \(list)") }
    if try forge.releases().map(\.isDraft) != [false] { problems.append("releases: \(try forge.releases())") }
    let proof = try forge.project.martlet("verify", "1.5.0")
    if !proof.errors.contains("binary target `Core`: its archive has the checksum \(digest)") {
      problems.append("verify: \(proof.errors)")
    }
    return problems
  }

  /// Builds a package that depends on the release with SwiftPM, and returns what it prints.
  func outputOfConsumer() throws -> String {
    try forge.project.shell(
      """
      cd ..
      mkdir -p consumer/Sources/app cache
      cat > consumer/Package.swift <<'END'
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "app", dependencies: [.package(url: "\(forge.server.remote("owner/tool"))", from: "1.5.0")],
        targets: [.executableTarget(name: "app", dependencies: [.product(name: "Tool", package: "tool")])])
      END
      printf 'import Tool\\nprint(answer())\\n' > consumer/Sources/app/main.swift
      cat /etc/ssl/certs/ca-certificates.crt certificate.pem > authorities.crt
      cd consumer
      unshare -m sh -eu -c '
        mount --bind ../authorities.crt /etc/ssl/certs/ca-certificates.crt
        swift build --cache-path ../cache --config-path ../config --security-path ../security --disable-sandbox \
          > ../build.log 2>&1 || { cat ../build.log; exit 1; }
        .build/debug/app'
      """)
  }
}
