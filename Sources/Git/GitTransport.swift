import Processes
import Versioning

/// The way to a remote through the `git` program, which has the user's credentials, proxies and ssh configuration.
package struct GitTransport {
  private let repository: Repository

  /// The way from `repository`, with its configuration.
  package init(of repository: Repository) {
    self.repository = repository
  }

  /// What the remote's references name by now; those that it does not have are left out.
  ///
  /// - Parameter names: full names; all references of the remote when empty.
  package func references(
    _ names: [String], of remote: String, isInteractive: Bool = false
  ) throws(TransportError) -> [String: ObjectID] {
    try check(remote, names)
    let result = try run(["ls-remote", "--end-of-options", remote] + names, isInteractive: isInteractive)
    guard result.succeeded else { throw Self.failure(result.errorText, remote) }
    var found: [String: ObjectID] = [:]
    for line in result.outputText.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      // A name also matches longer ones that end in it, and `^{}` is what a tag names.
      guard parts.count == 2, let id = ObjectID(String(parts[0])), names.isEmpty || names.contains(String(parts[1]))
      else { continue }
      found[String(parts[1])] = id
    }
    return found
  }

  /// Pushes all references or none, without force, then reads the remote again: what is reported is what is there.
  ///
  /// A reference that is already there as wanted counts as done, so an interrupted push may be repeated.
  package func push(_ order: PushOrder) throws(TransportError) -> PushReport {
    let names = order.references.map(\.destination)
    let before = try references(names, of: order.remote, isInteractive: order.isInteractive)
    let missing = order.references.filter { before[$0.destination] != $0.object }
    let alreadyThere = names.filter { name in !missing.contains { $0.destination == name } }
    guard !missing.isEmpty else { return PushReport(alreadyThere: alreadyThere, pushed: [], answerWasLost: false) }
    for reference in missing { try verify(reference, found: before[reference.destination], order.remote) }

    let result: CommandResult
    do throws(TransportError) {
      result = try run(arguments(for: missing, of: order), isInteractive: order.isInteractive)
    } catch {
      // It was started, and may have done its work.
      guard case .program(.lost) = error else { throw error }
      throw .outcomeUnknown(remote: order.remote, output: "")
    }
    let after: [String: ObjectID]
    do throws(TransportError) {
      after = try references(names, of: order.remote, isInteractive: order.isInteractive)
    } catch {
      // A refusal is an answer; that the connection broke is none.
      if let refusal = refusal(result, before, order), refusal.isAnswer { throw refusal }
      throw .outcomeUnknown(remote: order.remote, output: result.succeeded ? "" : Self.redacted(result.errorText))
    }
    guard let wrong = order.references.first(where: { after[$0.destination] != $0.object }) else {
      return PushReport(
        alreadyThere: alreadyThere, pushed: missing.map(\.destination), answerWasLost: !result.succeeded)
    }
    // What is new there and ours came from this push, whatever was said about it.
    let hasArrived = missing.contains { after[$0.destination] == $0.object }
    if !hasArrived, let refusal = refusal(result, after, order) { throw refusal }
    throw .notThere(
      remote: order.remote, reference: wrong.destination, expected: wrong.object, found: after[wrong.destination])
  }

  var hasPrePushHook: Bool { Hook(name: "pre-push", repository: repository, policy: .quiet).path != nil }

  private func arguments(for references: [PushedReference], of order: PushOrder) -> [String] {
    var arguments = ["push", "--porcelain", "--no-follow-tags", "--no-recurse-submodules"]
    // A single reference is all or nothing with any server.
    if references.count > 1 { arguments.append("--atomic") }
    if !order.runsHooks { arguments.append("--no-verify") }
    for reference in references where reference.expectation == .absent {
      // An empty lease lets the reference be created and never moved, even if it appears in this very moment.
      arguments.append("--force-with-lease=\(reference.destination):")
    }
    return arguments + ["--end-of-options", order.remote] + references.map { "\($0.object):\($0.destination)" }
  }

  /// Whether a reference that is not there as wanted may be pushed, by what is there.
  func verify(_ reference: PushedReference, found: ObjectID?, _ remote: String) throws(TransportError) {
    switch reference.expectation {
    case .nothing: break
    case .absent:
      guard let found else { return }
      throw .tagExists(remote: remote, reference: reference.destination, found: found)
    case .at(let expected):
      guard found != expected else { return }
      throw .moved(remote: remote, reference: reference.destination, expected: expected, found: found)
    }
  }

  private func check(_ remote: String, _ names: [String]) throws(TransportError) {
    guard !remote.isEmpty, !remote.hasPrefix("-"), (try? repository.remoteNames().contains(remote)) == true else {
      throw .noRemote(remote)
    }
    for name in names {
      guard name.hasPrefix("refs/"), !name.contains(where: { " \t\n:*?[\\^~".contains($0) }) else {
        throw .invalidReference(name)
      }
    }
  }

  private func run(_ arguments: [String], isInteractive: Bool) throws(TransportError) -> CommandResult {
    var command = repository.gitProgram.command(arguments)
    // The answers are read: they must be in git's own words.
    command.environment["LC_ALL"] = "C"
    command.environment["LANGUAGE"] = nil
    command.isInteractive = isInteractive
    command.captureLimit = 8 << 20
    if isInteractive {
      command.input = .inherited
    } else {
      command.environment["GIT_TERMINAL_PROMPT"] = "0"
      let ssh = command.environment["GIT_SSH_COMMAND"] ?? repository.configuration("core.sshcommand")
      if let ssh {
        command.environment["GIT_SSH_COMMAND"] = "\(ssh) -o BatchMode=yes"
      } else if command.environment["GIT_SSH"] == nil {
        command.environment["GIT_SSH_COMMAND"] = "ssh -o BatchMode=yes"
      }
    }
    do {
      return try command.run()
    } catch {
      throw .program(error)
    }
  }
}
