import Archiving
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The check of an app before its upload", .enabled(if: AppStoreServer.obstacle == nil))
struct AppPackageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func package(_ options: String, named name: String = "CoolApp.ipa") throws -> AppPackage {
    let path = "\(folder.path)/\(name)"
    try AppStoreServer.makePackage(at: path, options)
    return try AppPackageReader.package(in: FileSource(path), named: name)
  }

  private func problems(_ options: String, platform: ApplePlatform = .iOS) throws -> [String] {
    try package(options).problems(
      in: "CoolApp.ipa", bundleID: "com.example.CoolApp", version: "2.0", number: "43", platform: platform,
      now: 1_790_000_000)
  }

  @Test("an app for the App Store has no problem", arguments: ["{}", #"{"xml": true}"#, #"{"stored": true}"#])
  func whole(options: String) throws {
    #expect(try problems(options) == [])
    let package = try package(options)
    #expect(package.app.sdk == "iphoneos26.1")
    #expect(package.app.usesEncryption == false)
    #expect(package.warnings(in: "CoolApp.ipa") == [])
    #expect(package.profile?.expiry == 1_893_456_000)
  }

  @Test(
    "each difference is reported with its place and value",
    arguments: [
      (
        #"{"id": "com.example.CoolApp.beta", "profile": {"Entitlements": {}}}"#,
        "CFBundleIdentifier of `Payload/CoolApp.app` in `CoolApp.ipa` is `com.example.CoolApp.beta`, expected `com.example.CoolApp`"
      ),
      (
        #"{"info": {"CFBundleVersion": "42"}}"#,
        "CFBundleVersion of `Payload/CoolApp.app` in `CoolApp.ipa` is `42`, expected `43`"
      ),
      (
        #"{"info": {"CFBundleShortVersionString": null}}"#,
        "CFBundleShortVersionString of `Payload/CoolApp.app` in `CoolApp.ipa` is missing, expected `2.0`"
      ),
      (
        #"{"extension": {"CFBundleVersion": "1"}}"#,
        "CFBundleVersion of `Payload/CoolApp.app/PlugIns/Share.appex` in `CoolApp.ipa` is `1`, expected `43`"
      ),
      (
        #"{"watch": {"CFBundleIdentifier": "com.other.watch"}}"#,
        "CFBundleIdentifier of `Payload/CoolApp.app/Watch/CoolWatch.app` in `CoolApp.ipa` is `com.other.watch`, expected one that begins with `com.example.CoolApp.`"
      ),
      (
        #"{"info": {"CFBundleSupportedPlatforms": ["AppleTVOS"]}}"#,
        "`Payload/CoolApp.app` in `CoolApp.ipa` is built for `AppleTVOS`, expected iOS"
      ),
      (
        #"{"info": {"CFBundleIcons": null}}"#,
        "`Payload/CoolApp.app` in `CoolApp.ipa` has no icon: neither `CFBundleIcons` nor `Assets.car`"
      ),
      (
        #"{"profile": {"ProvisionedDevices": ["1"]}}"#,
        "the profile `Cool App Store` in `CoolApp.ipa` is for registered devices or in-house use, expected one for the App Store"
      ),
      (
        #"{"profile": {"Entitlements": {"get-task-allow": true}}}"#,
        "the profile `Cool App Store` in `CoolApp.ipa` has `get-task-allow`, which only a build for debugging has"
      ),
      (
        #"{"profile": {"Entitlements": {"application-identifier": "ABCDE12345.com.other"}}}"#,
        "the profile `Cool App Store` in `CoolApp.ipa` is for `com.other`, expected `com.example.CoolApp`"
      ),
    ])
  func difference(options: String, problem: String) throws {
    #expect(try problems(options) == [problem])
  }

  @Test("an open question about encryption and an old SDK are warnings")
  func warnings() throws {
    let package = try package(#"{"info": {"ITSAppUsesNonExemptEncryption": null, "DTSDKName": "iphoneos18.5"}}"#)
    #expect(
      package.warnings(in: "CoolApp.ipa") == [
        "`Payload/CoolApp.app` in `CoolApp.ipa` has no `ITSAppUsesNonExemptEncryption`, so the build may wait in TestFlight for an answer about encryption",
        "`Payload/CoolApp.app` in `CoolApp.ipa` is built with the SDK `iphoneos18.5`; Apple requires 26 or later",
      ])
  }

  @Test("an installer package shows its app and extensions")
  func installer() throws {
    let package = try package(#"{"build": "7"}"#, named: "CoolApp.pkg")
    #expect(package.app.path == "CoolApp.app")
    #expect(package.app.id == "com.example.CoolApp")
    #expect([package.app.version, package.app.number] == ["2.0", "7"])
    #expect(package.parts.map(\.id) == ["com.example.CoolApp.share"])
  }

  @Test(
    "an archive that would fill memory or time is refused by its directory, and one with wrong sizes at the entry",
    arguments: [
      (
        "CoolApp.ipa", #"{"bomb": 100000000}"#,
        .tooLarge("`Payload/CoolApp.app/Info.plist` has 100000000 bytes, expected at most 1048576")
      ),
      (
        "CoolApp.ipa", #"{"bomb": 100000000, "stated": 1000}"#,
        .damaged("`Payload/CoolApp.app/Info.plist` cannot be decompressed")
      ),
      (
        "CoolApp.ipa", #"{"stated": 1048576}"#,
        .damaged("`Payload/CoolApp.app/Info.plist` cannot be decompressed")
      ),
      ("CoolApp.ipa", #"{"stated": 1}"#, .damaged("`Payload/CoolApp.app/Info.plist` cannot be decompressed")),
      (
        "CoolApp.ipa", #"{"stated": 1, "stored": true}"#,
        .damaged("`Payload/CoolApp.app/Info.plist` cannot be decompressed")
      ),
      (
        "CoolApp.ipa", #"{"extension": {}, "shared": 200}"#,
        .tooLarge("it has 201 extensions, expected at most 200")
      ),
      (
        "CoolApp.pkg", #"{"folder": "\#(String(repeating: "x", count: 4096))"}"#,
        .damaged("its table of contents cannot be read")
      ),
    ] as [(String, String, ArchiveReadingError)])
  func hostile(name: String, options: String, expected: ArchiveReadingError) throws {
    #expect(throws: expected) { try package(options, named: name) }
  }

  @Test("as many extensions as an app can have are read")
  func extensions() throws {
    #expect(try package(#"{"extension": {}, "shared": 199}"#).parts.count == 200)
  }

  @Test("a file that is cut at any place is refused", arguments: ["ipa", "pkg"])
  func cut(suffix: String) throws {
    let name = "CoolApp.\(suffix)"
    try AppStoreServer.makePackage(at: "\(folder.path)/\(name)", #"{"size": 1}"#)
    let whole = try #require(folder.bytes(of: name))
    #expect(throws: Never.self) { try AppPackageReader.package(in: whole, named: name) }
    // The payload at the end of an installer package is not read.
    for count in 0..<whole.count - (suffix == "pkg" ? 1 : 0) {
      #expect(throws: ArchiveReadingError.self, "\(count)") {
        try AppPackageReader.package(in: Array(whole.prefix(count)), named: name)
      }
    }
  }

  @Test(
    "cut and changed files give an error in bounded time, and never an end of the program", arguments: ["ipa", "pkg"])
  func damaged(suffix: String) throws {
    let name = "CoolApp.\(suffix)"
    try AppStoreServer.makePackage(at: "\(folder.path)/\(name)", #"{"extension": {}}"#)
    let whole = try #require(folder.bytes(of: name))
    var generator = SeededGenerator(seed: 45)
    var readable = 0
    for round in 0..<400 {
      var bytes = whole
      if round % 4 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      for _ in 0..<(round % 9) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if case .success = Result(catching: { try AppPackageReader.package(in: bytes, named: name) }) { readable += 1 }
    }
    #expect(readable > 0 && readable < 400, "\(readable)")
  }
}
