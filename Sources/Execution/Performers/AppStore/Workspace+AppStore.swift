import Archiving
import HTTP
import Lanes
import MartletCore
import Processes
import SystemAPI

extension Workspace {
  /// A client of App Store Connect.
  ///
  /// - Throws: `WithheldCredential` in a command that only looks; `Failure.noAppStoreKey`; the errors of the gate and of the
  ///   key; a failure of the HTTP library.
  func appStore(_ app: AppStoreApp, _ reporter: (any RunReporter)? = nil) throws -> AppStoreClient {
    guard credentials.isOpen else { throw WithheldCredential(app.title) }
    let session = try appStoreSession ?? makeAppStoreSession()
    appStoreSession = session
    session.observer = AppStoreObserver(reporter: reporter ?? waitReporter, interruption: interruption)
    return AppStoreClient(app, session)
  }

  /// Checks the key of App Store Connect without a network, and returns its id; nil if none is set.
  ///
  /// - Throws: What is wrong with it.
  package func checkedAppStoreKey() throws -> String? {
    for variable in AppStoreVariable.secrets {
      guard let secret = credentials.maskedValue(of: variable) else { continue }
      return try appStoreKey(secret.exposed, variable).id
    }
    return nil
  }

  private func makeAppStoreSession() throws -> AppStoreSession {
    let address = try appStoreAddress()
    let use = CredentialUse(AppStoreVariable.secrets, at: address, for: "App Store Connect")
    guard let credential = try credentials.credential(for: use) else { throw Failure.noAppStoreKey("ASC_KEY") }
    return AppStoreSession(
      at: address, key: try appStoreKey(credential.secret.exposed, credential.variable),
      environment: userEnvironment, transport: try http(),
      observer: AppStoreObserver(reporter: waitReporter, interruption: interruption))
  }

  private func appStoreKey(_ text: String, _ variable: String) throws -> AppStoreKey {
    var text = text
    if AppStoreVariable.keyFile.contains(variable) {
      do throws(SystemError) {
        text = String(decoding: try SystemFile.contents(at: absolutePath(text)), as: UTF8.self)
      } catch {
        throw Failure.unreadableKeyFile(text, variable, error.message)
      }
    }
    guard let id = value(of: AppStoreVariable.keyID) else { throw Failure.noAppStoreKey(AppStoreVariable.keyID[0]) }
    return try AppStoreKey(id: id, issuer: value(of: AppStoreVariable.issuerID), text: text, variable: variable)
  }

  private func value(of names: [String]) -> String? {
    names.lazy.compactMap { self.environment[$0] }.first { !$0.isEmpty }
  }

  private func absolutePath(_ path: String) -> String { path.hasPrefix("/") ? path : "\(root)/\(path)" }

  /// The address of the API. Only the process can set another one, and only on this machine.
  private func appStoreAddress() throws(Failure) -> String {
    guard let other = userEnvironment[AppStoreVariable.address], !other.isEmpty else {
      return "https://\(AppStoreVariable.host)"
    }
    guard let address = try? HTTPAddress(other), address.isLoopback, address.server == other else {
      throw .foreignAppStore(other)
    }
    return other
  }
}

/// Passes the events of requests to the reporter of a run. It is called on the thread that sends the request.
struct AppStoreObserver: StoreObserver, @unchecked Sendable {
  let reporter: any RunReporter
  let interruption: Interruption?

  func didSend(_ count: Int, of total: Int) {}

  func didUpload(_ count: Int, of total: Int, named name: String) {
    reporter.uploadDidAdvance(UploadProgress(name: name, sentCount: count, totalCount: total))
  }

  func willWait(seconds: Int, reason: String) { reporter.willWait(seconds: seconds, reason: reason) }

  var isCancelled: Bool { interruption?.signal != nil }
}

extension Failure {
  fileprivate static func noAppStoreKey(_ variable: String) -> Failure {
    Failure(
      "no key for App Store Connect: `\(variable)` is not set",
      hint: "set `ASC_KEY_ID`, `ASC_ISSUER_ID`, and `ASC_KEY` or `ASC_KEY_FILE`, to a key of the role App Manager",
      code: .credentials, exit: .credentials)
  }

  fileprivate static func unreadableKeyFile(_ path: String, _ variable: String, _ reason: String) -> Failure {
    Failure(
      "`\(path)` of `\(variable)` cannot be read: \(reason)", hint: "set `\(variable)` to the path of `AuthKey_….p8`",
      code: .credentials, exit: .credentials)
  }

  fileprivate static func foreignAppStore(_ address: String) -> Failure {
    Failure(
      "`\(AppStoreVariable.address)` is `\(address)`, expected the address of a test server on this machine, such as `http://127.0.0.1:8080`",
      hint: "unset it: requests then go to App Store Connect", code: .tokenHost, exit: .credentials)
  }
}

extension Workspace {
  package func highestBuild(of app: AppStoreApp) throws -> BuildNumber? {
    try appStore(app).usedNumbers().highest
  }

  package func appPackage(at path: String) throws -> AppPackage {
    do {
      return try AppPackageReader.package(in: FileSource(absoluteArtifactPath(path)), named: path)
    } catch let error as ArchiveReadingError {
      throw Failure(
        "`\(path)` is not an app for App Store Connect: \(error.reason)",
        hint: "build it again, for example with `xcodebuild -exportArchive`")
    }
  }
}
