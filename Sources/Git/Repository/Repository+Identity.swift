import MartletCore
import Processes

extension Repository {
  /// Returns the author or committer of a commit made now, as `git var` prints it, but never one that git has guessed.
  ///
  /// - Parameter now: In seconds since 1970, for a role without a date in its variable.
  /// - Throws: `GitError.missingIdentity`, `.identityNotText`, `.invalidDate`.
  package func identity(_ role: Identity.Role, now: Int64) throws(GitError) -> Identity {
    let source = rolesDiffer ? role : .committer
    if let known = identities[source], known.now == now { return known.identity }
    let found = try identity(role, by: settingsProgram, now)
    identities[source] = (now, found)
    return found
  }

  /// Whether something is set for one role only.
  private var rolesDiffer: Bool {
    let names = ["NAME", "EMAIL", "DATE"]
    return names.contains { environment["GIT_AUTHOR_\($0)"] != environment["GIT_COMMITTER_\($0)"] }
      || settings.has(["author.name", "author.email", "committer.name", "committer.email"])
  }

  private func identity(
    _ role: Identity.Role, by git: GitProgram, _ now: Int64
  ) throws(GitError) -> Identity {
    let prefix = "GIT_\(role.rawValue.uppercased())"
    var command = git.command(["var", "\(prefix)_IDENT"])
    addIdentity(to: &command, now: now)
    let result = try command.result()
    guard result.succeeded else {
      // Without the date, git has another reason or none.
      let date = "\(prefix)_DATE"
      guard let text = environment[date], !text.isEmpty else { throw .missingIdentity(role) }
      command.environment[date] = "@0 +0000"
      throw try command.result().succeeded ? .invalidDate(text, variable: date) : .missingIdentity(role)
    }
    guard let line = String(validUTF8: result.output[...]) else { throw .identityNotText(role) }
    guard let identity = Identity(line: line) else {
      throw .failed(task: "read the \(role.rawValue)", reason: "`git var` printed `\(line)`")
    }
    guard !identity.name.isEmpty, !identity.email.isEmpty else { throw .missingIdentity(role) }
    return identity
  }

  /// Makes a command of git use `now` where no date is set, and stop where it would guess a name or an email. The message
  /// is in UTF-8.
  func addIdentity(to command: inout Command, now: Int64) {
    let date = "@" + GitDate(localTime: now).raw
    for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] where command.environment[name, default: ""].isEmpty {
      command.environment[name] = date
    }
    command.environment.add([("user.useConfigOnly", "true"), ("i18n.commitEncoding", "UTF-8")])
    // With that setting, git does not read the variable, which is not a guess.
    if let email = environment["EMAIL"], !email.isEmpty, !settings.has(["user.email"]) {
      command.environment.add([("user.email", email)])
    }
  }
}
