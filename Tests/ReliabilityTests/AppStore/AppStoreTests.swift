import TestSupport
import Testing

@Suite(
  "To TestFlight and the App Store", .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct AppStoreTests {
  @Test("the two lanes bring a build to testers, and its version to review, each thing once")
  func lanes() throws {
    let store = try StoreProject()
    try store.addLiveVersion()
    let beta = try store.martlet("run", "beta", "--yes")
    #expect(beta.status == 0, "\(beta.errors)")
    #expect(
      try store.events() == [
        "reserved 42", "committed 42", "build 42", "group Team 0", "group Friends 0", "beta review 42",
      ])
    #expect(try store.hasPublicTag("builds/42"))
    #expect(try store.project.git("log", "-1", "--format=%s") == "Build 42")
    let release = try store.martlet("run", "store", "--yes")
    #expect(release.status == 0, "\(release.errors)")
    #expect(try store.events().suffix(2) == ["version 2.0.0", "submitted 2.0.0"])
    let texts = try store.server.table("appStoreVersionLocalizations").compactMap { $0["whatsNew"] as? String }
    #expect(texts.sorted() == ["Old.", "Old.", "What is new in de-DE.", "What is new in en-US."])
    #expect(try store.server.table("appStoreVersionPhasedReleases").count == 1)
    // Both once more: nothing is done again.
    let again = try store.martlet("run", "store", "--yes")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try store.events().count == 8)
    let requests = try store.server.requests()
    #expect(!requests.contains { $0.path.hasPrefix("/storage/") && $0.hasToken })
    #expect(requests.filter { $0.method == "PUT" }.count > 1)
    #expect(
      requests.allSatisfy { ($0.status ?? 0) < 300 || $0.status == 404 },
      "\(requests.filter { ($0.status ?? 0) >= 300 })")
  }

  @Test("a plan needs no key for the number: it shows the lowest one, and reads nothing at Apple")
  func planWithoutKey() throws {
    let store = try StoreProject(
      lanes: "  number:\n    steps: [bump: {build: increment, above: app_store}, commit: \"Build ${build}\"]\n")
    try store.addUpload("99", version: "1.0", state: "FAILED")
    for name in store.server.environment.keys where name != "MARTLET_APP_STORE_URL" {
      store.project.environment[name] = nil
    }
    let plan = try store.martlet("plan", "number")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(
      plan.output.contains(
        "\n  not known before the run: the build number, at least 42, from App Store Connect"), "\(plan.output)")
    #expect(try store.server.requests().isEmpty)
    let run = try store.martlet("run", "number", "--yes")
    #expect(run.status == 4 && run.errors.contains("error: no key for App Store Connect: `ASC_KEY` is not set\n"))
  }

  @Test(
    "the number is above every one that was ever used: reserved, failed, expired, of all versions and pages",
    arguments: [
      (#"[["41", "1.0", "FAILED"]]"#, "42", 1),
      (#"[["99", "1.0", "AWAITING_UPLOAD"], ["100", "2.0.0", "COMPLETE"]]"#, "101", 1),
      (#"[["99", "1.0", "FAILED"], ["7", "1.0", "FAILED"], ["8", "1.0", "COMPLETE"]]"#, "100", 2),
      (#"[]"#, "501", 1),
    ])
  func numbers(uploads: String, expected: String, pageSize: Int) throws {
    let store = try StoreProject(lanes: "  number:\n    steps: [bump: {build: increment, above: app_store}]\n")
    try store.server.set(#"{"page_size": \#(pageSize), "overlap": \#(pageSize > 1)}"#)
    if expected == "501" {
      try store.addBuild("500", version: "1.0", expired: true)
      try store.addBuild("7", version: "1.9")
    }
    for match in uploads.matches(of: /\["(\d+)", "([\d.]+)", "(\w+)"\]/) {
      try store.addUpload(String(match.output.1), version: String(match.output.2), state: String(match.output.3))
    }
    // The same number of another platform counts there only.
    try store.addUpload("9000", platform: "MAC_OS")
    let outcome = try store.martlet("run", "number", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(store.project.read("App.xcconfig")?.contains("CURRENT_PROJECT_VERSION = \(expected)\n") == true)
  }

  @Test(
    "a list that cannot be read stops the plan, and never gives 0 or 1",
    arguments: ["buildUploads", "v1/builds"])
  func unreadable(path: String) throws {
    let store = try StoreProject(lanes: "  number:\n    steps: [bump: {build: increment, above: app_store}]\n")
    try store.add(#""kind": "html", "path": "\#(path)", "times": 9"#)
    let outcome = try store.martlet("run", "number", "--yes")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("unexpected answer of App Store Connect: GET /v1/"), "\(outcome.errors)")
    #expect(store.project.read("App.xcconfig")?.contains("= 41\n") == true)
  }

  @Test("a reservation that another job has stops the run before anything is public, and everything is undone")
  func lostRace() throws {
    let store = try StoreProject()
    try store.add(
      #""kind": "status", "status": 409, "method": "POST", "path": "buildUploads", "body": {"errors": [{"status": "409", "code": "ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE", "title": "The bundle version must be higher", "meta": {"previousBundleVersion": "47"}}]}"#
    )
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("build number is used: the highest one at App Store Connect is `47`"), "\(outcome.errors)"
    )
    #expect(outcome.errors.contains("nothing is public, and everything was undone"), "\(outcome.errors)")
    #expect(try store.project.git("tag", "--list", "builds/*") == "")
    #expect(store.project.read("App.xcconfig")?.contains("= 41\n") == true)
    #expect(try store.events() == [])
  }

  @Test("a failure before the commit deletes the reservation")
  func undone() throws {
    let store = try StoreProject()
    try store.add(#""kind": "status", "status": 403, "method": "PUT", "path": "/storage/", "text": "denied""#, after: 1)
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("Apple's storage host refused a part of `CoolApp.ipa` with status 403"),
      "\(outcome.errors)")
    #expect(!outcome.errors.contains("signature=") && !outcome.output.contains("signature="))
    #expect(try store.events() == ["reserved 42", "deleted 42"])
    #expect(try store.project.git("tag", "--list", "builds/*") == "")
  }

  @Test("a build that was sent and not handed over is withdrawn by another clone")
  func otherClone() throws {
    let store = try StoreProject()
    try store.add(#""kind": "kill", "method": "PATCH", "path": "buildUploadFiles""#)
    #expect(try store.martlet("run", "beta", "--yes").status == 137)
    #expect(try store.events() == ["reserved 42"])
    try store.moveToNewClone()
    #expect(try store.martlet("finish", "--yes").status == 75)
    let outcome = try store.martlet("undo", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try store.events() == ["reserved 42", "deleted 42"])
    #expect(try store.project.openRecords() == "")
  }

  @Test("a build that was handed over before the push belongs to its clone, and the hint ends it elsewhere")
  func handedOver() throws {
    let store = try StoreProject(
      lanes: StoreProject.lanes.replacing("      - push\n", with: "      - run: {shell: exit 1}\n      - push\n"))
    #expect(try store.martlet("run", "beta", "--yes").status == 3)
    let events = try store.events()
    #expect(events.contains("committed 42"))
    try store.moveToNewClone()
    for words in [["finish", "--yes"], ["undo", "--yes"], ["run", "beta", "--yes"]] {
      let refused = try store.project.martlet(words)
      #expect(refused.status == 75, "\(refused.errors)")
      #expect(refused.errors.contains(", has not pushed, "), "\(refused.errors)")
    }
    // Apple may have processed the build since.
    let later = try store.events()
    #expect(later.starts(with: events) && !later.contains("deleted 42"), "\(later)")
    #expect(try store.martlet("undo", "--keep", "--yes").status == 0)
    #expect(try store.project.openRecords() == "")
  }

  @Test("a run whose build was not handed over is undone in another clone, with its files")
  func undoneElsewhere() throws {
    let store = try StoreProject()
    try store.add(#""kind": "kill", "method": "PATCH", "path": "buildUploadFiles""#)
    #expect(try store.martlet("run", "beta", "--yes").status == 137)
    try store.moveToNewClone()
    let head = try store.project.git("rev-parse", "HEAD")
    let outcome = try store.martlet("undo", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try store.events() == ["reserved 42", "deleted 42"])
    #expect(try store.project.git("rev-parse", "HEAD") == head)
    #expect(try store.project.git("status", "--porcelain") == "")
    #expect(try store.project.git("tag", "--list", "builds/*") == "")
  }

  @Test("a build that Apple refuses after the commit stays at Apple, and the codes are shown")
  func refused() throws {
    let store = try StoreProject(
      lanes: StoreProject.lanes.replacing(
        "upload_build: build/CoolApp.ipa", with: "upload_build: {file: build/CoolApp.ipa, wait: processed}"))
    try store.server.set(#"{"processing": "fail"}"#)
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("Apple refused build 2.0.0 (42)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("90683: Missing purpose string in Info.plist."), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("already at Apple: build 2.0.0 (42) at Apple; nothing was undone"), "\(outcome.errors)")
    #expect(try store.hasPublicTag("builds/42") == false)
  }

  @Test("a wait ends at its limit with status 3, and resume waits again")
  func stuck() throws {
    let store = try StoreProject(lanes: StoreProject.lanes.replacing("groups:", with: "timeout: 22, groups:"))
    try store.server.set(#"{"processing": "stuck"}"#)
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("Apple has not finished build 2.0.0 (42) after 0 minutes"), "\(outcome.errors)")
    try store.server.set(#"{"processing": "complete"}"#)
    let resumed = try store.martlet("finish", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try store.events().last == "beta review 42")
  }

  @Test("a record that stays or vanishes does not hide the build", arguments: ["hidden", "vanish"])
  func contradictions(processing: String) throws {
    let store = try StoreProject()
    try store.server.set(#"{"processing": "\#(processing)"}"#)
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try store.events().last == "beta review 42")
  }

  @Test(
    "what Apple would refuse later stops the run before its first command, with the status and the cause",
    arguments: [
      ("settings", #"{"agreement": true}"#, 4, "App Store Connect refuses requests until a new agreement is accepted"),
      (
        "settings", #"{"role": true}"#, 4,
        "the key `***` may not do this at App Store Connect: POST /v1/buildUploads"
      ),
      ("settings", #"{"quota": true}"#, 1, "App Store Connect accepts no more uploads of this app today"),
      ("live", "2.0.0", 5, "version `2.0.0` takes no more builds at App Store Connect: it is READY_FOR_DISTRIBUTION"),
      ("live", "2.1", 5, "version `2.0.0` takes no more builds at App Store Connect: `2.1` is READY_FOR_DISTRIBUTION"),
      ("group", "", 5, "TestFlight has no group `Friends`"),
      ("review", "", 5, "build `7` of 2.0.0 is in beta review (WAITING_FOR_REVIEW)"),
    ])
  func preflight(kind: String, value: String, status: Int32, message: String) throws {
    let store = try StoreProject()
    switch kind {
    case "settings": try store.server.set(value)
    case "live": try store.addLiveVersion(value)
    case "group":
      let group = try store.server.table("betaGroups").first { $0["name"] as? String == "Friends" }
      try store.server.tamper(#"{"set": "betaGroups", "id": "\#(group?["id"] ?? "")", "name": "Family"}"#)
    default:
      try store.addBuild("7", version: "2.0.0")
      let id = try store.server.table("builds").first?["id"] ?? ""
      try store.server.tamper(
        #"{"add": "betaAppReviewSubmissions", "build": "\#(id)", "betaReviewState": "WAITING_FOR_REVIEW"}"#)
    }
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try store.events() == [])
    if kind != "settings" || status == 4 && value.contains("agreement") { #expect(!store.project.has("build")) }
    #expect(try store.hasPublicTag("builds/42") == false)
  }

  @Test("an app that differs from the plan is refused before the reservation, with every difference")
  func wrongPackage() throws {
    let store = try StoreProject(
      package: #"{"build": "40", "version": "2.0.0", "extension": {"CFBundleVersion": "1"}}"#)
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "CFBundleVersion of `Payload/CoolApp.app` in `build/CoolApp.ipa` is `40`, expected `42`"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("PlugIns/Share.appex` in `build/CoolApp.ipa` is `1`, expected `42`"), "\(outcome.errors)")
    #expect(try store.events() == [])
  }
}
