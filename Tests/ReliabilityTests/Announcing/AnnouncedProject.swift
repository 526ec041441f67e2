import Foundation
import TestSupport

/// A project whose newest release is out, with three channels on a local server, and the lane `announce`.
final class AnnouncedProject {
  let project: StrangeProject
  let receiver: AnnouncementReceiver

  /// The address of the remote, which git replaces with a folder.
  private static let remote = "https://git.example/owner/tool.git"
  /// The address of the release.
  static let page = "https://git.example/owner/tool/releases/tag/1.4.2"

  /// - Parameters:
  ///   - steps: Those of the lane `announce`, as lines of YAML.
  ///   - hook: The path of the webhook.
  init(steps: String = "- announce", hook: String = "/hook") throws {
    project = try StrangeProject()
    receiver = try AnnouncementReceiver()
    let lines = steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    try project.write(
      "Releasefile",
      """
      project: Cool
      manifests: [{plain: VERSION}]
      forge: {kind: github, url: "\(receiver.address)/api"}
      channels:
        blog:
          kind: micropub
          endpoint: \(receiver.address)/micropub
          token_env: BLOG_TOKEN
          pictures: [{file: window.png, description: A window}]
        social:
          kind: mastodon
          server: \(receiver.address)
          token_env: SOCIAL_TOKEN
          pictures: [{file: window.png, description: A window}]
        team: {kind: slack, url_env: TEAM_HOOK}
      lanes:
        announce:
          steps:
      \(lines)
      """)
    try project.write("CHANGELOG.md", "# Changelog\n\n## [1.4.2]\n\n### Added\n\n- **Undo.** Of every step.\n")
    try project.write("window.png", "picture")
    try project.git("add", "--all")
    try project.git("commit", "-qm", "Announce")
    try project.git("push", "-q")
    try setRemote()
    for name in ["BLOG_TOKEN", "SOCIAL_TOKEN"] {
      project.environment[name] = "token-of-\(name)"
      project.environment.allow(name, at: receiver.address)
    }
    project.environment["TEAM_HOOK"] = "\(receiver.address)\(hook)"
  }

  /// Makes the remote a repository on a forge, whose address git replaces with the folder `origin.git`.
  private func setRemote() throws {
    try project.git("remote", "set-url", "origin", Self.remote)
    try project.git("config", "url.\(project.root)/origin.git.insteadOf", Self.remote)
  }

  /// Deletes the clone, and continues in a new one.
  func cloneAgain() throws {
    try project.shell("cd ..; rm -rf work; git clone -q origin.git again")
    project.place = "again"
    try setRemote()
  }

  /// Runs the built program. The server reads its process id for faults that kill it.
  func martlet(_ words: String...) throws -> StrangeProject.Outcome { try martlet(words, by: []) }

  /// Runs the built program through another one, such as `faketime`, with leading arguments.
  func martlet(_ words: [String], by launcher: [String]) throws -> StrangeProject.Outcome {
    try project.martlet(words, by: launcher + ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"])
  }

  /// Adds a fault to the request after the first `count`; see `receiver.py`.
  func add(_ fault: String, after count: Int) throws {
    try receiver.add(fault: "{\(fault), \"skip\": \(count), \"pid_file\": \"\(project.root)/pid\"}")
  }

  /// Removes `text` from the lines of the journal, and gives them the right digests again.
  func removeFromJournal(_ text: String) throws {
    try project.shell(
      """
      python3 - .git/martlet/runs/*/journal.jsonl <<'END'
      import hashlib, re, sys
      lines, previous = [], None
      for line in open(sys.argv[1]):
          line = re.sub(r',"sha256":"\\w+"}\\n$', "", line).replace('\(text)', "")
          if previous:
              line = re.sub(r'"previous":"\\w+"', f'"previous":"{previous}"', line)
          previous = hashlib.sha256((line + "}").encode()).hexdigest()
          lines.append(f'{line},"sha256":"{previous}"}}\\n')
      assert '\(text)' in open(sys.argv[1]).read()
      open(sys.argv[1], "w").writelines(lines)
      END
      """)
  }

  /// All files that the program wrote below `.git/martlet`.
  func journals() throws -> String { try project.shell("find .git/martlet -type f -exec cat {} +") }
}
