import MartletCore
import Processes

/// A transport through the `git` program, with the user's credentials, proxies and ssh configuration.
package struct GitTransport: Transport {
  package let repository: Repository
  package let isInteractive: Bool
  /// The maximum time of one command; nil for no limit.
  let limit: Duration?
  /// The maximum time without progress. A user may be typing a password, so where git may prompt,
  /// only curl and ssh check it.
  let silence: Duration

  /// Creates a transport for `repository`, with its configuration.
  package init(
    of repository: Repository, isInteractive: Bool = false, within limit: Duration? = nil,
    silence: Duration = .seconds(60)
  ) {
    self.repository = repository
    self.isInteractive = isInteractive
    self.limit = limit
    self.silence = silence
  }

  package func references(
    _ names: [String], at place: RemoteEndpoint, within limit: Duration?
  ) throws(TransportError) -> [String: ObjectID] {
    // With `HEAD`, the output is empty only if the repository is empty, or if none is there.
    var command = try command(["ls-remote", "--", place.address, "HEAD"] + names, to: [place])
    if limit != nil { command.interruption = nil }
    command.timeout = limit ?? self.limit
    let result = try run(command)
    guard result.succeeded else { throw failure(of: .read, result, at: place) }
    if result.output.isEmpty { try checkIsServer(place) }
    var found: [String: ObjectID] = [:]
    for line in result.outputText.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2, let id = ObjectID(String(parts[0])) else { continue }
      let name = String(parts[1])
      // A name also matches longer ones that end in it, and `^{}` is the target of a tag.
      guard names.contains(where: { $0.hasSuffix("/*") ? name.hasPrefix($0.dropLast()) : $0 == name }) else { continue }
      found[name] = id
    }
    return found
  }

  /// Returns the names of the tags at an address, which is not a remote of this repository.
  package func tagNames(at address: String) throws(TransportError) -> [String] {
    let url = repository.url(behind: address)
    let place = RemoteEndpoint(address: address, title: url.redacted, url: url)
    var command = try command(repository.fileOptions + ["ls-remote", "--tags", "--refs", "--", address], to: [place])
    command.environment["GIT_PROTOCOL_FROM_USER"] = "0"
    let result = try run(command)
    guard result.succeeded else { throw failure(of: .read, result, at: place) }
    return result.outputText.split(separator: "\n").compactMap { $0.split(separator: "\t").last }
      .map { String($0.trimmingPrefix("refs/tags/")) }
  }

  package func send(_ references: [PushedReference], to remote: Remote) throws(TransportError) {
    try push(references, to: remote, as: .push, [])
  }

  package func rehearse(_ references: [PushedReference], to remote: Remote) throws(TransportError) {
    try push(references, to: remote, as: .rehearse, ["--dry-run"])
  }

  package func replace(
    _ reference: String, naming object: ObjectID?, with new: ObjectID?, of remote: Remote, isLast: Bool
  ) throws(TransportError) {
    var arguments = ["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-recurse-submodules"]
    arguments += ["--force-with-lease=\(reference):\(object.map { "\($0)" } ?? "")", "--", remote.pushTarget]
    var command = try command(arguments + ["\(new.map { "\($0)" } ?? ""):\(reference)"], to: remote.places)
    if isLast {
      // A signal may have come before.
      command.interruption = nil
      command.timeout = limit ?? Self.lastLimit
    }
    let result = try run(command)
    guard !result.succeeded else { return }
    guard let line = PushResponse(result.outputText).causes.first else {
      throw failure(of: .push, result, at: remote)
    }
    throw .declined(
      remote: remote.name, reference: line.destination, reason: line.reason,
      output: GitErrorOutput(result.errorText).ofServer)
  }

  /// The maximum time of an operation that cannot be interrupted.
  package static let lastLimit = Duration.seconds(20)

  package func download(_ reference: String, from place: RemoteEndpoint) throws(TransportError) {
    let options = [
      "--progress", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance",
      "--refmap=",
    ]
    let result = try run(command(["fetch"] + options + ["--", place.address, reference], to: [place]))
    guard result.succeeded else { throw failure(of: .fetch, result, at: place) }
  }

  /// Pushes to all places by the remote's name, so that git updates its remote-tracking branch.
  private func push(
    _ references: [PushedReference], to remote: Remote, as operation: RemoteOperation, _ options: [String]
  ) throws(TransportError) {
    // The hook has run before: see `PushOperation`.
    var arguments =
      ["push", "--porcelain", "--progress", "--no-verify", "--no-follow-tags", "--no-recurse-submodules"] + options
    // A mirror would push everything, or refuse named references.
    if repository.configurationFlag("remote.\(remote.name).mirror") == true {
      arguments = ["-c", "remote.\(remote.name).mirror=false"] + arguments
    }
    // A single reference is atomic on any server.
    if references.count > 1 { arguments.append("--atomic") }
    for reference in references {
      // A lease allows a reference to be moved only from there, or, if it is empty, only to be created. It replaces
      // git's rule against losing commits, which `PushOperation` has checked.
      switch reference.expectation {
      case .nothing: break
      case .absent, .new: arguments.append("--force-with-lease=\(reference.destination):")
      case .at(let object), .replacing(let object):
        arguments.append("--force-with-lease=\(reference.destination):\(object)")
      }
    }
    let refspecs = references.map { "\($0.object):\($0.destination)" }
    let result = try run(command(arguments + ["--", remote.pushTarget] + refspecs, to: remote.places))
    let response = PushResponse(result.outputText)
    guard !result.succeeded else {
      // git leaves out what is there already, and does not look at its lease.
      guard let taken = references.first(where: { $0.expectation == .new && response.lines.has("=", $0.destination) })
      else { return }
      throw .tagExists(remote: remote.name, reference: taken.destination, found: taken.object, by: nil)
    }
    let errorOutput = GitErrorOutput(result.errorText)
    guard let line = response.causes.first else {
      throw failure(of: operation, result, at: remote)
    }
    throw .declined(
      remote: remote.name, reference: line.destination, reason: line.reason, output: errorOutput.ofServer)
  }

  private func failure(of operation: RemoteOperation, _ result: CommandResult, at remote: Remote) -> TransportError {
    failure(of: operation, result, at: remote.name, host: remote.places.count == 1 ? remote.places[0].url.host : nil)
  }

  func failure(of operation: RemoteOperation, _ result: CommandResult, at place: RemoteEndpoint) -> TransportError {
    failure(of: operation, result, at: place.title, host: place.url.host)
  }

  private func failure(
    of operation: RemoteOperation, _ result: CommandResult, at title: String, host: String?
  ) -> TransportError {
    if case .timedOut(let limit) = result.termination {
      return .silent(remote: title, host: host, operation, limit: limit)
    }
    return GitErrorOutput(result.errorText).failure(of: operation, at: title, host: host, silence: silence)
  }

  /// Checks that a response without references comes from a git server. For a login page of a network, git reports only
  /// that there are none.
  private func checkIsServer(_ place: RemoteEndpoint) throws(TransportError) {
    guard place.url.string.lowercased().hasPrefix("http") else { return }
    var command = try command(["ls-remote", "--", place.address], to: [place])
    command.environment["GIT_TRACE_PACKET"] = "1"
    let result = try run(command)
    guard result.succeeded else { throw failure(of: .read, result, at: place) }
    guard result.errorText.contains("packet:") || !result.output.isEmpty else {
      throw .noGitServer(remote: place.title, address: place.url.redacted)
    }
  }

  /// The command for `places`. git would send the password of an address to the target of a redirect, too.
  private func command(_ arguments: [String], to places: [RemoteEndpoint]) throws(TransportError) -> Command {
    if let place = places.first(where: \.url.isUnencrypted) { throw .unencrypted(address: place.url.redacted) }
    var command = command(arguments)
    if places.contains(where: { $0.url.userPart != nil && $0.url.string.lowercased().hasPrefix("http") }) {
      command.environment.add([("http.followRedirects", "false")])
    }
    return command
  }

  func command(_ arguments: [String]) -> Command {
    var command = repository.gitProgram.command(arguments)
    // Askpass programs and credential helpers may read a token from its variable.
    for name in repository.credentialVariables { command.environment[name] = repository.environment[name] }
    command.timeout = limit
    // The output is parsed, so it must not be translated.
    command.environment["LC_ALL"] = "C"
    command.environment["LANGUAGE"] = nil
    repository.serverCredential?.add(to: &command.environment)
    if !limitsSpeed {
      command.environment["GIT_HTTP_LOW_SPEED_LIMIT"] = "1"
      command.environment["GIT_HTTP_LOW_SPEED_TIME"] = "\(max(1, silence.components.seconds))"
    }
    command.isInteractive = isInteractive
    guard !isInteractive else {
      command.input = .inherited
      if !hasOwnSSHCommand {
        let seconds = max(1, silence.components.seconds)
        command.environment["GIT_SSH_COMMAND"] =
          "ssh -o ConnectTimeout=\(seconds) -o ServerAliveInterval=\(max(1, seconds / 3))"
      }
      return command
    }
    command.idleLimit = silence
    // There is no user to answer. A `GIT_ASKPASS` program stays, because it answers by itself.
    command.environment["GIT_TERMINAL_PROMPT"] = "0"
    command.environment["GCM_INTERACTIVE"] = "0"
    command.environment["SSH_ASKPASS"] = nil
    let ssh = command.environment["GIT_SSH_COMMAND"] ?? repository.configuration("core.sshcommand")
    if let ssh {
      command.environment["GIT_SSH_COMMAND"] = "\(ssh) -o BatchMode=yes"
    } else if command.environment["GIT_SSH"] == nil {
      command.environment["GIT_SSH_COMMAND"] = "ssh -o BatchMode=yes"
    }
    return command
  }

  private var hasOwnSSHCommand: Bool {
    ["GIT_SSH_COMMAND", "GIT_SSH"].contains { repository.environment[$0] != nil }
      || repository.configuration("core.sshcommand") != nil
  }

  /// Whether the user has configured a minimum speed.
  private var limitsSpeed: Bool {
    repository.environment["GIT_HTTP_LOW_SPEED_TIME"] != nil
      || repository.environment["GIT_HTTP_LOW_SPEED_LIMIT"] != nil
      || repository.configuration("http.lowspeedtime") != nil || repository.configuration("http.lowspeedlimit") != nil
  }

  /// Runs git to its end. Only the end of its error output, which a server can make very long, is kept.
  func run(_ command: Command) throws(TransportError) -> CommandResult {
    var output: [UInt8] = []
    var errors = TailBuffer()
    let termination: CommandResult.Termination
    do {
      termination = try command.run { stream, bytes throws(ProcessError) in
        switch stream {
        case .output: output += bytes.prefix(command.captureLimit - output.count)
        case .errors: errors.append(bytes)
        }
      }
    } catch {
      throw .program(error)
    }
    if case .interrupted(let signal) = termination { throw .interrupted(signal: signal) }
    return CommandResult(termination: termination, output: output, errors: errors.bytes)
  }
}

extension Repository {
  /// The options that allow local paths for an address that the user has not given. git treats such an address like that
  /// of a submodule, which may not start any helper in the `PATH` (`GIT_PROTOCOL_FROM_USER` in git(1)).
  fileprivate var fileOptions: [String] {
    fileSetting.flatMap { ["-c", "\($0)=\($1)"] }
  }

  /// The setting for local paths, unless the user has set it.
  var fileSetting: [(String, String)] {
    configuration("protocol.file.allow") == nil ? [("protocol.file.allow", "always")] : []
  }
}
