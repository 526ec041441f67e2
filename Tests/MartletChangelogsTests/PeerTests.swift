import Foundation
import MartletChangelogs
import Processes
import TestSupport
import Testing

/// Compares the results of other programs for the messages of `ConventionalCase`. They are not on every machine:
/// `MARTLET_PEERS` names the folder of their programs, for example that of a Python environment with the packages
/// `git-cliff` and `python-semantic-release`.
@Suite("Other programs", .enabled(if: Peers.folder != nil, "set MARTLET_PEERS to the folder of their programs"))
struct PeerTests {
  @Test("agree with Martlet except for the listed differences: git-cliff")
  func gitCliff() throws {
    let sandbox = try GitSandbox()
    var stream = ""
    for (index, example) in ConventionalCase.all.enumerated() {
      stream +=
        "commit refs/heads/main\nmark :\(index + 1)\ncommitter A <a@example.com> \(1_700_000_000 + index) +0000\n"
      stream += "data \(example.message.utf8.count)\n\(example.message)\n" + (index > 0 ? "from :\(index)\n\n" : "\n")
    }
    try sandbox.write("stream", stream)
    // No parser matches, so that the group of a commit is its type.
    try sandbox.write(
      "cliff.toml",
      """
      [changelog]
      body = "x"
      [git]
      conventional_commits = true
      filter_unconventional = false
      commit_parsers = [{message = "^no such commit", group = "none"}]
      """)
    _ = try sandbox.run("sh", ["-c", "git fast-import --quiet < stream"])
    let ids = try sandbox.git("rev-list", "--reverse", "main").split(separator: "\n").map(String.init)
    let answer = try sandbox.run("\(Peers.folder ?? "")/git-cliff", ["--context", "--offline", "-c", "cliff.toml"])
    let releases = try JSONDecoder().decode([Release].self, from: Data(answer.output))
    let commits = Dictionary(releases.flatMap(\.commits).map { ($0.id, $0) }) { $1 }
    for (id, example) in zip(ids, ConventionalCase.all) {
      let commit = try #require(commits[id])
      let reading =
        commit.conventional
        ? ConventionalCase.Reading(
          type: (commit.group ?? "").lowercased(), scope: commit.scope, isBreaking: commit.breaking ?? false,
          description: commit.message) : nil
      #expect(
        (reading == example.reading) == !example.peersThatDiffer.contains(.gitCliff),
        "\(example.testDescription): \(String(describing: reading))")
    }
  }

  @Test("agree with Martlet except for the listed differences: python-semantic-release")
  func semanticRelease() throws {
    let folder = try TemporaryFolder()
    let types = Set(ConventionalCase.all.compactMap(\.reading?.type)).sorted()
    let request = try JSONEncoder().encode(["types": types, "messages": ConventionalCase.all.map(\.message)])
    try folder.write("request.json", Array(request))
    let script = """
      import json, sys
      from semantic_release.commit_parser import ConventionalCommitParser
      from semantic_release.commit_parser.conventional import ConventionalCommitParserOptions
      request = json.load(open(sys.argv[1]))
      known = ("feat", "fix", "perf")
      others = tuple(t for t in request["types"] if t not in known)
      parser = ConventionalCommitParser(ConventionalCommitParserOptions(
        allowed_tags=tuple(request["types"]), minor_tags=("feat",), patch_tags=("fix", "perf"), other_allowed_tags=others))
      def read(message):
        try: found = parser.parse_message(message)
        except Exception: found = None
        if found is None: return None
        breaking = bool(found.breaking_descriptions) or str(found.bump) == "major"
        return {"scope": found.scope or None, "breaking": breaking,
          "description": found.descriptions[0] if found.descriptions else None}
      print(json.dumps([read(message) for message in request["messages"]]))
      """
    let command = Command(
      "\(Peers.folder ?? "")/python", ["-c", script, "\(folder.path)/request.json"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"], directory: folder.path)
    let answer = try command.run()
    let readings = try JSONDecoder().decode([Reading?].self, from: Data(answer.output))
    for (reading, example) in zip(readings, ConventionalCase.all) {
      let expected = example.reading.map {
        Reading(scope: $0.scope, breaking: $0.isBreaking, description: $0.description)
      }
      #expect(
        (reading == expected) == !example.peersThatDiffer.contains(.semanticRelease),
        "\(example.testDescription): \(String(describing: reading))")
    }
    #expect(readings.count == ConventionalCase.all.count)
  }

  private struct Release: Decodable {
    let commits: [Commit]
  }

  private struct Commit: Decodable {
    let id: String
    let message: String
    let group: String?
    let scope: String?
    let breaking: Bool?
    let conventional: Bool
  }

  private struct Reading: Decodable, Equatable {
    let scope: String?
    let breaking: Bool
    let description: String?
  }
}

/// The folder of other programs.
private enum Peers {
  static let folder = ProcessInfo.processInfo.environment["MARTLET_PEERS"]
}
