import HTTP
import Lanes
import MartletCore

/// Reads and changes one app at App Store Connect.
final class AppStoreClient {
  /// The app's record.
  struct Record: Sendable, Hashable {
    let id: String
    let bundleID: String
  }

  let app: AppStoreApp
  let session: AppStoreSession

  init(_ app: AppStoreApp, _ session: AppStoreSession) {
    (self.app, self.session) = (app, session)
  }

  /// Finds the record. Apple's filter is not exact, so the bundle ids are compared here.
  func record() throws -> Record {
    if let record = session.records[app.name] { return record }
    let fields: KeyValuePairs = ["fields[apps]": "bundleId,name", "limit": "200"]
    let found: StoreResource?
    if app.hasRecordID {
      let answer = try session.send(.get("/v1/apps/\(app.name)", ["fields[apps]": "bundleId,name"]))
      if case .notFound = answer { throw Failure.noAppStoreApp(app.name, visible: []) }
      found = try answer.get()["data"].flatMap(StoreResource.init)
    } else {
      let filter = AppStoreRequest.KeyValue(name: "filter[bundleId]", value: app.name)
      var request = AppStoreRequest.get("/v1/apps", fields)
      request.query.append(filter)
      found = try session.list(request).first { $0["bundleId"]?.text == app.name }
    }
    guard let found, let bundleID = found["bundleId"]?.text else {
      let visible = try session.list(.get("/v1/apps", fields)).compactMap { $0["bundleId"]?.text }
      throw Failure.noAppStoreApp(app.name, visible: visible)
    }
    let record = Record(id: found.id, bundleID: bundleID)
    session.records[app.name] = record
    return record
  }

  /// Every build number that was ever used for the platform, of all versions: reserved, failed, expired and processed ones. No
  /// single list of Apple's has all.
  ///
  /// - Throws: The failure of a list that cannot be read, because a number that is missing in it could be used again.
  func usedNumbers() throws -> [BuildNumber] {
    let uploads = try uploads().compactMap { $0["cfBundleVersion"]?.text }
    let builds = try builds().compactMap { $0["version"]?.text }
    return (uploads + builds).compactMap { try? BuildNumber($0) }
  }

  /// The records of uploads.
  ///
  /// - Parameter version: Nil for those of all versions.
  func uploads(of version: String? = nil) throws -> [StoreResource] {
    var request = AppStoreRequest.get(
      "/v1/apps/\(try record().id)/buildUploads",
      [
        "filter[platform]": app.platform.apiName,
        "fields[buildUploads]":
          "cfBundleShortVersionString,cfBundleVersion,createdDate,state,platform,uploadedDate,build",
        "limit": "200",
      ])
    if let version { request.query.append(.init(name: "filter[cfBundleShortVersionString]", value: version)) }
    return try session.list(request)
  }

  /// The builds, also expired and invalid ones.
  func builds(of version: String? = nil) throws -> [StoreResource] {
    var request = AppStoreRequest.get(
      "/v1/builds",
      [
        "filter[app]": try record().id, "filter[preReleaseVersion.platform]": app.platform.apiName,
        "fields[builds]":
          "version,processingState,expired,usesNonExemptEncryption,buildAudienceType,uploadedDate,preReleaseVersion",
        "limit": "200",
      ])
    if let version { request.query.append(.init(name: "filter[preReleaseVersion.version]", value: version)) }
    return try session.list(request)
  }
}

extension Failure {
  fileprivate static func noAppStoreApp(_ name: String, visible: [String]) -> Failure {
    let list = visible.isEmpty ? "no app" : "\(visible.sorted().prefix(20).map(\.self).quotedList)"
    return Failure(
      "the key shows no app `\(name)` at App Store Connect, but \(list)",
      hint: visible.isEmpty
        ? "create the app's record at https://appstoreconnect.apple.com/apps, or use a key of its team"
        : "correct `app_store.app` in the Releasefile")
  }
}
