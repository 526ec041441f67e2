import Lanes
import MartletCore

/// Brings a version to the App Store, or changes its phase.
struct StoreReleaseWork: StoreWork {
  let client: AppStoreClient
  private let release: StoreRelease

  init(_ release: StoreRelease, _ client: AppStoreClient) {
    (self.release, self.client) = (release, client)
  }

  private var name: String { release.build.version }

  /// Checks what Apple would refuse at the submission. It reads only.
  func check() throws {
    guard case .submission(let notes, _, let isPhased, let isSubmitted) = release.goal else {
      _ = try client.record()
      return
    }
    let versions = try client.versions()
    let own = versions.first { $0["versionString"]?.text == name }
    try refuseOtherVersion(in: versions, own)
    let isFirst = versions.allSatisfy { $0.id == own?.id }
    if isPhased, isFirst { throw Failure.phasedFirstVersion(name) }
    // A new version has the locales of the last one.
    let last = versions.filter { StoreVersionState.precedes($0["versionString"]?.text ?? "", name) }
      .max { StoreVersionState.precedes($0["versionString"]?.text ?? "", $1["versionString"]?.text ?? "") }
    if !isFirst, let version = own ?? last { _ = try texts(notes, of: version) }
    if isSubmitted { _ = try submission(with: own?.id) }
  }

  func next() throws -> AppStoreRequest? {
    switch release.goal {
    case .phase(let phase): try self.phase(phase)
    case .submission(let notes, let timing, let isPhased, let isSubmitted):
      try version(notes, timing, isPhased: isPhased, isSubmitted: isSubmitted)
    }
  }

  private func version(
    _ notes: [String: String], _ timing: StoreRelease.Timing, isPhased: Bool, isSubmitted: Bool
  ) throws -> AppStoreRequest? {
    let versions = try client.versions()
    guard let own = versions.first(where: { $0["versionString"]?.text == name }) else {
      try refuseOtherVersion(in: versions, nil)
      var values = timing.attributes
      values["platform"] = .text(client.app.platform.apiName)
      values["versionString"] = .text(name)
      return .post("appStoreVersions", values, related: ["app": ("apps", try client.record().id)])
    }
    let state = own["appVersionState"]?.text ?? ""
    guard case .accepted(let build, _) = try UploadLookup(release.build, client).progress(id: nil) else {
      throw Failure.notInTestFlight(release.build)
    }
    let current = try client.session.send(.get("/v1/appStoreVersions/\(own.id)/build")).get()["data"]
      .flatMap(StoreResource.init)
    guard StoreVersionState.isEditable(state) else {
      guard current?.id == build.id else { throw Failure.otherBuild(release.build, current?["version"]?.text, state) }
      return isSubmitted && state == "READY_FOR_REVIEW" ? try submit(own.id) : nil
    }
    if !timing.isEqual(to: own) { return .patch("appStoreVersions", own.id, timing.attributes) }
    if current?.id != build.id {
      return .relate("PATCH", "appStoreVersions", own.id, "build", to: "builds", [build.id])
    }
    // Apple forbids them in the first version.
    if versions.count > 1 {
      for text in try texts(notes, of: own) where text.resource["whatsNew"]?.text != text.notes {
        return .patch("appStoreVersionLocalizations", text.resource.id, ["whatsNew": .text(text.notes)])
      }
    }
    if isPhased, try phasedRelease(of: own.id) == nil {
      return .post(
        "appStoreVersionPhasedReleases", ["phasedReleaseState": "INACTIVE"],
        related: ["appStoreVersion": ("appStoreVersions", own.id)])
    }
    return isSubmitted ? try submit(own.id) : nil
  }

  /// Apple has one open version for a platform. It may be the work of another person, so it is never renamed.
  private func refuseOtherVersion(in versions: [StoreResource], _ own: StoreResource?) throws {
    guard own == nil else { return }
    for version in versions {
      let (text, state) = (version["versionString"]?.text ?? "", version["appVersionState"]?.text ?? "")
      let isOpen =
        StoreVersionState.isOpen(state) || state.hasPrefix("PENDING_") || state == "PROCESSING_FOR_DISTRIBUTION"
      if isOpen || state == "ACCEPTED" { throw Failure.otherOpenVersion(text, state, own: name) }
      if !StoreVersionState.precedes(text, name) { throw Failure.higherVersion(text, state, own: name) }
    }
  }

  /// The localizations of a version, each with its notes. A text that the version itself has already is kept.
  private func texts(
    _ notes: [String: String], of version: StoreResource
  ) throws -> [(resource: StoreResource, notes: String)] {
    let found = try client.session.list(
      .get("/v1/appStoreVersions/\(version.id)/appStoreVersionLocalizations", ["limit": "200"]))
    let isOwn = version["versionString"]?.text == name
    let open = found.filter { !isOwn || $0["whatsNew"]?.text?.isEmpty != false }
    let missing = open.compactMap { $0["locale"]?.text }.filter { notes[$0] == nil && notes[""] == nil }
    guard missing.isEmpty else { throw Failure.missingNotes(missing.sorted(), in: name) }
    return found.compactMap { resource in
      resource["locale"]?.text.flatMap { notes[$0] ?? notes[""] }.map { (resource, $0) }
    }
  }

  // MARK: Review

  /// The open submission of the platform, if it is empty or has only the own version; nil if there is none.
  ///
  /// - Throws: `Failure.otherSubmission` for one with something else.
  private func submission(with version: String?) throws -> (id: String, hasVersion: Bool, isEnding: Bool)? {
    let found = try client.session.list(
      .get(
        "/v1/reviewSubmissions",
        [
          "filter[app]": try client.record().id, "filter[platform]": client.app.platform.apiName,
          "filter[state]": "READY_FOR_REVIEW,WAITING_FOR_REVIEW,IN_REVIEW,UNRESOLVED_ISSUES,CANCELING,COMPLETING",
          "limit": "200",
        ]))
    guard let open = found.first else { return nil }
    let items = try client.session.list(
      .get("/v1/reviewSubmissions/\(open.id)/items", ["include": "appStoreVersion", "limit": "200"]))
    let isOwn = items.allSatisfy { $0.related("appStoreVersion") == version && version != nil }
    guard isOwn, found.count == 1, open["state"]?.text == "READY_FOR_REVIEW" || !items.isEmpty else {
      throw Failure.otherSubmission(open.id, open["state"]?.text ?? "?", items: items.count, own: name)
    }
    return (open.id, !items.isEmpty, open["state"]?.text == "CANCELING")
  }

  private func submit(_ version: String) throws -> AppStoreRequest? {
    guard let open = try submission(with: version) else {
      return .post(
        "reviewSubmissions", ["platform": .text(client.app.platform.apiName)],
        related: ["app": ("apps", try client.record().id)])
    }
    guard open.hasVersion else {
      return .post(
        "reviewSubmissionItems",
        related: [
          "reviewSubmission": ("reviewSubmissions", open.id), "appStoreVersion": ("appStoreVersions", version),
        ])
    }
    return .patch("reviewSubmissions", open.id, ["submitted": true])
  }

  // MARK: Phases

  private func phasedRelease(of version: String) throws -> StoreResource? {
    let answer = try client.session.send(.get("/v1/appStoreVersions/\(version)/appStoreVersionPhasedRelease"))
    if case .notFound = answer { return nil }
    return try answer.get()["data"].flatMap(StoreResource.init)
  }

  /// Ends the submission that has only this version, also that of another user.
  private func cancellation(of version: String, _ state: String) throws -> AppStoreRequest? {
    guard let open = try submission(with: version), open.hasVersion else {
      guard StoreVersionState.isEditable(state) else { throw Failure.notInReview(name, state) }
      return nil
    }
    return open.isEnding ? nil : .patch("reviewSubmissions", open.id, ["canceled": true])
  }

  private func phase(_ phase: StoreRelease.Phase) throws -> AppStoreRequest? {
    guard let own = try client.versions(named: name).first(where: { $0["versionString"]?.text == name }) else {
      throw Failure.noStoreVersion(name)
    }
    let state = own["appVersionState"]?.text ?? ""
    if phase == .cancel { return try cancellation(of: own.id, state) }
    if phase == .release {
      if ["READY_FOR_DISTRIBUTION", "PROCESSING_FOR_DISTRIBUTION", "PENDING_APPLE_RELEASE"].contains(state) {
        return nil
      }
      guard state == "PENDING_DEVELOPER_RELEASE" else { throw Failure.notApproved(name, state) }
      return .post(
        "appStoreVersionReleaseRequests", related: ["appStoreVersion": ("appStoreVersions", own.id)])
    }
    guard let phased = try phasedRelease(of: own.id), let found = phased["phasedReleaseState"]?.text,
      found != "INACTIVE"
    else { throw Failure.notPhased(name, state) }
    let wanted = phase == .pause ? "PAUSED" : phase == .resume ? "ACTIVE" : "COMPLETE"
    if found == wanted { return nil }
    guard found != "COMPLETE" else { throw Failure.completePhase(name) }
    return .patch("appStoreVersionPhasedReleases", phased.id, ["phasedReleaseState": .text(wanted)])
  }
}

extension StoreRelease.Timing {
  fileprivate var attributes: [String: StoreValue] {
    switch self {
    case .manual: ["releaseType": "MANUAL"]
    case .afterApproval: ["releaseType": "AFTER_APPROVAL"]
    case .date(let date): ["releaseType": "SCHEDULED", "earliestReleaseDate": .text(date)]
    case .unchanged: [:]
    }
  }

  fileprivate func isEqual(to version: StoreResource) -> Bool {
    if case .unchanged = self { return true }
    guard version["releaseType"] == attributes["releaseType"] else { return false }
    guard case .date(let date) = self else { return true }
    return version["earliestReleaseDate"]?.text.flatMap(Instant.init(appStore:)) == Instant(date)
  }
}

extension Failure {
  fileprivate static func otherOpenVersion(_ version: String, _ state: String, own: String) -> Failure {
    Failure(
      "version `\(version)` is open at App Store Connect (\(state)), so there is no place for `\(own)`",
      hint: "release or remove that version at https://appstoreconnect.apple.com/apps first: Martlet never renames it",
      exit: .conflict)
  }

  fileprivate static func higherVersion(_ version: String, _ state: String, own: String) -> Failure {
    Failure(
      "version `\(version)` is at App Store Connect already (\(state)), expected `\(own)` to be higher",
      hint: "raise the version, for example with `martlet bump patch`", exit: .conflict)
  }

  fileprivate static func otherBuild(_ build: StoreBuild, _ found: String?, _ state: String) -> Failure {
    Failure(
      "version `\(build.version)` is \(state) with build `\(found ?? "none")`, expected `\(build.number ?? "")`",
      hint: "to replace the build, remove the version from review at https://appstoreconnect.apple.com/apps",
      exit: .conflict)
  }

  fileprivate static func missingNotes(_ locales: [String], in version: String) -> Failure {
    Failure(
      "version `\(version)` has no text \"What's New\" for \(locales.quotedList)",
      hint: "write `\(locales[0])/release_notes.txt` in the folder of `notes`, or `default/release_notes.txt` for all",
      exit: .conflict)
  }

  fileprivate static func otherSubmission(_ id: String, _ state: String, items: Int, own: String) -> Failure {
    Failure(
      "review submission `\(id)` is open (\(state), \(items.of("item"))), and Apple takes one for a platform at a time",
      hint:
        "submit or cancel it at https://appstoreconnect.apple.com/apps: it is not one of version `\(own)`, so Martlet leaves it",
      exit: .conflict)
  }

  fileprivate static func phasedFirstVersion(_ version: String) -> Failure {
    Failure("`\(version)` is the first version of the app, which cannot be phased", hint: "remove `phased: true`")
  }

  fileprivate static func noStoreVersion(_ version: String) -> Failure {
    Failure("App Store Connect has no version `\(version)`", hint: "submit it with `app_store_release` first")
  }

  fileprivate static func notApproved(_ version: String, _ state: String) -> Failure {
    Failure(
      "version `\(version)` is \(state), expected PENDING_DEVELOPER_RELEASE", hint: "wait until Apple has approved it",
      exit: .conflict)
  }

  fileprivate static func notInReview(_ version: String, _ state: String) -> Failure {
    Failure("version `\(version)` is \(state), so it has no review that can be cancelled", exit: .conflict)
  }

  fileprivate static func notPhased(_ version: String, _ state: String) -> Failure {
    Failure(
      "version `\(version)` (\(state)) has no phased release that has begun",
      hint: "set `phased: true` before the submission", exit: .conflict)
  }

  fileprivate static func completePhase(_ version: String) -> Failure {
    Failure("all users have version `\(version)`: its phased release is complete", exit: .conflict)
  }
}
