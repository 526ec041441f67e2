import Lanes
import MartletCore

/// A part of an upload to App Store Connect, as the journal records it before the request is sent, and again with the id.
struct UploadChange: ChangeValue, Hashable, Sendable, Codable {
  let upload: BuildUpload
  /// The time at Apple before the reservation, in seconds since 1970.
  let start: Int
  /// The id of the upload; nil before the answer.
  var id: String?
  /// Whether Apple has refused the reservation, so that what is there belongs to another job.
  var isRefused = false

  init(_ upload: BuildUpload, start: Int, id: String? = nil) {
    (self.upload, self.start, self.id) = (upload, start, id)
  }

  /// A reservation can be deleted before its commit; the file goes with it.
  var isRevertible: Bool { upload.part == .reservation && !isRefused }

  /// - Throws: `UnreadableForge` if Apple's lists cannot be read.
  func state(in workspace: Workspace) throws -> ChangeState {
    if isRefused { return .notDone }
    do {
      let lookup = UploadLookup(upload.build, try workspace.appStore(upload.build.app))
      switch upload.part {
      case .reservation: return try lookup.reservation(id: id, since: start) == nil ? .notDone : .done
      // Only the journal shows it; a part can be sent again.
      case .transfer, .processing: return .notDone
      case .commit:
        switch try lookup.progress(id: id) {
        case .waiting: return .notDone
        case .processing, .accepted: return .done
        // The number is used up, and the next entry reports the reason.
        case .refused: return .done
        case .vanished: return .overtaken(Failure.vanishedUpload(upload.build))
        }
      }
    } catch {
      throw UnreadableForge(failure: Failure(of: error))
    }
  }

  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    let client = try workspace.appStore(upload.build.app)
    guard let found = try UploadLookup(upload.build, client).reservation(id: id, since: start) else { return }
    let result = try client.session.send(.delete("buildUploads", found.id))
    switch result {
    case .done, .notFound: return
    case .maybeDone(let failure):
      if try UploadLookup(upload.build, client).reservation(id: found.id, since: start) != nil { throw failure }
    case .taken, .limited, .refused: _ = try result.get()
    }
  }
}

/// What Apple has of one upload.
struct UploadLookup {
  enum Progress {
    /// Reserved, and not handed over.
    case waiting(id: String)
    case processing
    case accepted(build: StoreResource, warnings: [String])
    case refused([String])
    case vanished
  }

  private let build: StoreBuild
  private let client: AppStoreClient

  init(_ build: StoreBuild, _ client: AppStoreClient) {
    (self.build, self.client) = (build, client)
  }

  /// The reservation: by its id, or the only one of version and number that was made since `start` and has no file.
  func reservation(id: String?, since start: Int) throws -> StoreResource? {
    let found = try client.uploads(of: build.version).filter { isSame($0["cfBundleVersion"]) }
    if let id { return found.first { $0.id == id } }
    let recent = found.filter { upload in
      upload["state"]?["state"]?.text == "AWAITING_UPLOAD"
        && (upload["createdDate"]?.text.flatMap(Instant.init(appStore:))?.seconds ?? 0) >= start
    }
    guard recent.count == 1, let upload = recent.first else { return nil }
    return try files(of: upload.id).isEmpty ? upload : nil
  }

  func files(of upload: String) throws -> [StoreResource] {
    try client.session.list(.get("/v1/buildUploads/\(upload)/buildUploadFiles", ["limit": "200"]))
  }

  /// Reads the upload and the builds: neither alone shows whether Apple has the file.
  ///
  /// - Parameter id: Nil if the record does not have it.
  func progress(id: String?) throws -> Progress {
    var upload: StoreResource?
    if let id {
      switch try client.session.send(.get("/v1/buildUploads/\(id)")) {
      case .done(let value): upload = value["data"].flatMap(StoreResource.init)
      case .notFound: break
      case let other: _ = try other.get()
      }
    } else {
      upload = try client.uploads(of: build.version).first { isSame($0["cfBundleVersion"]) }
    }
    let state = upload?["state"]
    if state?["state"]?.text == "FAILED" { return .refused(Self.lines(state, "errors")) }
    if let found = try client.builds(of: build.version).first(where: { isSame($0["version"]) }) {
      switch found["processingState"]?.text {
      case "VALID": return .accepted(build: found, warnings: Self.lines(state, "warnings"))
      case "FAILED", "INVALID": return .refused(["processing state \(found["processingState"]?.text ?? "")"])
      default: return .processing
      }
    }
    switch state?["state"]?.text {
    case nil: return .vanished
    case "AWAITING_UPLOAD": return .waiting(id: upload?.id ?? "")
    default: return .processing
    }
  }

  private static func lines(_ state: StoreValue?, _ key: String) -> [String] {
    (state?[key]?.elements ?? []).map { "\($0["code"]?.text ?? "?"): \($0["description"]?.text ?? "")" }
  }

  /// Apple drops leading zeros, and 1.0 is 1.
  private func isSame(_ text: StoreValue?) -> Bool {
    guard let text = text?.text, let found = try? BuildNumber(text), let own = try? BuildNumber(build.number ?? "")
    else {
      return false
    }
    return !found.precedes(own) && !own.precedes(found)
  }
}

extension Instant {
  private static let fraction = Pattern(/\.\d+/)

  /// A date of App Store Connect, such as `2026-11-27T08:30:00-07:00`, with or without fractions of a second.
  init?(appStore text: String) {
    self.init(text.replacing(Self.fraction, with: ""))
  }
}

/// The commit of an upload may have reached Apple, although its answer was lost.
struct UncertainUpload: ExplainedError {
  let build: StoreBuild
  let reason: Failure

  var failure: Failure {
    Failure(
      "build \(build.title) may have reached Apple: \(reason.firstMessage)",
      hint: "`martlet finish` reads what Apple has, and continues", code: .answerLost)
  }
}

extension Failure {
  static func vanishedUpload(_ build: StoreBuild) -> Failure {
    Failure(
      "App Store Connect shows neither an upload nor a build \(build.title) any more",
      hint:
        "see the app's page TestFlight; if the build is not there, end the run with `martlet undo --keep`, and start the lane again",
      code: .unknownOutcome)
  }
}
