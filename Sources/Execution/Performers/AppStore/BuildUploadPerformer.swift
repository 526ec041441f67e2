import Lanes
import MartletCore

/// Brings a build to Apple. Every POST is sent once: after a lost answer, Apple's lists show whether it arrived.
struct BuildUploadPerformer: EffectPerformer {
  let upload: BuildUpload

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    let client = try workspace.appStore(upload.build.app)
    guard upload.part == .reservation else {
      _ = try client.record()
      return
    }
    try UploadPreflight(upload, client).check()
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let client = try workspace.appStore(upload.build.app, run.reporter)
    _ = try client.record()
    let change = UploadChange(upload, start: client.session.now, id: run.uploads[upload.build])
    return PreparedAction(.upload(change)) { run in
      let work = BuildUploader(upload, client, workspace)
      switch upload.part {
      case .reservation: try work.reserve(change, &run)
      case .transfer: try work.transfer(&run)
      case .commit: try work.commit(&run)
      case .processing(let limit): try work.await(limit: limit, &run)
      }
    }
  }
}

/// The requests of one upload.
struct BuildUploader {
  private let upload: BuildUpload
  private let client: AppStoreClient
  private let workspace: Workspace
  private let lookup: UploadLookup

  init(_ upload: BuildUpload, _ client: AppStoreClient, _ workspace: Workspace) {
    (self.upload, self.client, self.workspace) = (upload, client, workspace)
    lookup = UploadLookup(upload.build, client)
  }

  private var build: StoreBuild { upload.build }

  func reserve(_ change: UploadChange, _ run: inout RunState) throws {
    var change = change
    let request = AppStoreRequest.post(
      "buildUploads",
      [
        "cfBundleShortVersionString": .text(build.version), "cfBundleVersion": .text(build.number ?? ""),
        "platform": .text(build.app.platform.apiName),
      ], related: ["app": ("apps", try client.record().id)])
    let result = try client.session.send(request)
    switch result {
    case .done(let value): change.id = value["data"]?["id"]?.text
    // Whether it arrived is visible.
    case .maybeDone(let failure):
      guard let found = try lookup.reservation(id: nil, since: change.start) else { throw failure }
      change.id = found.id
    case .notFound, .taken, .limited, .refused:
      change.isRefused = true
      run.knownChange = .upload(change)
      _ = try result.get()
    }
    run.knownChange = .upload(change)
    run.outcome.post = change.id
  }

  func transfer(_ run: inout RunState) throws {
    guard let file = upload.file, let contents = file.contents else {
      throw ExecutionError.unknownContents(upload.file?.path ?? "")
    }
    try workspace.keepAgain(file, contents, in: run.folder)
    let path = run.folder.artifactPath(of: contents.digest)
    let source = try FileSource(path)
    let parts = try fileRecord(of: file, contents, in: try reservationID(run))
    for part in parts {
      guard part.offset + part.length <= source.size else {
        throw Failure.unreadableAppStoreAnswer("a part of `\(file.name)` is outside of it")
      }
      let outcome = client.session.put(part, of: path, named: file.name, total: contents.size)
      guard case .answered(let response) = outcome else {
        throw Failure.lostPart(file.name, outcome.error?.firstMessage ?? "no answer")
      }
      guard response.isSuccess else { throw Failure.refusedPart(file.name, status: response.status) }
      let sum = response["ETag"]?.filter { $0 != "\"" } ?? ""
      // The storage host of 2026 gives the MD5 of the part.
      let isMD5 = sum.utf8.count == 32 && sum.utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
      if isMD5, try sum != source.md5(from: part.offset, count: part.length) {
        throw Failure.lostPart(file.name, "the checksum of a part differs")
      }
    }
  }

  /// Finds or creates the record of the file, and returns the parts that Apple expects.
  private func fileRecord(of file: Artifact, _ contents: ArtifactContents, in id: String) throws -> [UploadPart] {
    let type = file.name.hasSuffix(".pkg") ? "com.apple.pkg" : "com.apple.ipa"
    if try lookup.files(of: id).isEmpty {
      let result = try client.session.send(
        .post(
          "buildUploadFiles",
          [
            "assetType": "ASSET", "fileName": .text(file.name), "fileSize": .number(Double(contents.size)),
            "uti": .text(type),
          ], related: ["buildUpload": ("buildUploads", id)]))
      // Whether it arrived is visible below.
      if case .maybeDone = result {} else { _ = try result.get() }
    }
    let files = try lookup.files(of: id)
    guard files.count == 1, let found = files.first, found["fileName"]?.text == file.name,
      found["fileSize"]?.count == contents.size
    else { throw Failure.foreignFile(build, files.map { $0["fileName"]?.text ?? "?" }) }
    return (found["uploadOperations"]?.elements ?? []).compactMap(UploadPart.init)
  }

  private func reservationID(_ run: RunState) throws -> String {
    if let id = run.uploads[build] { return id }
    guard case .waiting(let id) = try lookup.progress(id: nil) else { throw Failure.vanishedUpload(build) }
    return id
  }

  func commit(_ run: inout RunState) throws {
    guard let file = upload.file, let contents = file.contents else {
      throw ExecutionError.unknownContents(upload.file?.path ?? "")
    }
    let id = try reservationID(run)
    guard let record = try lookup.files(of: id).first else { throw Failure.vanishedUpload(build) }
    var values: [String: StoreValue] = ["uploaded": true]
    // A clone that only continues the run need not have the file: the parts were compared when they were sent.
    if (try? workspace.keepAgain(file, contents, in: run.folder)) != nil {
      let source = try FileSource(run.folder.artifactPath(of: contents.digest))
      let sum = try source.md5(from: 0, count: source.size)
      values["sourceFileChecksums"] = .table(["file": .table(["hash": .text(sum), "algorithm": "MD5"])])
    }
    let result = try client.session.send(.patch("buildUploadFiles", record.id, values))
    switch result {
    case .done: return
    case .maybeDone(let failure), .taken(let failure):
      // Once: an answer that was lost does not mean that the request was.
      switch Result(catching: { try lookup.progress(id: id) }) {
      case .success(.processing), .success(.accepted), .success(.refused): return
      case .success(.waiting):
        if case .taken = result { throw failure }
        throw UncertainUpload(build: build, reason: failure)
      case .success(.vanished), .failure: throw UncertainUpload(build: build, reason: failure)
      }
    case .notFound, .limited, .refused: _ = try result.get()
    }
  }

  /// Waits until Apple has accepted the build: 5 seconds between two reads at first, and at most a minute.
  func await(limit: Int, _ run: inout RunState) throws {
    var wait = PollingWait(client.session, limit: limit, title: "Apple processes build \(build.title)")
    while true {
      var problem: Failure?
      do {
        switch try lookup.progress(id: run.uploads[build]) {
        case .accepted(let found, let warnings):
          for warning in warnings { run.reporter.warn(Failure.appleWarning(build, warning).diagnostics[0].asWarning) }
          run.outcome.post = found.id
          return
        case .refused(let reasons): throw Failure.refusedBuild(build, reasons)
        case .waiting: problem = Failure("Apple shows the upload as not handed over yet")
        case .processing, .vanished: break
        }
      } catch let failure as Failure where failure.code == .unreachable || failure.code == .answerLost {
        problem = failure
      }
      guard try wait.next(in: workspace) else { throw Failure.unfinishedBuild(build, minutes: limit / 60, problem) }
    }
  }
}

extension Failure {
  fileprivate static func lostPart(_ name: String, _ reason: String) -> Failure {
    Failure("a part of `\(name)` did not reach Apple's storage host: \(reason)", hint: "run the command again")
  }

  fileprivate static func refusedPart(_ name: String, status: Int) -> Failure {
    Failure(
      "Apple's storage host refused a part of `\(name)` with status \(status)",
      hint: "run the command again; the addresses of an upload are valid for a week", code: .requestRefused)
  }

  fileprivate static func foreignFile(_ build: StoreBuild, _ names: [String]) -> Failure {
    Failure(
      "the upload of build \(build.title) has \(names.isEmpty ? "no file" : names.quotedList), which is not the one of this run",
      hint:
        "another job may upload the same number: let `bump: {build: increment, above: app_store}` choose the next one",
      exit: .conflict)
  }

  fileprivate static func appleWarning(_ build: StoreBuild, _ text: String) -> Failure {
    Failure("Apple on build \(build.title): \(text)")
  }

  fileprivate static func refusedBuild(_ build: StoreBuild, _ reasons: [String]) -> Failure {
    Failure(
      "Apple refused build \(build.title)",
      hint: "correct the app, end this run with `martlet undo --keep`, and run the lane again: the number is used up",
      notes: reasons.isEmpty ? ["Apple gave no reason; the e-mail to the team has more"] : reasons,
      code: .requestRefused)
  }

  fileprivate static func unfinishedBuild(_ build: StoreBuild, minutes: Int, _ problem: Failure?) -> Failure {
    Failure(
      "Apple has not finished build \(build.title) after \(minutes.of("minute"))",
      hint: "`martlet finish` waits again; a lane that only waits can be started again",
      notes: [problem?.firstMessage].compactMap(\.self), exit: .partlyPublic)
  }
}
