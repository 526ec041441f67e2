import Lanes
import MartletCore

/// The checks at App Store Connect before a build is made and uploaded. They only read.
struct UploadPreflight {
  private let upload: BuildUpload
  private let client: AppStoreClient

  init(_ upload: BuildUpload, _ client: AppStoreClient) {
    (self.upload, self.client) = (upload, client)
  }

  /// - Throws: What is wrong with key, agreement, app, version or number.
  func check() throws {
    let record = try client.record()
    if let id = upload.bundleID, id != record.bundleID {
      throw Failure.otherBundleID(upload.file?.name ?? "", id, record: record, upload.build.app.name)
    }
    try checkVersion()
    guard let number = upload.build.number.flatMap({ try? BuildNumber($0) }) else { return }
    let used = try client.usedNumbers()
    if let same = used.first(where: { !$0.precedes(number) && !number.precedes($0) }) {
      throw Failure.usedNumber(same.text, highest: used.highest?.text ?? same.text)
    }
  }

  /// A version is closed when it is approved or later, also after a replacement. A list of the open states is safer than one of
  /// the closed ones, of which Apple adds some.
  private func checkVersion() throws {
    let own = upload.build.version
    for version in try client.versions() {
      let (text, state) = (version["versionString"]?.text ?? "", version["appVersionState"]?.text ?? "")
      if StoreVersionState.isOpen(state) { continue }
      guard text == own || !StoreVersionState.precedes(text, own) else { continue }
      throw Failure.closedVersion(own, found: text, state)
    }
  }
}

/// The states of a version in Apple's OpenAPI file 4.4.1 (`AppVersionState`).
enum StoreVersionState {
  private static let open = [
    "PREPARE_FOR_SUBMISSION", "READY_FOR_REVIEW", "WAITING_FOR_REVIEW", "IN_REVIEW", "WAITING_FOR_EXPORT_COMPLIANCE",
    "REJECTED", "METADATA_REJECTED", "DEVELOPER_REJECTED", "INVALID_BINARY",
  ]

  /// Whether the version takes new builds.
  static func isOpen(_ state: String) -> Bool { open.contains(state) }

  /// Whether version, build and notes can be changed.
  static func isEditable(_ state: String) -> Bool {
    ["PREPARE_FOR_SUBMISSION", "REJECTED", "METADATA_REJECTED", "DEVELOPER_REJECTED", "INVALID_BINARY"].contains(state)
  }

  static func precedes(_ text: String, _ other: String) -> Bool {
    guard let one = try? BuildNumber(text), let other = try? BuildNumber(other) else { return false }
    return one.precedes(other)
  }
}

extension AppStoreClient {
  /// The versions of the platform.
  func versions(named version: String? = nil) throws -> [StoreResource] {
    var request = AppStoreRequest.get(
      "/v1/apps/\(try record().id)/appStoreVersions", ["filter[platform]": app.platform.apiName, "limit": "200"])
    if let version { request.query.append(.init(name: "filter[versionString]", value: version)) }
    return try session.list(request)
  }
}

extension Failure {
  fileprivate static func otherBundleID(
    _ file: String, _ id: String, record: AppStoreClient.Record, _ name: String
  ) -> Failure {
    Failure(
      "`\(file)` has the bundle id `\(id)`, and the app `\(name)` of App Store Connect has `\(record.bundleID)`",
      hint: "correct `app_store.app` in the Releasefile, or the app", exit: .conflict)
  }

  fileprivate static func usedNumber(_ number: String, highest: String) -> Failure {
    Failure(
      "build number `\(number)` was used at App Store Connect already; the highest one is `\(highest)`",
      hint: "add `bump: {build: increment, above: app_store}` before the build", exit: .conflict)
  }

  fileprivate static func closedVersion(_ version: String, found: String, _ state: String) -> Failure {
    Failure(
      "version `\(version)` takes no more builds at App Store Connect: \(found == version ? "it" : "`\(found)`") is \(state)",
      hint: "raise the version, for example with `martlet bump patch`", exit: .conflict)
  }
}
