import MartletCore
import Processes
import SystemAPI

/// A bare clone of branches of another repository: their newest commits, without older ones and, where the server allows
/// it, without the contents of files.
///
/// It is a cache, which can be deleted at any time. Only the `git` program can make it.
package final class BranchClone {
  /// Removes the clone with this object; nil for a clone that stays.
  private let temporaryFolder: TemporaryFolder?
  /// The clone itself.
  let repository: Repository
  /// The repository whose settings and credentials are used.
  let project: Repository
  let isInteractive: Bool
  private let remote: Remote
  private let transport: GitTransport

  /// Opens the clone in `folder`, which is created if necessary.
  ///
  /// - Parameters:
  ///   - address: The address of the other repository; it may hold a password.
  ///   - folder: Nil for a temporary one, which is removed with this object.
  package init(
    of address: RemoteURL, in folder: String?, for project: Repository, by access: BranchAccess = .credentialsOfGit,
    isInteractive: Bool = false, silence: Duration = .seconds(60)
  ) throws {
    self.project = project
    self.isInteractive = isInteractive
    temporaryFolder = folder == nil ? try TemporaryFolder(for: project) : nil
    let folder = folder ?? temporaryFolder?.path ?? ""
    let program = project.gitProgram
    var environment = access == .none ? try project.environmentWithoutCredentials(home: folder) : program.environment
    // A Releasefile names the address: see `fileSetting`.
    environment["GIT_PROTOCOL_FROM_USER"] = "0"
    let own =
      [
        ("remote.origin.url", address.string), ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"), ("gc.auto", "0"),
      ] + project.fileSetting
    if access == .none {
      environment["GIT_ALLOW_PROTOCOL"] = "https:http:file"
    } else {
      for name in project.credentialVariables { environment[name] = project.environment[name] }
    }
    environment.add(
      try (access == .none ? [] : project.settingsOfConnections()) + own + address.settings(for: access))
    if try Files.kind(of: "\(folder)/HEAD") == nil { try Self.make(folder, by: program, environment) }
    environment["GIT_DIR"] = folder
    repository = try Repository(containing: folder, environment: environment)
    repository.credentialVariables = project.credentialVariables
    repository.interruption = project.interruption
    repository.serverCredential = project.serverCredential
    remote = Remote(at: address)
    transport = GitTransport(of: repository, isInteractive: isInteractive, silence: silence)
  }

  /// Creates an empty clone in `folder`. It is made beside it and then renamed, so that a killed process leaves a whole
  /// one or none.
  private static func make(_ folder: String, by program: GitProgram, _ environment: [String: String]) throws {
    let draft = "\(folder).new-\(getpid())"
    Files.removeTree(draft)
    var initialise = program.command(["init", "--quiet", "--bare", "--template=", "--", draft])
    initialise.environment = environment
    let result = try initialise.run()
    guard result.succeeded else { throw GitError.failed(task: "create `\(folder)`", reason: result.lastErrorLine) }
    Files.removeTree(folder)
    do {
      try Files.rename(draft, to: folder)
    } catch {
      // Another process may have made it since.
      Files.removeTree(draft)
      if try Files.kind(of: "\(folder)/HEAD") == nil { throw error }
    }
  }

  /// The address without a password.
  package var title: String { remote.name }

  /// Fetches the newest commit of `branch`; nil if there is no such branch.
  package func head(of branch: String) throws -> ObjectID? {
    let (reference, tracked) = ("refs/heads/\(branch)", "refs/remotes/origin/\(branch)")
    guard let place = remote.places.first,
      let found = try transport.references([reference], at: place, within: nil)[reference]
    else { return nil }
    if try repository.reference(named: tracked) == found { return found }
    try transport.fetch("+\(reference):\(tracked)", named: "origin", at: place)
    return try repository.reference(named: tracked)
  }

  /// Checks that `branch` could be pushed, without sending anything.
  ///
  /// - Parameter head: Its newest commit; nil if there is no such branch.
  /// - Throws: `TransportError`.
  package func rehearsePush(to branch: String, over head: ObjectID?) throws {
    let commit = try head ?? emptyCommit()
    let reference = pushed(commit, to: branch, over: head)
    try operation(pushing: reference, moving: [reference.source]).rehearse()
  }

  /// Pushes `commit` to `branch`, if the branch is still at `head`, and reads the branch again.
  ///
  /// - Throws: `TransportError`; `.moved` or `.tagExists` if another commit was pushed.
  package func push(_ commit: ObjectID, to branch: String, over head: ObjectID?) throws(TransportError) {
    _ = try operation(pushing: pushed(commit, to: branch, over: head)).run()
  }

  private func pushed(_ commit: ObjectID, to branch: String, over head: ObjectID?) -> PushedReference {
    let reference = "refs/heads/\(branch)"
    return PushedReference(commit, from: reference, to: reference, expecting: head.map { .at($0) } ?? .absent)
  }

  private func operation(
    pushing reference: PushedReference, moving: Set<String> = []
  ) throws(TransportError) -> PushOperation {
    var request = PushRequest([reference], to: remote.name)
    request.runsHooks = false
    return try PushOperation(of: request, through: transport, to: remote, moving: moving)
  }
}

/// The credentials for the server of a branch.
package enum BranchAccess: Equatable, Sendable {
  case none
  /// Those of the user's configuration of git.
  case credentialsOfGit
  /// A token for a server with `https`.
  case token(String)
}

/// A folder that is removed with this object.
private final class TemporaryFolder {
  let path: String

  init(for repository: Repository) throws(GitError) {
    path = try Files.makeTemporaryDirectory(below: repository.environment["TMPDIR"] ?? "/tmp")
  }

  deinit { Files.removeTree(path) }
}

extension GitTransport {
  /// Fetches one commit without its history and, where the server allows it, without the contents of its files.
  fileprivate func fetch(_ refspec: String, named remote: String, at place: RemoteEndpoint) throws(TransportError) {
    let options = [
      "--depth=1", "--filter=blob:none", "--progress", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules",
      "--no-auto-maintenance", "--refmap=",
    ]
    let result = try run(command(["fetch"] + options + ["--", remote, refspec]))
    guard result.succeeded else { throw failure(of: .fetch, result, at: place) }
  }
}

extension Repository {
  /// The repository's own settings for connections and identities, which another repository does not have. In jobs of
  /// CI systems, the token is there.
  fileprivate func settingsOfConnections() throws -> [(String, String)] {
    let pattern =
      #"^(http|credential|url|protocol|ssh|user|author|committer|gpg|commit)\.|^core\.(sshcommand|askpass)$"#
    return try settings(like: pattern).filter { $0.scope == "local" }.map { ($0.key, $0.value) }
  }

  /// The environment of git for a server that gets no credential: without helpers, headers, client certificates, and the
  /// user's home, where curl finds `.netrc`. The user's proxies, certificates of servers and other addresses stay.
  ///
  /// - Parameter home: A folder without a file of the user.
  fileprivate func environmentWithoutCredentials(home: String) throws -> [String: String] {
    let pattern =
      #"^url\..*\.insteadof$|^http\.(.*\.)?(proxy|sslcainfo|sslcapath|sslbackend|sslverify|version|lowspeedlimit|lowspeedtime)$"#
    let folder = self.environment["HOME"] ?? ""
    let kept = try settings(like: pattern).filter { !["local", "worktree"].contains($0.scope) }.map { setting in
      let isPath = setting.key.hasSuffix(".sslcainfo") || setting.key.hasSuffix(".sslcapath")
      return (setting.key, isPath && setting.value.hasPrefix("~/") ? folder + setting.value.dropFirst() : setting.value)
    }
    var environment = gitProgram.environment
    environment.merge(["HOME": home, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]) { $1 }
    for name in ["XDG_CONFIG_HOME", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_ASKPASS", "SSH_ASKPASS"] {
      environment[name] = nil
    }
    environment.add(kept)
    return environment
  }

  /// Returns the settings whose names match `pattern`, with the scope of git-config(1): `system`, `global`, `local`,
  /// `worktree` or `command`.
  private func settings(like pattern: String) throws -> [(scope: String, key: String, value: String)] {
    let options = ["config", "--includes", "--null", "--show-scope", "--get-regexp", pattern]
    let fields = try GitQuery(self).result(of: options).outputText.split(separator: "\0")
    return stride(from: 0, to: fields.count - 1, by: 2).map { index in
      let parts = fields[index + 1].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(fields[index]), String(parts[0]), parts.count > 1 ? String(parts[1]) : "true")
    }
  }
}

extension RemoteURL {
  /// The settings that make git send the token, and no other, to this repository only: git would send the header, and
  /// the password of an address, to the target of a redirect, too.
  fileprivate func settings(for access: BranchAccess) -> [(String, String)] {
    guard string.lowercased().hasPrefix("http") else { return [] }
    let header = "http.\(redacted).extraheader"
    let staying = [("http.followRedirects", "false"), ("http.\(redacted).followRedirects", "false")]
    switch access {
    case .none: return [(header, ""), ("credential.helper", ""), ("core.askPass", "")]
    case .credentialsOfGit: return userPart == nil ? [] : staying
    case .token(let token):
      // Forges take any name of a user beside a token.
      let credentials = Base64.standard.text(of: Array("x-access-token:\(token)".utf8))
      return [(header, ""), (header, "Authorization: Basic \(credentials)")] + staying
    }
  }
}

extension [String: String] {
  /// Adds settings of git, after those that are there.
  mutating func add(_ settings: [(String, String)]) {
    let first = self["GIT_CONFIG_COUNT"].flatMap(Int.init) ?? 0
    for (offset, (key, value)) in settings.enumerated() {
      self["GIT_CONFIG_KEY_\(first + offset)"] = key
      self["GIT_CONFIG_VALUE_\(first + offset)"] = value
    }
    self["GIT_CONFIG_COUNT"] = "\(first + settings.count)"
  }
}
