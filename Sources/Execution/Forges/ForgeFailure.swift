import MartletCore

// Failures for the answers of a forge.
extension Failure {
  static func forgeCredentials(
    _ location: ForgeProject, _ name: String, _ answer: ForgeErrorAnswer, _ token: ForgeToken?, notes: [String]
  ) -> Failure {
    let message =
      token != nil
      ? "\(name) does not accept the token for `\(location.repository)`"
      : "\(name) requires a token for `\(location.repository)`"
    return Failure(
      message, hint: location.hint(for: token),
      notes: [answer.summary] + notes, code: .credentials, exit: .credentials)
  }

  static func forbidden(
    _ location: ForgeProject, _ name: String, _ answer: ForgeErrorAnswer, _ token: ForgeToken?, notes: [String]
  ) -> Failure {
    var failure = forgeCredentials(location, name, answer, token, notes: notes)
    guard token != nil else { return failure }
    failure.diagnostics[0].message =
      "\(name) refuses to change `\(location.repository)`: the token may not, or the project is archived"
    return failure
  }

  static func readOnlyToken(
    _ location: ForgeProject, _ name: String, _ token: ForgeToken?, reason: String
  ) -> Failure {
    Failure(
      "the token cannot write to `\(location.repository)` on \(name)", hint: location.hint(for: token), notes: [reason],
      code: .credentials, exit: .credentials)
  }

  static func notOnForge(
    _ location: ForgeProject, _ name: String, _ answer: ForgeErrorAnswer, hasToken: Bool, notes: [String]
  ) -> Failure {
    Failure(
      "\(name) cannot find this in `\(location.repository)`",
      hint: hasToken
        ? "check the repository's name with `git remote -v`, and whether the token can read it"
        : "check the repository's name with `git remote -v`; a private repository needs a token",
      notes: [answer.summary] + notes, code: .requestRefused)
  }

  static func alreadyThere(_ name: String, _ answer: ForgeErrorAnswer, notes: [String]) -> Failure {
    Failure("\(name) already has this", notes: [answer.summary] + notes, code: .releaseExists, exit: .conflict)
  }

  static func assetExists(_ name: String, asset: String) -> Failure {
    Failure("the release on \(name) already has an asset `\(asset)`", code: .releaseExists, exit: .conflict)
  }

  static func tagProtected(_ name: String, _ answer: ForgeErrorAnswer, notes: [String]) -> Failure {
    Failure(
      "a rule on \(name) protects this tag",
      hint: "let the owner of the token pass the rule, in the repository's settings",
      notes: [answer.summary] + notes, code: .tagProtected, exit: .conflict)
  }

  static func pullRequestsForbidden(_ location: ForgeProject, _ name: String, notes: [String]) -> Failure {
    Failure(
      "\(name) does not permit its jobs to open pull requests in `\(location.repository)`",
      hint: "allow it in the repository's settings: Actions, General, Workflow permissions", notes: notes,
      code: .credentials, exit: .credentials)
  }

  static func immutableRelease(_ name: String, _ answer: ForgeErrorAnswer, notes: [String]) -> Failure {
    Failure(
      "an immutable release on \(name) uses this tag",
      hint: "end an unfinished run with `martlet undo --keep`, then run the lane again for the next version",
      notes: [answer.summary] + notes, code: .releaseImmutable, exit: .conflict)
  }

  static func forgeRefused(_ name: String, _ answer: ForgeErrorAnswer, notes: [String]) -> Failure {
    Failure("\(name) refused the request", notes: [answer.summary] + notes, code: .requestRefused)
  }

  static func rateLimited(_ name: String, seconds: Int, answer: ForgeErrorAnswer) -> Failure {
    Failure(
      "\(name) accepts no further requests for \(seconds == 1 ? "1 second" : "\(seconds) seconds")",
      hint: "run `martlet finish` after that",
      notes: [answer.summary], code: .rateLimit)
  }

  static func answerLost(_ name: String, reason: String) -> Failure {
    Failure(
      "\(name) may have performed the request, but its answer was lost",
      hint: "run `martlet finish`: it reads the release first",
      notes: [reason], code: .answerLost)
  }

  /// A server error, such as that of a gateway, after which the work may be done nevertheless.
  static func failedAnswer(_ name: String, _ answer: ForgeErrorAnswer) -> Failure {
    Failure(
      "\(name) answered with status \(answer.status), and may have performed the request",
      hint: "run `martlet finish`: it reads the release first", notes: [answer.summary], code: .answerLost)
  }

  static func notAnAPI(_ name: String, address: String, status: Int) -> Failure {
    Failure(
      "`\(address)` answered with a page and status \(status), expected the API of \(name)",
      hint: "see the answer with `curl -i \(address)`", code: .unreadableAnswer)
  }

  static func unreadableAnswer(_ name: String, status: Int, isJSON: Bool) -> Failure {
    Failure(
      isJSON
        ? "the answer of \(name) lacks values that belong to it, status \(status)"
        : "the answer of \(name) is not JSON, status \(status)",
      code: .unreadableAnswer)
  }

  static func contradictoryAnswer(_ name: String, _ problem: String) -> Failure {
    Failure("the answer of \(name) does not fit the request: \(problem)", code: .unreadableAnswer)
  }

  static func archived(_ repository: String, _ name: String, _ answer: ForgeErrorAnswer, notes: [String]) -> Failure {
    Failure(
      "`\(repository)` is archived on \(name), so it is read-only", hint: "unarchive it in its settings",
      notes: [answer.summary] + notes, code: .requestRefused)
  }

  static func moved(_ repository: String, to address: String?, _ name: String) -> Failure {
    Failure(
      "`\(repository)` has moved on \(name)", hint: "correct the remote: `git remote set-url origin NEW-ADDRESS`",
      notes: address.map { ["now at: \($0)"] } ?? [], code: .requestRefused)
  }

  static func notDownloadable(_ address: String, status: Int) -> Failure {
    Failure("cannot download `\(address)` without a token: status \(status)", code: .requestRefused)
  }

  static func signInPage(_ address: String) -> Failure {
    Failure("`\(address)` is a web page without a token, expected a file", code: .requestRefused)
  }

  static func notADraft(_ release: ForgeRelease, _ name: String) -> Failure {
    Failure(
      "the release of `\(release.tag)` on \(name) is public and is not deleted",
      hint: "release a fixed version instead", code: .alreadyPublic)
  }
}

extension ForgeProject {
  /// The variable to set, and the permissions that its token needs.
  fileprivate func hint(for token: ForgeToken?) -> String {
    let variable = token?.variable ?? forge.tokenVariables.first?.name ?? "the token"
    return "set `\(variable)` to a token that can \(forge.permission)"
  }
}
