import TestSupport
import Testing

@Suite(
  "A release that is killed at one of its outward effects",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct StoppedReleaseTests {
  /// What the last act of the killed process is, and what a user of a new clone types after `status`.
  private enum Moment: String, CaseIterable {
    case draft = "creates the draft"
    case upload = "uploads a file"
    case push = "pushes"
    case publication = "publishes the release"
    case command = "runs a command with `outward: true`"
    case announcement = "posts an announcement"

    /// Whether the run continues only after an answer.
    var isDoubtful: Bool { self == .command }
  }

  private static let page = "docs/evidence/stopped.md"

  @Test("is finished in a new clone, as the page shows (`MARTLET_RECORD=1` writes it again)")
  func moments() throws {
    let text =
      try Self.start + Moment.allCases.map { try "\n## While it \($0.rawValue)\n\n\(console(after: $0))" }.joined()
    if ProjectFolder.isRecording { try ProjectFolder.write(Self.page, text) }
    #expect(ProjectFolder.read(Self.page) == text)
  }

  private static let start = """
    <!-- run by StoppedReleaseTests -->
    # A release that stopped, in a new clone

    A lane creates a draft with a file, pushes, publishes, runs a command and posts an announcement. Each time another of these
    is the last act of its process, after which the machine is gone. In a new clone, the state is shown and the lane is started
    again. [How it works](../recovery.md).

    ```yaml
    \(steps)
    ```

    """

  private static let steps = """
    - bump: minor
    - run: {shell: "mkdir -p dist; echo text > dist/Notes.txt", artifacts: [dist/Notes.txt]}
    - commit
    - tag
    - push
    - publish_release: {notes: New.}
    - run: {command: [upload, --latest], outward: true}
    - announce: {channels: [social], notes: New.}
    """

  private func console(after moment: Moment) throws -> String {
    let receiver = try AnnouncementReceiver()
    let forge = try ForgeProject(
      .github, steps: Self.steps,
      version: """
        manifests: [{plain: VERSION}]
        channels: {social: {kind: mastodon, server: "\(receiver.address)", token_env: SOCIAL_TOKEN}}
        """)
    let project = forge.project
    project.environment["SOCIAL_TOKEN"] = "token-of-SOCIAL_TOKEN"
    project.environment.allow("SOCIAL_TOKEN", at: receiver.address)
    try project.shell(
      """
      mkdir ../bin
      printf '#!/bin/sh\\necho once >> ../effects\\n\(moment == .command ? "[ -e ../clone ] || kill -9 $PPID" : "")\\n' > ../bin/upload
      chmod +x ../bin/upload
      """)
    project.environment["PATH"] = "\(project.root)/bin:\(project.environment["PATH"] ?? "")"
    switch moment {
    case .draft: try forge.add(#""kind": "kill", "after": true, "method": "POST", "path": "/releases$""#, after: 0)
    case .upload: try forge.add(#""kind": "kill", "after": true, "path": "uploads""#, after: 0)
    case .push:
      // The claim of the record is pushed before, without the branch.
      try project.shell(
        """
        printf '#!/bin/sh\\ngrep -q refs/heads/main || exit 0\\nkill -9 "$(cat %s)"\\n' "$PWD/../pid" > ../forge/owner/tool.git/hooks/post-receive
        chmod +x ../forge/owner/tool.git/hooks/post-receive
        """)
    case .publication: try forge.add(#""kind": "kill", "after": true, "method": "PATCH""#, after: 0)
    case .command: break
    case .announcement:
      try receiver.add(
        fault: """
          {"kind": "kill", "after": true, "path": "statuses", "pid_file": "\(project.root)/pid"}
          """)
    }
    #expect(try forge.martlet("run", "release", "--yes").status == 137, "\(moment)")
    try project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone")
    project.place = "clone"
    var commands = [["status"], ["run", "release", "--yes"]]
    if moment.isDoubtful { commands.append(["run", "release", "--yes", "--skip"]) }
    let shown = try commands.map { words in
      let text = try project.martlet(words, by: ["sh", "-c", "exec \"$@\" 2>&1", "sh"]).output
      let masked = forge.masked(text).replacing(receiver.address, with: "$SOCIAL")
        .replacing(/(commit|forward to) [0-9a-f]{7}/) { "\($0.output.1) $COMMIT" }
        .replacing(/is [0-9a-f]{7}, compared/, with: "is $TAG, compared")
        .replacing(/process \d+ on `[^`]*`/, with: "process $PROCESS")
      return "$ martlet \(words.joined(separator: " "))\n\(masked)\n"
    }
    #expect(try forge.releases().map(\.isDraft) == [false], "\(moment)")
    #expect(try receiver.postCounts()["social"] == 1, "\(moment)")
    #expect(try project.shell("cat ../effects") == "once", "\(moment)")
    return "```shell-session\n\(shown.joined())```\n"
  }
}
