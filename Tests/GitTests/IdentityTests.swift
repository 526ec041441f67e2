import Foundation
import Git
import MartletCore
import TestSupport
import Testing

@Suite("The identity")
struct IdentityTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    sandbox.environment = sandbox.environment.filter {
      !$0.key.hasPrefix("GIT_AUTHOR") && !$0.key.hasPrefix("GIT_COMMITTER")
    }
  }

  private func expectSameAsGit(_ role: Identity.Role) throws {
    let line = try sandbox.git("var", "GIT_\(role.rawValue.uppercased())_IDENT")
    let identity = try sandbox.repository().identity(role, now: 0)
    let expected = line.split(separator: " ").dropLast(2).joined(separator: " ")
    #expect("\(identity.name) <\(identity.email)>" == expected)
  }

  @Test(
    "is read from variables before settings, and from those of the role first",
    arguments: [Identity.Role.author, .committer])
  func order(role: Identity.Role) throws {
    let prefix = "GIT_\(role.rawValue.uppercased())"
    sandbox.environment["EMAIL"] = "email@example.com"
    try sandbox.git("config", "user.name", "User")
    try expectSameAsGit(role)
    try sandbox.git("config", "user.email", "user@example.com")
    try expectSameAsGit(role)
    try sandbox.git("config", "\(role.rawValue).name", "Role")
    try expectSameAsGit(role)
    try sandbox.git("config", "\(role.rawValue).email", "role@example.com")
    try expectSameAsGit(role)
    sandbox.environment["\(prefix)_NAME"] = "Variable"
    try expectSameAsGit(role)
    sandbox.environment["\(prefix)_EMAIL"] = "variable@example.com"
    try expectSameAsGit(role)
    #expect(try sandbox.repository().identity(role, now: 0).name == "Variable")
  }

  @Test(
    "loses characters that would break a line", arguments: [" .A. <Author>, ", "A\nB", "\"Quoted\"", "O'Brien", "é;"])
  func crud(name: String) throws {
    sandbox.environment["GIT_AUTHOR_NAME"] = name
    sandbox.environment["GIT_AUTHOR_EMAIL"] = "<a@b.c>"
    try expectSameAsGit(.author)
  }

  @Test("is never invented", arguments: ["", " <> "])
  func missing(name: String) throws {
    sandbox.environment["GIT_AUTHOR_NAME"] = name
    sandbox.environment["GIT_AUTHOR_EMAIL"] = "a@b.c"
    let repository = try sandbox.repository()
    let author = #expect(throws: GitError.self) { try repository.identity(.author, now: 0) }
    #expect(author?.diagnostics.first?.message == "git has no name and email for the author of the commit")
    #expect(throws: GitError.missingIdentity(.committer)) { try repository.identity(.committer, now: 0) }
  }

  @Test(
    "has the given date in every complete format",
    arguments: [
      "@1767225600 +0100", "1767225600 -0930", "@0 +0000", "@1767225600 -0000", "2026-01-01T00:00:00Z",
      "2026-01-01T12:34:56+05:30", "2026-01-01 12:34:56 -0800", "2026-02-28T23:59:59", "2024-02-29 00:00:00 +1400",
      "2026-01-01T12:34",
    ])
  func dates(text: String) throws {
    sandbox.environment["GIT_AUTHOR_NAME"] = "A"
    sandbox.environment["GIT_AUTHOR_EMAIL"] = "a@b.c"
    sandbox.environment["GIT_AUTHOR_DATE"] = text
    let line = try sandbox.git("var", "GIT_AUTHOR_IDENT")
    let identity = try sandbox.repository().identity(.author, now: 0)
    #expect(
      identity.rawTime == line.split(separator: " ").suffix(2).joined(separator: " ").replacing("-0000", with: "+0000"))
  }

  @Test(
    "refuses the dates that git refuses",
    arguments: ["yesterday", "2026-13-01T00:00:00Z", "@", "@x", "12", "2026-01-01T25:00:00Z", "@1 +99", "@1 +0160"])
  func invalidDates(text: String) throws {
    sandbox.environment["GIT_AUTHOR_NAME"] = "A"
    sandbox.environment["GIT_AUTHOR_EMAIL"] = "a@b.c"
    sandbox.environment["GIT_AUTHOR_DATE"] = text
    let repository = try sandbox.repository()
    if try sandbox.attempt("var", "GIT_AUTHOR_IDENT").succeeded {
      _ = try repository.identity(.author, now: 0)
    } else {
      #expect(throws: GitError.invalidDate(text, variable: "GIT_AUTHOR_DATE")) {
        try repository.identity(.author, now: 0)
      }
    }
  }

  @Test("has the given time if there is no date")
  func now() throws {
    sandbox.environment["GIT_AUTHOR_NAME"] = "A"
    sandbox.environment["GIT_AUTHOR_EMAIL"] = "a@b.c"
    #expect(try sandbox.repository().identity(.author, now: 1_800_000_000).time == 1_800_000_000)
  }
}
