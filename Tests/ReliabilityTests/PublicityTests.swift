import TestSupport
import Testing

/// A run whose commits or tags reach a remote in an unusual way: status, undo and the rollback agree that it is, or may
/// be, public.
@Suite("Whether a run is public")
struct PublicityTests {
  private static let lanes = """
    project: Cool
    manifests: [{plain: VERSION}]
    lanes:
      release: {steps: [bump: minor, commit, tag, push]}
      checked: {steps: [bump: minor, commit, tag, run: {shell: '../check'}, push]}
      local: {steps: [bump: minor, commit, tag]}

    """

  private func project(_ script: String = ":") throws -> StrangeProject {
    let project = try StrangeProject()
    try project.write("Releasefile", Self.lanes)
    try project.shell("git commit -q -a -m Lanes; git push -q origin main\n\(script)")
    return project
  }

  private func hook(_ name: String, _ script: String) -> String {
    "mkdir -p .git/hooks; printf '#!/bin/sh\\n%s\\n' '\(script)' > .git/hooks/\(name); chmod +x .git/hooks/\(name)"
  }

  @Test(
    "is public if a hook or a command has pushed it, and the run fails afterwards: nothing is undone",
    arguments: [
      ("release", "pre-push", "git push -q --no-verify origin HEAD:main 1.5.0; exit 1"),
      ("release", "post-commit", "git push -q --no-verify origin HEAD:main; touch ../origin.git/refs/tags/1.5.0.lock"),
      ("checked", "", "git push -q --no-verify origin HEAD:main 1.5.0; exit 1"),
    ])
  func pushedOtherwise(lane: String, name: String, script: String) throws {
    let project = try project(
      name.isEmpty ? "printf '#!/bin/sh\\n%s\\n' '\(script)' > ../check; chmod +x ../check" : hook(name, script))
    let outcome = try project.martlet("run", lane, "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("already public: "), "\(outcome.errors)")
    #expect(try project.git("tag").contains("1.5.0"))
    let status = try project.martlet("status").output
    #expect(!status.contains("nothing is public") && status.contains("\npublic: "), "\(status)")
    #expect(try project.martlet("undo", "--yes").status == 1)
    #expect(try project.git("tag").contains("1.5.0"))
  }

  @Test("is public in part if only the first of two push addresses has it")
  func twoAddresses() throws {
    let project = try project(
      """
      git init -q --bare ../second.git; git push -q ../second.git main
      git remote set-url --push origin "$PWD/../origin.git"; git remote set-url --push --add origin "$PWD/../second.git"
      mkdir -p ../second.git/hooks; printf '#!/bin/sh\\nexit 1\\n' > ../second.git/hooks/pre-receive; chmod +x ../second.git/hooks/pre-receive
      """)
    #expect(try project.martlet("run", "release", "--yes").status == 3)
    try project.git("update-ref", "-d", "refs/remotes/origin/main")
    let status = try project.martlet("status").output
    #expect(
      status.hasSuffix("undo --keep  end it without undoing it\n")
        || status.contains("public: push main, 1.5.0 → origin"), "\(status)")
    let undone = try project.martlet("undo", "--yes")
    #expect(
      undone.errors.hasPrefix("error: already public, so it cannot be undone: main, 1.5.0 on origin\n"),
      "\(undone.errors)")
  }

  @Test("is unknown after the push was sent, even if the remote does not have it yet; `finish` finishes it")
  func sent() throws {
    let project = try project(
      "mkdir -p ../origin.git/hooks; printf '#!/bin/sh\\n[ -e \"$PWD/../go\" ] || { kill -9 $(cat \"$PWD/../pid\"); exit 1; }\\n' > ../origin.git/hooks/pre-receive; chmod +x ../origin.git/hooks/pre-receive"
    )
    let program = try MartletProgram.path()
    try project.shell("sh -c 'echo $$ > ../pid; exec \"\(program)\" run release --yes' > ../log 2>&1 || true")
    let status = try project.martlet("status").output
    #expect(status.contains("\nunknown whether this is public: push main, 1.5.0 → origin\n"), "\(status)")
    #expect(!status.contains("nothing is public") && !status.contains("martlet undo  "), "\(status)")
    let undone = try project.martlet("undo", "--yes")
    #expect(
      undone.errors.hasPrefix(
        "error: whether this is public is unknown: main, 1.5.0 on origin: it was sent, and may still arrive\n"),
      "\(undone.errors)")
    #expect(try project.git("tag").contains("1.5.0"))
    try project.shell("touch ../go")
    #expect(try project.martlet("finish", "--yes").status == 0)
  }

  @Test("is unknown while a tag was made and the remote cannot be read, and `undo` refuses", arguments: [true, false])
  func offline(isFinished: Bool) throws {
    let project = try project(isFinished ? ":" : hook("pre-push", "kill -9 $PPID"))
    #expect(try project.martlet("run", isFinished ? "local" : "release", "--yes").status == (isFinished ? 0 : 137))
    try project.shell("git push -q --no-verify origin 1.5.0; mv ../origin.git ../gone.git")
    let status = try project.martlet("status").output
    #expect(!status.contains("nothing is public"), "\(status)")
    let undone = try project.martlet("undo", "--yes")
    #expect(undone.status == 1 && undone.errors.contains("whether this is public is unknown: "), "\(undone.errors)")
    #expect(try project.git("tag").contains("1.5.0"))
    try project.shell("mv ../gone.git ../origin.git")
    let again = try project.martlet("undo", "--yes")
    #expect(again.errors.hasPrefix("error: already public, so it cannot be undone: "), "\(again.errors)")
  }

  @Test(
    "is unknown if its draft cannot be read, which another user may have published: nothing is undone",
    .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
  func unreadableDraft() throws {
    let forge = try ForgeProject(.github)
    let fault = #"{"kind": "status", "status": 401, "method": "GET", "path": "releases", "times": 1000}"#
    try forge.setSteps(
      """
      - bump: minor
      - commit
      - tag
      - push
      - publish_release: {notes: New.}
      """)
    try forge.project.git("push", "-q", "origin", "main")
    try forge.project.write(
      ".git/hooks/pre-push", "#!/bin/sh\ncurl -s -d '\(fault)' \(forge.server.address)/_faults\nexit 1\n")
    try forge.project.shell("chmod +x .git/hooks/pre-push")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("nothing was undone, because it may be public; `martlet finish` checks and continues"),
      "\(outcome.errors)")
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "1.5.0")
    let undone = try forge.martlet("undo", "--yes")
    #expect(
      undone.errors.contains(
        "error: whether this is public is unknown: release 1.5.0 on GitHub, the release of 1.5.0: "),
      "\(undone.errors)")
    try forge.server.forgetRequests()
    #expect(try forge.martlet("undo", "--yes").status == 0)
    #expect(try forge.releases().isEmpty)
  }

  @Test(
    "is public if somebody publishes its draft before the push, and nothing is undone; `status` sends no token, and says that it does not know",
    .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
  func publishedDraft() throws {
    let forge = try ForgeProject(.github)
    try forge.add(
      #""kind": "tamper", "forge": "github", "repository": "owner/tool", "tag": "1.5.0", "action": "publish", "after": true, "method": "POST", "path": "assets""#,
      after: 2)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(
      forge.masked(outcome.errors).contains(
        "\nerror: the draft was published during the run: $SERVER/owner/tool/releases/tag/1.5.0\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("already public: release 1.5.0: "), "\(outcome.errors)")
    let status = try forge.martlet("status").output
    #expect(
      status.contains("\nunknown whether this is public: publish 1.5.0 on GitHub owner/tool, the release of 1.5.0\n"),
      "\(status)")
    #expect(status.contains("\n  martlet undo         undo it, if nothing is public\n"), "\(status)")
    #expect(try forge.martlet("undo", "--yes").code == "already-public")
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "1.5.0")
  }
}
