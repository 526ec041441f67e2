import Lanes
import MartletCore

/// Publishes a version of a package in a registry, at most once: what is there is read before and after the upload.
struct PackagePublisher {
  private let publication: PackagePublication
  private let registry: PackageRegistry
  private let workspace: Workspace

  /// - Throws: `Failure.noRegistryToken`; the errors of the gate; a failure of the HTTP library.
  init(_ publication: PackagePublication, in workspace: Workspace, reporter: any RunReporter = SilentReporter()) throws
  {
    self.publication = publication
    self.workspace = workspace
    var login: (user: String?, secret: String)?
    if let variable = publication.tokenVariable {
      let use = CredentialUse([variable], at: publication.registry, for: "`publish_package`")
      guard let credential = try workspace.credentials.credential(for: use) else {
        throw Failure.noRegistryToken(publication, variable: variable)
      }
      login = (publication.user, credential.secret.exposed)
    }
    registry = try ForgeAccess(workspace, reporter: reporter).registry(at: publication.registry, login: login)
  }

  private var path: String { "\(publication.scope)/\(publication.name)/\(publication.version)" }

  /// Checks the credentials, and that the registry does not have the version with another archive.
  func check() throws {
    try registry.checkLogin()
    guard case .published(let checksum) = try registry.lookUp(path) else { return }
    guard let own = publication.archive.contents?.digest.hex, own == checksum else {
      throw Failure.packageExists(publication, checksum: checksum)
    }
  }

  /// Whether the registry has the version with the planned archive.
  func state() throws -> ChangeState {
    guard case .published(let checksum) = try registry.lookUp(path) else { return .notDone }
    guard let own = publication.archive.contents?.digest.hex, own == checksum else {
      return .overtaken(Failure.packageExists(publication, checksum: checksum))
    }
    return .done
  }

  /// Uploads the kept copy of the archive, unless the registry has it, and reads it back.
  func publish(_ run: RunState) throws {
    if case .done = try state() { return }
    guard let contents = publication.archive.contents else {
      throw ExecutionError.unknownContents(publication.archive.path)
    }
    try workspace.keepAgain(publication.archive, contents, in: run.folder)
    let upload = try registry.publish(
      archive: run.folder.artifactPath(of: contents.digest), size: contents.size, as: path,
      named: publication.archive.name)
    switch try state() {
    case .done: return
    case .overtaken(let error): throw error
    case .notDone, .partlyDone:
      switch upload {
      case .done, .accepted: throw Failure.packagePending(publication)
      case .taken(let failure), .maybeDone(let failure): throw failure
      }
    }
  }
}

extension PackagePublication: ChangeValue {
  /// Whether it happened, as the registry reports.
  ///
  /// - Throws: `UnreadableForge` if the registry cannot be read.
  func state(in workspace: Workspace) throws -> ChangeState {
    do {
      return try PackagePublisher(self, in: workspace).state()
    } catch {
      throw UnreadableForge(failure: Failure(of: error))
    }
  }
}

extension Failure {
  fileprivate static func noRegistryToken(_ publication: PackagePublication, variable: String) -> Failure {
    Failure(
      "no token for the registry `\(publication.registry)`: `\(variable)` is not set",
      hint: "set `\(variable)` to a token that may publish `\(publication.scope).\(publication.name)`",
      code: .credentials, exit: .credentials)
  }

  /// - Parameter checksum: The one that the registry reports.
  fileprivate static func packageExists(_ publication: PackagePublication, checksum: String?) -> Failure {
    let own = publication.archive.contents.map { ", not \($0.digest.hex.prefix(12))" } ?? ""
    return Failure(
      "the registry `\(publication.registry)` has `\(publication.title)` already, with the checksum "
        + "\(checksum?.prefix(12) ?? "unknown")\(own)",
      hint: "raise the version: a published version never changes", code: .releaseExists, exit: .conflict)
  }

  fileprivate static func packagePending(_ publication: PackagePublication) -> Failure {
    Failure(
      "the registry `\(publication.registry)` accepted `\(publication.title)`, but does not list it yet",
      hint: "wait until it has checked the archive, then run `martlet resume`")
  }
}
