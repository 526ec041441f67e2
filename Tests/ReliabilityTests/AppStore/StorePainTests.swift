import Foundation
import TestSupport
import Testing

/// What goes wrong on the way to the App Store, as far as no other suite has it: see `Tests/AppStoreServer/README.md`.
@Suite(
  "Troubles on the way to the App Store",
  .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct StorePainTests {
  private static let lanes = """
      mac:
        steps:
          - bump: {build: increment, above: app_store}
          - run: {command: [sh, ./build.sh]}
          - commit: "Build ${build}"
          - tag: builds/${build}
          - upload_build: build/CoolApp.ipa
          - push
      linux:
        steps:
          - testflight: {what_to_test: notes.txt, groups: [Team]}
      store:
        steps:
          - app_store_release: {notes: fastlane/metadata, submit: false}

    """

  @Test("a lane in another clone waits for the build, and brings it to testers")
  func secondLane() throws {
    let store = try StoreProject(lanes: Self.lanes)
    try store.server.set(#"{"processing_reads": 4}"#)
    let mac = try store.martlet("run", "mac", "--yes")
    #expect(mac.status == 0, "\(mac.errors)")
    #expect(try store.events() == ["reserved 42", "committed 42"])
    try store.moveToNewClone()
    let linux = try store.martlet("run", "linux", "--yes")
    #expect(linux.status == 0, "\(linux.errors)")
    #expect(try store.events() == ["reserved 42", "committed 42", "build 42", "group Team 0"])
  }

  @Test("an app with a similar bundle id is never used")
  func similarApp() throws {
    let store = try StoreProject(lanes: Self.lanes)
    #expect(try store.martlet("run", "mac", "--yes").status == 0)
    let own = try store.server.table("apps").first { $0["bundleId"] as? String == "com.example.CoolApp" }
    #expect(try store.server.table("buildUploads").map { $0["app"] as? String } == [own?["id"] as? String])
    try store.project.write(
      "Releasefile", try #require(store.project.read("Releasefile")).replacing("CoolApp, plat", with: "Cool, plat"))
    let outcome = try store.martlet("run", "linux", "--yes")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "the key shows no app `com.example.Cool` at App Store Connect, but `com.example.CoolApp`, `com.example.CoolApp.beta`"
      ), "\(outcome.errors)")
  }

  @Test("a version gets the build of the commit, not the newest one")
  func rightBuild() throws {
    let store = try StoreProject(lanes: Self.lanes)
    try store.addLiveVersion()
    for number in ["40", "41", "99"] { try store.addBuild(number, version: "2.0.0") }
    let outcome = try store.martlet("run", "store", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let version = try store.server.table("appStoreVersions").first { $0["versionString"] as? String == "2.0.0" }
    let build = try store.server.table("builds").first { $0["version"] as? String == "41" }
    #expect(build != nil && version?["build"] as? String == build?["id"] as? String)
  }

  @Test("a build that waits for an answer about encryption is not given to testers")
  func encryption() throws {
    let store = try StoreProject(lanes: Self.lanes)
    try store.addBuild("41", version: "2.0.0")
    try store.server.tamper(#"{"set": "builds", "usesNonExemptEncryption": null}"#)
    let outcome = try store.martlet("run", "linux", "--yes")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("build 2.0.0 (41) waits for an answer about encryption, so it cannot be tested"),
      "\(outcome.errors)")
    #expect(try store.events() == [])
  }

  @Test("a group that has every build is left to Apple, which refuses a request for it")
  func groupWithAllBuilds() throws {
    let store = try StoreProject(lanes: Self.lanes)
    try store.addBuild("41", version: "2.0.0")
    let team = try store.server.table("betaGroups").first { $0["name"] as? String == "Team" }
    try store.server.tamper(#"{"set": "betaGroups", "id": "\#(team?["id"] ?? "")", "hasAccessToAllBuilds": true}"#)
    let outcome = try store.martlet("run", "linux", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try store.events() == [])
    let notes = try store.server.table("betaBuildLocalizations").map { $0["whatsNew"] as? String }
    #expect(notes == ["Try the new map."])
  }

  @Test(
    "a clock that is wrong by an hour, and a good token that is refused once, do no harm", arguments: [3600, -3600])
  func clock(skew: Int) throws {
    let store = try StoreProject(lanes: Self.lanes)
    try store.server.set(#"{"skew": \#(skew)}"#)
    try store.add(
      #""kind": "status", "status": 401, "body": {"errors": [{"code": "NOT_AUTHORIZED"}]}"#, after: 9)
    for lane in ["mac", "linux"] {
      let outcome = try store.martlet("run", lane, "--yes")
      #expect(outcome.status == 0, "\(lane): \(outcome.errors)")
    }
    #expect(try store.events() == ["reserved 42", "committed 42", "build 42", "group Team 0"])
  }

  @Test("a key that is refused twice is named, with the clock")
  func refusedKey() throws {
    let store = try StoreProject(lanes: Self.lanes)
    try store.server.set(#"{"skew": 7200}"#)
    try store.add(
      #""kind": "status", "status": 401, "times": 9, "body": {"errors": [{"code": "NOT_AUTHORIZED"}]}"#)
    let outcome = try store.martlet("run", "mac", "--yes")
    #expect(outcome.status == 4, "\(outcome.errors)")
    let message = /does not accept the key `\S+`; the clock of this machine is (\d+) seconds behind Apple's/
    let seconds = outcome.errors.firstMatch(of: message).flatMap { Int($0.output.1) } ?? 0
    #expect(abs(seconds - 7200) < 60, "\(outcome.errors)")
  }

  /// The launcher runs a program, and writes the peak memory of its processes, in bytes.
  private static let launcher = """
    import resource, subprocess, sys
    code = subprocess.call(sys.argv[1:])
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    open("../peak", "w").write(str(peak * (1 if sys.platform == "darwin" else 1024)))
    sys.exit(code)
    """

  /// - Returns: The peak memory of a run that uploads an app of so many bytes.
  private func peak(_ size: Int) throws -> Int {
    let store = try StoreProject(
      lanes: Self.lanes,
      package: #"{"build": "$BUILD", "version": "2.0.0", "stored": true, "size": \#(size)}"#)
    try store.server.set(#"{"part_size": 5242880}"#)
    let outcome = try store.project.martlet(["run", "mac", "--yes"], by: ["python3", "-c", Self.launcher])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try store.events() == ["reserved 42", "committed 42"])
    return try #require(Int(store.project.shell("cat ../peak")))
  }

  /// `MARTLET_APP_SIZE` is another size, such as 4294967296.
  @Test("the memory of an upload does not grow with the app")
  func memory() throws {
    let size = ProcessInfo.processInfo.environment["MARTLET_APP_SIZE"].flatMap { Int($0) } ?? 64 << 20
    let (small, large) = (try peak(1), try peak(size))
    if size > 64 << 20 { print("peak memory: \(small) bytes for a small app, \(large) for one of \(size) bytes") }
    #expect(large - small < 24 << 20, "\(small), \(large)")
    #expect(large < 100_000_000)
  }
}
