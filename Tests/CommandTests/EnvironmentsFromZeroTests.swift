import Foundation
import Processes
import TestSupport
import Testing

/// The steps of https://benscheirman.com/2018/10/xcode-environment-specific-configuration without Xcode: from an app
/// without environments to one whose build configurations select its environment.
@Suite("Environments from zero")
struct EnvironmentsFromZeroTests {
  private static let package = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Larch", platforms: [.macOS(.v13)],
      targets: [.executableTarget(name: "Larch", swiftSettings: [.treatAllWarnings(as: .error)])])

    """.replacing("swift-tools-version: 6.0", with: "swift-tools-version: 6.2")

  private static let main = """
    func line(_ values: some EnvironmentConfigurationValues) -> String {
      "\\(values.baseApiUrl) within \\(values.apiTimeout) s"
    }
    print("compiled in: \\(CompiledConfiguration.current.baseApiUrl)")
    print("chosen: \\(line(EnvironmentConfiguration.current))")
    print(EnvironmentConfiguration.allCases.map(line).joined(separator: ", "))
    print(EnvironmentConfiguration(named: "Staging") == .staging, EnvironmentConfiguration(named: "staging") == nil)
    var own = EnvironmentConfiguration.local
    own.apiTimeout = 1
    print(line(own))

    """

  @Test("are written by `init --environments`, checked, compiled in, and chosen at run time by the Info.plist")
  func post() throws {
    let world = try GoldenWorld(
      example: nil,
      files: ["Package.swift": Data(Self.package.utf8), "Sources/Larch/main.swift": Data(Self.main.utf8)])
    try martlet("init --environments --yes", in: world)
    #expect(
      try world.git("status", "--porcelain", "--untracked-files=all") == """
        ?? Configuration/Debug.LocalServer.xcconfig
        ?? Configuration/Debug.xcconfig
        ?? Configuration/Info.plist
        ?? Configuration/Release.xcconfig
        ?? Configuration/Shared.xcconfig
        ?? Configuration/config.plist
        ?? Releasefile
        ?? Sources/Larch/Generated/EnvironmentConfiguration.swift
        """)
    #expect(
      try martlet("config check --stale", in: world) == "ok  3 environments, 2 keys\nok  4 .xcconfig files")

    // One environment is compiled in, next to the type with all of them.
    try world.setUp(
      "printf '    - swift: Sources/Larch/Generated/CompiledConfiguration.swift\\n' >> Releasefile; cat Releasefile")
    try martlet("config generate --configuration Debug.LocalServer", in: world)
    var environment = ProcessInfo.processInfo.environment
    environment["MARTLET_ENVIRONMENT"] = nil
    let build = try Command(
      "swift", ["build", "--quiet", "--disable-index-store"], environment: environment, directory: world.repository
    ).run()
    try #require(build.succeeded, "\(build.outputText)\n\(build.errorText)")

    // Like Xcode, this replaces the setting in the Info.plist, and copies the file next to the program.
    let program = "\(world.repository)/.build/debug"
    let plist = try String(contentsOfFile: "\(world.repository)/Configuration/Info.plist", encoding: .utf8)
    let hosts = [
      ("Debug.LocalServer", "http://localhost:8080"), ("Debug", "https://staging.example.com"),
      ("Release", "https://api.example.com"),
    ]
    for (configuration, host) in hosts {
      let name = try martlet(
        "config get ConfigEnvironment --xcconfig Configuration/\(configuration).xcconfig", in: world)
      try plist.replacing("$(ConfigEnvironment)", with: name)
        .write(toFile: "\(program)/Info.plist", atomically: true, encoding: .utf8)
      #expect(
        try Command("\(program)/Larch", environment: environment, directory: world.root).run().outputText == """
          compiled in: http://localhost:8080
          chosen: \(host) within 30 s
          http://localhost:8080 within 30 s, https://staging.example.com within 30 s, https://api.example.com within 30 s
          true true
          http://localhost:8080 within 1 s
          """)
    }
    try plist.replacing("$(ConfigEnvironment)", with: "LocalServer")
      .write(toFile: "\(program)/Info.plist", atomically: true, encoding: .utf8)
    let other = try Command("\(program)/Larch", environment: environment, directory: world.root).run()
    #expect(other.errorText.contains("the Info.plist names the unknown environment `LocalServer`"))
    try FileManager.default.removeItem(atPath: "\(program)/Info.plist")
    let without = try Command("\(program)/Larch", environment: environment, directory: world.root).run()
    #expect(without.outputText.contains("chosen: https://api.example.com within 30 s"))

    // The mistake of the post: no environment has the name of the configuration.
    try world.setUp("sed -i.old 's/= Local/= LocalServer/' Configuration/Debug.LocalServer.xcconfig")
    let check = try world.martlet(["config", "check"]).run()
    #expect(check.termination == .exited(status: 1))
    #expect(
      check.errorText == """
        error: unknown environment `LocalServer` in the build configuration `Debug.LocalServer`, expected one of `Local`, `Staging`, `Production`
         --> Configuration/Debug.LocalServer.xcconfig:4:21
        hint: did you mean `Local`?
        """)
  }

  @Test(
    "are added to existing files: values, xcconfig files and the app's Info.plist stay, and get the key",
    arguments: ["APPL", "$(PRODUCT_BUNDLE_PACKAGE_TYPE)"])
  func existing(_ type: String) throws {
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>CFBundlePackageType</key>
      \t<string>\(type)</string>
      \t<key>LSRequiresIPhoneOS</key>
      \t<true/>
      </dict>
      </plist>

      """
    let world = try GoldenWorld(
      example: nil,
      files: [
        "Larch/Info.plist": Data(plist.utf8),
        "LarchTests/Info.plist": Data(
          plist.replacing("LSRequiresIPhoneOS", with: "Test").replacing("APPL", with: "BNDL").utf8),
        "Larch/App.swift": Data("\n".utf8),
        "LarchWidget/Info.plist": Data(
          plist.replacing("\t<key>LSRequiresIPhoneOS</key>\n\t<true/>", with: "\t<key>NSExtension</key>\n\t<dict/>")
            .utf8),
        "Configuration/Debug.xcconfig": Data("A = 1\n".utf8),
      ])
    try martlet("init --environments --yes", in: world)
    #expect(
      try world.git("diff", "--unified=0", "--no-color").split(separator: "\n").filter { "+-".contains($0.prefix(1)) }
        == ["Larch", "LarchWidget"].flatMap { folder in
          [
            "--- a/\(folder)/Info.plist", "+++ b/\(folder)/Info.plist", "+\t<key>ConfigEnvironment</key>",
            "+\t<string>$(ConfigEnvironment)</string>",
          ]
        })
    #expect(
      try String(contentsOfFile: "\(world.repository)/Releasefile", encoding: .utf8) == """
        # -*- mode: yaml -*-
        # `martlet config check` checks the environments, `martlet config generate` writes the type in Swift.
        environments:
          values: Configuration/config.plist
          default: Production
          outputs:
            - swift: Larch/Generated/EnvironmentConfiguration.swift
              environments: all     # the Info.plist names one; `selected` compiles one in

        """)
  }

  @Test("are written to the folder of the Xcode project, and next to the app's sources")
  func folder() throws {
    let project = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/config-check-configurations/in/Larch.xcodeproj/project.pbxproj")
    let world = try GoldenWorld(
      example: nil,
      files: [
        "ios/Larch.xcodeproj/project.pbxproj": try Data(contentsOf: project),
        "ios/Larch/App.swift": Data("\n".utf8), "ios/Configuration/Debug.xcconfig": Data("A = 1\n".utf8),
        "Tools/generate.swift": Data("\n".utf8),
      ])
    try martlet("init --environments --yes", in: world)
    #expect(
      try world.git("status", "--porcelain", "--untracked-files=all") == """
        ?? Releasefile
        ?? ios/Configuration/Debug.LocalServer.xcconfig
        ?? ios/Configuration/Info.plist
        ?? ios/Configuration/Release.xcconfig
        ?? ios/Configuration/Shared.xcconfig
        ?? ios/Configuration/config.plist
        ?? ios/Larch/Generated/EnvironmentConfiguration.swift
        """)
    let shared = try String(
      contentsOfFile: "\(world.repository)/ios/Configuration/Shared.xcconfig", encoding: .utf8)
    #expect(shared.hasSuffix("\nINFOPLIST_FILE = Configuration/Info.plist\n"))
  }

  @Test("are found by `init` in an app without a version: its property list and the setting of its xcconfig files")
  func found() throws {
    let values = """
      <plist version="1.0"><dict><key>Common</key><dict/><key>Beta</key><dict/><key>Live</key><dict/></dict></plist>

      """
    let world = try GoldenWorld(
      example: nil,
      files: [
        "App/Resources/config.plist": Data(values.utf8), "App/App.swift": Data("\n".utf8),
        "Config/Debug.xcconfig": Data("STAGE = Beta\nOTHER = x\n".utf8),
        "Config/Release.xcconfig": Data("STAGE = Live\n".utf8),
      ])
    let output = try martlet("init --yes", in: world)
    #expect(output.contains("no version was found, so the Releasefile has no lanes"))
    #expect(
      try String(contentsOfFile: "\(world.repository)/Releasefile", encoding: .utf8) == """
        # -*- mode: yaml -*-
        # `martlet config check` checks the environments, `martlet config generate` writes the type in Swift.
        environments:
          values: App/Resources/config.plist
          setting: STAGE
          default: Live
          outputs:
            - swift: App/Generated/EnvironmentConfiguration.swift
              environments: selected     # `all` has the Info.plist name one at run time

        """)
    #expect(try martlet("config get STAGE --xcconfig Config/Debug.xcconfig", in: world) == "Beta")
    #expect(try martlet("config check", in: world) == "ok  2 environments, 0 keys\nok  2 .xcconfig files")
  }

  /// The program's output on both streams; it must succeed.
  @discardableResult
  private func martlet(_ line: String, in world: GoldenWorld) throws -> String {
    let result = try world.martlet(line.split(separator: " ").map(String.init)).run()
    #expect(result.succeeded, "\(line): \(result.errorText)")
    return result.outputText + result.errorText
  }
}
