import HTTP
import Lanes
import MartletCore
import Processes

/// Creates clients for forges, with the token of the user.
struct ForgeAccess {
  private let workspace: Workspace
  private let reporter: any RunReporter
  private let limit: RetryLimit
  /// Whether a signal to this process cancels the requests.
  private let isCancelled: @Sendable (Interruption) -> Bool

  /// For the entry of a run that is performed.
  init(_ workspace: Workspace, reporter: any RunReporter) {
    self.workspace = workspace
    self.reporter = reporter
    limit = .standard
    isCancelled = { $0.signal != nil }
  }

  /// For a plan, and for the checks before a run.
  init(_ workspace: Workspace) {
    self.workspace = workspace
    reporter = workspace.waitReporter
    limit = .check
    isCancelled = { $0.signal != nil }
  }

  /// For the undo of a run, which a signal may have stopped: only a second signal cancels the requests.
  init(undoingIn workspace: Workspace) {
    self.workspace = workspace
    reporter = workspace.waitReporter
    limit = .check
    isCancelled = { $0.isUrgent }
  }

  /// A client of the forge that has `repository`.
  ///
  /// - Throws: `Failure.notOnForge`, `.noForgeToken`; the errors of the gate; a failure of the HTTP library.
  func client(of repository: ForgeRepository) throws -> any ForgeClient {
    let location = try location(of: repository)
    guard let credential = try workspace.credentials.credential(for: repository.use(at: location)) else {
      throw Failure.noForgeToken(repository)
    }
    return try client(of: location, repository.token(credential))
  }

  /// A client that only reads. It has a token only for the servers that the token belongs to. Without one, it reads only
  /// public data.
  ///
  /// - Throws: `Failure.notOnForge`; a failure of the HTTP library.
  func publicClient(of repository: ForgeRepository) throws -> any ForgeClient {
    let location = try location(of: repository)
    let credential = try workspace.credentials.optionalCredential(for: repository.use(at: location))
    return try client(of: location, credential.map(repository.token))
  }

  private var observer: ForgeReporter {
    ForgeReporter(reporter: reporter, interruption: workspace.interruption, isCancelled: isCancelled)
  }

  private func location(of repository: ForgeRepository) throws -> ForgeProject {
    guard let location = repository.project else { throw Failure.notOnForge(repository) }
    return location
  }

  private func client(of location: ForgeProject, _ token: ForgeToken?) throws -> any ForgeClient {
    location.client(token: token, transport: try workspace.http(), observer: observer, limit: limit)
  }
}

extension Workspace {
  /// The HTTP transport, created for the first request, because nothing else needs libcurl.
  func http() throws -> HTTPClient {
    try trust.check(.contact, before: "the first request")
    if let httpClient { return httpClient }
    let client = try HTTPClient(
      userAgent: userAgent, certificates: userEnvironment["SSL_CERT_FILE"],
      stallLimit: Int(stallTimeout.components.seconds))
    httpClient = client
    return client
  }
}

/// Passes the events of a forge to the reporter of a run.
///
/// A client calls it on the thread that called the client, and a run has one thread, so the reporter is never used twice at
/// a time.
private final class ForgeReporter: ForgeObserver, @unchecked Sendable {
  private let reporter: any RunReporter
  private let interruption: Interruption?
  private let isCancelledBy: @Sendable (Interruption) -> Bool

  init(
    reporter: any RunReporter, interruption: Interruption?, isCancelled: @escaping @Sendable (Interruption) -> Bool
  ) {
    self.reporter = reporter
    self.interruption = interruption
    isCancelledBy = isCancelled
  }

  func receive(_ event: ForgeEvent) {
    switch event {
    case .uploading(let name, let sent, let total):
      reporter.uploadDidAdvance(UploadProgress(name: name, sentCount: sent, totalCount: total))
    case .waiting(let seconds, let reason): reporter.willWait(seconds: seconds, reason: reason)
    }
  }

  var isCancelled: Bool { interruption.map(isCancelledBy) ?? false }
}

/// How much of a file is uploaded, in bytes.
package struct UploadProgress: Hashable, Sendable {
  package let name: String
  package let sentCount: Int
  package let totalCount: Int
}

extension ForgeRepository {
  /// The variables that may hold the token, the preferred one first.
  package var tokenVariables: [String] { tokenVariable.map { [$0] } ?? kind.tokenVariables.map(\.name) }

  fileprivate func use(at location: ForgeProject) -> CredentialUse {
    CredentialUse(tokenVariables, at: location.api, for: "the release on \(kind.name)")
  }

  fileprivate func token(_ credential: Credential) -> ForgeToken {
    let owner = kind.tokenVariables.first { $0.name == credential.variable }?.owner
    return ForgeToken(
      credential.secret.exposed, kind: owner == .job ? .job : .personal, variable: credential.variable)
  }
}

extension Failure {
  static func notOnForge(_ repository: ForgeRepository) -> Failure {
    Failure(
      "the address of `\(repository.remote)`, `\(repository.address)`, is not a repository on a server",
      hint: "set it with `git remote set-url \(repository.remote.shellWord) URL`")
  }

  static func noForgeToken(_ repository: ForgeRepository) -> Failure {
    let name = repository.kind.name
    return Failure(
      "no token for \(name): \(repository.tokenVariables.quotedList) \(repository.tokenVariables.count == 1 ? "is" : "are") not set",
      hint: "set `\(repository.tokenVariables.first ?? "")` to a token that may write releases of `\(repository.name)`",
      code: .credentials, exit: .credentials)
  }
}
