import Foundation
import Processes
import TestSupport
import Testing

/// Two to four clones of the same person that release the same commit at once. `MARTLET_RACE_ROUNDS` is the number of rounds.
@Suite(
  "A race of clones with a draft, files and outward commands", .timeLimit(.minutes(120)),
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct DraftRaceTests {
  private static let rounds = ProcessInfo.processInfo.environment["MARTLET_RACE_ROUNDS"].flatMap(Int.init) ?? 2

  /// Each build has other bytes.
  private static let steps = """
    - bump: patch
    - run: {shell: 'mkdir -p dist; echo $$ > dist/Notes.txt', artifacts: [dist/Notes.txt]}
    - commit
    - tag
    - checksums
    - push
    - publish_release: {notes: New.}
    - run: {shell: 'echo "upload $MARTLET_VERSION" >> ../effects', outward: true}
    - run: {shell: 'echo "post $MARTLET_VERSION" >> ../effects', outward: true}
    """

  @Test(
    "has one winner, with one release, one upload and one post; the others end with 5 or 75, and have changed nothing")
  func race() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    let project = forge.project
    let clones = ["work", "second", "third", "fourth"]
    for clone in clones.dropFirst() {
      try project.shell("git clone -q \(forge.server.remote("owner/tool")) ../\(clone)")
    }
    var statuses: [Int: Int] = [:]
    for round in 1...Self.rounds {
      let runners = clones.prefix(2 + round % 3)
      let results = try start(Array(runners), in: project)
      for status in results { statuses[status, default: 0] += 1 }
      let comment = Comment("round \(round): \(results)\n\(try project.shell("cat ../out-*"))")
      #expect(results.count { $0 == 0 } == 1, comment)
      #expect(results.allSatisfy { [0, 5, 75].contains($0) }, comment)
      let version = "1.4.\(round + 2)"
      #expect(try project.shell("sort ../effects; rm ../effects") == "post \(version)\nupload \(version)", comment)
      #expect(try forge.releases().map { $0.assetNames.sorted() } == [["Notes.txt", "SHA256SUMS"]], comment)
      #expect(try forge.releases().map(\.isDraft) == [false], comment)
      #expect(try project.openRecords() == "", comment)
      try forge.server.forgetReleases()
      // A commit is released once.
      try project.shell(
        "git pull -q --ff-only origin main; git commit -q --allow-empty -m Work; git push -q origin main")
      for clone in clones {
        #expect(try project.shell("cd ../\(clone); git status --porcelain") == "", comment)
        try project.shell("cd ../\(clone); git pull -q --ff-only --tags origin main; rm -rf dist")
      }
    }
    print("race: \(Self.rounds) rounds, \(statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" })")
  }

  /// Both clones make the same commit and the same tag, so only the order tells them apart.
  @Test("that is over before the last clone claims the lane makes no second draft, and leaves nothing of that clone")
  func lateClaim() throws {
    let forge = try ForgeProject(.github, steps: Self.steps)
    let project = forge.project
    let program = try MartletProgram.path()
    try project.shell(
      """
      git clone -q \(forge.server.remote("owner/tool")) ../second
      printf '#!/bin/sh\\ntouch ../waiting; while [ ! -e ../go ]; do sleep 0.05; done\\n' > ../second/.git/hooks/post-commit
      chmod +x ../second/.git/hooks/post-commit
      (cd ../second; '\(program)' run release --yes > ../late 2>&1 && echo 0 > ../status || echo $? > ../status) > ../none 2>&1 &
      n=0; while [ ! -e ../waiting ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done
      """)
    let winner = try project.martlet("run", "release", "--yes")
    #expect(winner.status == 0, "\(winner.errors)")
    let drafts = try forge.server.requests().count { $0.method == "POST" }
    try project.shell(
      "touch ../go; n=0; while [ ! -e ../status ] && [ $n -lt 2000 ]; do n=$((n + 1)); sleep 0.05; done")
    let late = try project.shell("cat ../late")
    #expect(try project.shell("cat ../status") == "75", "\(late)")
    #expect(
      late.contains("\nstopped at entry 7, publish_release; this run published nothing, and everything was undone\n"),
      "\(late)")
    #expect(try forge.server.requests().count { $0.method == "POST" } == drafts)
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try project.shell("sort ../effects") == "post 1.4.3\nupload 1.4.3")
    #expect(try project.openRecords() == "")
    project.place = "second"
    #expect(try project.git("status", "--porcelain") + project.git("tag", "--list", "1.4.3") == "")
    #expect(try project.martlet("doctor").output.contains("\nok    runs         none is unfinished\n"))
  }

  /// Starts the lane in several clones at once, and returns the exit statuses.
  private func start(_ clones: [String], in project: StrangeProject) throws -> [Int] {
    let program = try MartletProgram.path()
    let runs = clones.map {
      "(cd ../\($0); '\(program)' run release --yes > ../out-\($0) 2>&1 && echo 0 > ../status-\($0) || echo $? > ../status-\($0)) > ../none 2>&1 &"
    }
    try project.shell("rm -f ../out-*\n" + runs.joined(separator: "\n") + "\nwait")
    return try clones.map { clone in
      try #require(Int(project.shell("cat ../status-\(clone)").trimmingCharacters(in: .whitespacesAndNewlines)))
    }
  }
}
