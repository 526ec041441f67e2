import TestSupport
import Testing

@Suite("Publishing in a package registry", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct PackageRegistryTests {
  private static let steps = """
    - bump: minor
    - commit
    - tag
    - {export: {output: 'dist/Tool.zip', prefix: Tool/}, id: sources}
    - push
    - publish_package: {package: mona.Tool, registry: "${env.REGISTRY}", archive: sources, token_env: REGISTRY_TOKEN}
    """

  /// A lane that only publishes a file.
  private static let only =
    "- publish_package: {package: mona.Tool, registry: \"${env.REGISTRY}\", archive: dist/Tool.zip, token_env: REGISTRY_TOKEN}"

  /// A package whose registry is on the server of the forges.
  private func project(_ steps: String = steps, token: String = "write-token") throws -> ForgeProject {
    let forge = try ForgeProject(
      .github, steps: steps,
      files: [
        "Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Tool", products: [.library(name: "Tool", targets: ["Tool"])], targets: [.target(name: "Tool")])

        """,
        "Sources/Tool/Tool.swift": "public func answer() -> Int { 42 }\n",
      ])
    forge.project.environment["REGISTRY"] = "\(forge.server.address)/registry/"
    forge.project.environment["REGISTRY_TOKEN"] = token
    forge.project.environment.allow("REGISTRY_TOKEN", at: forge.server.address)
    return forge
  }

  /// The packages of the registry with their checksums, as JSON.
  private func packages(_ forge: ForgeProject) throws -> String {
    let state = try forge.server.state()
    let start = try #require(state.firstRange(of: "\"registry\": ")).upperBound
    return String(state[start...].dropLast())
  }

  private func digest(_ forge: ForgeProject) throws -> Substring {
    try forge.project.shell("sha256sum dist/Tool.zip").prefix(64)
  }

  @Test("a package is published, and SwiftPM resolves and builds it in a fresh folder")
  func consumed() throws {
    let forge = try project()
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try packages(forge) == "{\"mona/tool/1.5.0\": \"\(digest(forge))\"}")
    #expect(
      try forge.project.shell(
        """
        cd ..
        mkdir -p consumer/Sources/app
        cat > consumer/Package.swift <<'END'
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "app", dependencies: [.package(id: "mona.Tool", from: "1.5.0")],
          targets: [.executableTarget(name: "app", dependencies: [.product(name: "Tool", package: "mona.Tool")])])
        END
        printf 'import Tool\\nprint(answer())\\n' > consumer/Sources/app/main.swift
        cd consumer
        swift package-registry set --allow-insecure-http \(forge.server.address)/registry > /dev/null
        swift build --cache-path ../cache --config-path ../config --security-path ../security --disable-sandbox \\
          > ../build.log 2>&1 || { cat ../build.log; exit 1; }
        .build/debug/app
        """) == "42")
  }

  @Test("killed at every request and resumed: the registry has the archive of the plan, once")
  func killed() throws {
    var positions = 0
    for position in FaultSample.positions(0..<20, every: 3) {
      let forge = try project()
      try forge.add(#""kind": "kill", "after": true, "path": "registry""#, after: position)
      guard try forge.martlet("run", "release", "--yes").status != 0 else { break }
      positions += 1
      let isOpen = try forge.project.martlet("status").output.contains("martlet resume")
      let before = try isOpen ? digest(forge) : nil
      if isOpen { try forge.project.shell("rm dist/Tool.zip") }
      let outcome = try isOpen ? forge.martlet("resume", "--yes") : forge.martlet("run", "release", "--yes")
      #expect(outcome.status == 0, "request \(position): \(outcome.errors)")
      #expect(try packages(forge) == "{\"mona/tool/1.5.0\": \"\(before ?? digest(forge))\"}", "request \(position)")
      #expect(try forge.server.requests().count { $0.method == "PUT" } == 1, "request \(position)")
    }
    #expect(positions > 0)
  }

  @Test("a lost answer is followed by reading the version, and not by a second upload")
  func lostAnswer() throws {
    let forge = try project()
    try forge.server.add(fault: #"{"kind": "lose-answer", "method": "PUT", "path": "registry"}"#)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try packages(forge) == "{\"mona/tool/1.5.0\": \"\(digest(forge))\"}")
    #expect(try forge.server.requests().count { $0.method == "PUT" } == 1)
  }

  @Test("a version that is there with the same archive is done, also after status 409")
  func sameArchive() throws {
    let forge = try project(Self.only)
    try forge.project.shell("git archive --prefix=Tool/ -o dist/Tool.zip HEAD")
    for _ in 0..<2 { #expect(try forge.martlet("run", "release", "--yes").status == 0) }
    #expect(try forge.server.requests().count { $0.method == "PUT" } == 1)
    // The registry does not show it before the upload: another process publishes at the same time.
    let fault =
      #"{"kind": "status", "method": "GET", "path": "registry", "times": 2, "status": 404, "headers": {"Content-Version": "1"}}"#
    try forge.server.add(fault: fault)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try forge.server.requests().compactMap { $0.method == "PUT" ? $0.status : nil } == [201, 409])
    #expect(try packages(forge) == "{\"mona/tool/1.4.2\": \"\(digest(forge))\"}")
  }

  @Test("a user's name and a password are sent instead of a token")
  func password() throws {
    let forge = try project(Self.only.replacing("token_env", with: "user: me, token_env"))
    try forge.project.shell("git archive --prefix=Tool/ -o dist/Tool.zip HEAD")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try packages(forge) == "{\"mona/tool/1.4.2\": \"\(digest(forge))\"}")
  }

  @Test("an archive that the registry accepts and checks later leaves the run open, and `resume` finishes it")
  func pending() throws {
    let forge = try project()
    try forge.server.add(fault: #"{"kind": "status", "method": "PUT", "path": "registry", "status": 202}"#)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.replacing(forge.server.address, with: "$SERVER").hasSuffix(
        """
        error: the registry `$SERVER/registry` accepted `mona.Tool 1.5.0`, but does not list it yet
        stopped at entry 6, publish_package; already public: main, 1.5.0 on origin; nothing was undone; `martlet resume` continues from here
        hint: wait until it has checked the archive, then run `martlet resume`
        """), "\(outcome.errors)")
    #expect(try forge.martlet("resume", "--yes").status == 0)
    #expect(try packages(forge) == "{\"mona/tool/1.5.0\": \"\(digest(forge))\"}")
  }

  @Test("a version without a checksum is not taken for the same one")
  func unknownChecksum() throws {
    let forge = try project(Self.only)
    try forge.server.add(
      fault: #"{"kind": "status", "method": "GET", "path": "registry", "status": 200, "body": {"resources": []}}"#)
    let outcome = try forge.martlet("run", "release", "--yes")
    let own = try digest(forge).prefix(12)
    #expect(outcome.status == 5)
    #expect(
      outcome.errors.replacing(forge.server.address, with: "$SERVER") == """
        error: the registry `$SERVER/registry` has `mona.Tool 1.4.2` already, with the checksum unknown, not \(own)
        hint: raise the version: a published version never changes
        """)
  }

  @Test("what SwiftPM has published with another archive is an error before anything is public")
  func otherArchive() throws {
    let forge = try project()
    try forge.server.set(#"{"open_registry": true}"#)
    try forge.project.shell(
      "swift package-registry publish mona.Tool 1.5.0 --url \(forge.server.address)/registry --allow-insecure-http > /dev/null; rm -r .build"
    )
    let found = try #require(packages(forge).firstMatch(of: /[0-9a-f]{64}/)).output.prefix(12)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 5)
    #expect(
      outcome.errors.replacing(forge.server.address, with: "$SERVER") == """
        error: the registry `$SERVER/registry` has `mona.Tool 1.5.0` already, with the checksum \(found)
        hint: raise the version: a published version never changes
        """)
    #expect(forge.project.read("VERSION") == "1.4.2\n")
    #expect(try forge.project.git("ls-remote", "--tags", "origin", "1.5.0") == "")
  }

  @Test(
    "a refusal that the registry gives before the upload is an error before anything is public",
    arguments: [
      (
        ["REGISTRY_TOKEN": "read-token"], Int32(4),
        """
        error: the registry `$SERVER/registry` does not accept the credentials
        status 401: the token may only read
        hint: set the variable of `token_env` to a token that may publish the package
        """
      ),
      (
        ["REGISTRY_TOKEN": ""], 4,
        """
        error: no token for the registry `$SERVER/registry`: `REGISTRY_TOKEN` is not set
        hint: set `REGISTRY_TOKEN` to a token that may publish `mona.Tool`
        """
      ),
      (
        ["REGISTRY": "$SERVER/elsewhere"], 1,
        """
        error: `$SERVER/elsewhere` is not a Swift package registry: its answer has no `Content-Version`
        hint: correct `registry` in the Releasefile
        """
      ),
    ])
  func refusedBefore(environment: [String: String], status: Int32, message: String) throws {
    let forge = try project()
    for (name, value) in environment {
      forge.project.environment[name] = value.replacing("$SERVER", with: forge.server.address)
    }
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == status)
    #expect(outcome.errors.replacing(forge.server.address, with: "$SERVER") == message)
    #expect(forge.project.read("VERSION") == "1.4.2\n")
    #expect(try forge.project.git("ls-remote", "--tags", "origin", "1.5.0") == "")
  }

  @Test("a registry that refuses the archive stops the run, which names what is public")
  func refusedUpload() throws {
    let forge = try project(Self.steps.replacing(", prefix: Tool/", with: ""))
    try forge.expect(
      "run", "release", "--yes", status: 3,
      errors: """
        commit "Version 1.5.0" on main …
        tag 1.5.0 at the commit of 2 …
        archive dist/Tool.zip …
        push main, 1.5.0 → origin …
        publish mona.Tool 1.5.0 on $SERVER/registry …
        error: the registry `$SERVER/registry` refused the request
        status 422: no Package.swift in the only folder at the top of the archive
        stopped at entry 6, publish_package; already public: main, 1.5.0 on origin; nothing was undone; `martlet resume` continues from here
        """)
  }
}
