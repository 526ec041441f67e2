import Lanes
import MartletCore

/// Brings a build to testers: what to test, groups, review and notification.
struct BetaWork: StoreWork {
  let client: AppStoreClient
  private let test: BetaTest

  init(_ test: BetaTest, _ client: AppStoreClient) {
    (self.test, self.client) = (test, client)
  }

  private struct Group {
    let id: String
    let name: String
    let isInternal: Bool
    /// Apple adds every build itself, and refuses another request for it.
    let hasAllBuilds: Bool
  }

  /// Checks the groups, and that no other build of the version is in review.
  func check() throws {
    let groups = try groups()
    guard test.isReviewed, groups.contains(where: { !$0.isInternal }) else { return }
    let builds = try client.builds(of: test.build.version).filter { $0["version"]?.text != test.build.number }
    for build in builds {
      if let state = try review(of: build.id)?["betaReviewState"]?.text,
        ["WAITING_FOR_REVIEW", "IN_REVIEW"].contains(state)
      {
        throw Failure.otherBetaReview(test.build, other: build["version"]?.text ?? "?", state)
      }
    }
  }

  func next() throws -> AppStoreRequest? {
    guard case .accepted(let build, _) = try UploadLookup(test.build, client).progress(id: nil) else {
      throw Failure.notInTestFlight(test.build)
    }
    guard build["expired"]?.flag != true else { throw Failure.expiredBuild(test.build) }
    // Missing Compliance: until the question is answered, no tester can install the build.
    guard build["usesNonExemptEncryption"]?.flag != nil else { throw Failure.openEncryption(test.build) }
    return try note(of: build.id) ?? notification(of: build.id) ?? group(of: build.id) ?? submission(of: build.id)
  }

  private func note(of build: String) throws -> AppStoreRequest? {
    guard !test.notes.isEmpty else { return nil }
    let found = try client.session.list(.get("/v1/builds/\(build)/betaBuildLocalizations", ["limit": "200"]))
    let known = found.compactMap { $0["locale"]?.text }
    let everywhere = test.notes[""]
    for resource in found {
      guard let locale = resource["locale"]?.text, let text = test.notes[locale] ?? everywhere else { continue }
      if resource["whatsNew"]?.text != text {
        return .patch("betaBuildLocalizations", resource.id, ["whatsNew": .text(text)])
      }
    }
    let missing = test.notes.keys.filter { !$0.isEmpty && !known.contains($0) }.min()
    guard let locale = missing ?? (found.isEmpty ? "en-US" : nil), let text = test.notes[locale] ?? everywhere else {
      return nil
    }
    return .post(
      "betaBuildLocalizations", ["locale": .text(locale), "whatsNew": .text(text)],
      related: ["build": ("builds", build)])
  }

  /// A setting, unlike a request for a notification, can be read: so testers are not notified twice.
  private func notification(of build: String) throws -> AppStoreRequest? {
    guard let notifies = test.notifies else { return nil }
    let details = try client.session.send(.get("/v1/builds/\(build)/buildBetaDetail")).get()["data"]
    guard let details = details.flatMap(StoreResource.init), details["autoNotifyEnabled"]?.flag != notifies else {
      return nil
    }
    return .patch("buildBetaDetails", details.id, ["autoNotifyEnabled": .flag(notifies)])
  }

  private func group(of build: String) throws -> AppStoreRequest? {
    for group in try groups() where !group.hasAllBuilds {
      let builds = try client.session.list(.get("/v1/betaGroups/\(group.id)/relationships/builds", ["limit": "200"]))
      if !builds.contains(where: { $0.id == build }) {
        return .relate("POST", "builds", build, "betaGroups", to: "betaGroups", [group.id])
      }
    }
    return nil
  }

  private func submission(of build: String) throws -> AppStoreRequest? {
    guard test.isReviewed, try groups().contains(where: { !$0.isInternal }), try review(of: build) == nil else {
      return nil
    }
    return .post("betaAppReviewSubmissions", related: ["build": ("builds", build)])
  }

  private func review(of build: String) throws -> StoreResource? {
    let answer = try client.session.send(.get("/v1/builds/\(build)/betaAppReviewSubmission"))
    if case .notFound = answer { return nil }
    return try answer.get()["data"].flatMap(StoreResource.init)
  }

  private func groups() throws -> [Group] {
    guard !test.groups.isEmpty else { return [] }
    let found = try client.session.list(
      .get("/v1/betaGroups", ["filter[app]": try client.record().id, "limit": "200"]))
    return try test.groups.map { name in
      let named = found.filter { $0["name"]?.text == name }
      guard let group = named.first, named.count == 1 else {
        throw Failure.noBetaGroup(name, count: named.count, known: found.compactMap { $0["name"]?.text })
      }
      return Group(
        id: group.id, name: name, isInternal: group["isInternalGroup"]?.flag == true,
        hasAllBuilds: group["hasAccessToAllBuilds"]?.flag == true)
    }
  }
}

extension Failure {
  fileprivate static func noBetaGroup(_ name: String, count: Int, known: [String]) -> Failure {
    Failure(
      count == 0 ? "TestFlight has no group `\(name)`" : "TestFlight has \(count) groups `\(name)`, expected one",
      hint: known.isEmpty
        ? "create it on the app's page TestFlight" : "use one of \(known.sorted().quotedList) in `groups`",
      exit: .conflict)
  }

  fileprivate static func otherBetaReview(_ build: StoreBuild, other: String, _ state: String) -> Failure {
    Failure(
      "build `\(other)` of \(build.version) is in beta review (\(state)), and Apple reviews one build of a version at a time",
      hint: "wait for its review, or set `review: false`", exit: .conflict)
  }

  static func notInTestFlight(_ build: StoreBuild) -> Failure {
    Failure(
      "build \(build.title) is not ready at App Store Connect",
      hint: "upload it with the step `upload_build`, and see its state on the app's page TestFlight")
  }

  fileprivate static func expiredBuild(_ build: StoreBuild) -> Failure {
    Failure("build \(build.title) has expired", hint: "upload a new build", exit: .conflict)
  }

  fileprivate static func openEncryption(_ build: StoreBuild) -> Failure {
    Failure(
      "build \(build.title) waits for an answer about encryption, so it cannot be tested",
      hint:
        "answer it on the app's page TestFlight, then `martlet finish`; for later builds, add `ITSAppUsesNonExemptEncryption` to Info.plist"
    )
  }
}
