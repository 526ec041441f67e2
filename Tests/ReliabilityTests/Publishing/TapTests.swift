import TestSupport
import Testing

@Suite("A Homebrew tap", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct TapTests {
  private static let steps = """
    - bump: minor
    - {run: {shell: '\(build)', artifacts: [dist/*.tar.gz]}, id: built}
    - commit
    - tag
    - push
    - publish_release: {notes: New.}
    - publish_files:
        formula: Formula/tool.rb
        archives: {macos: dist/tool-macos.tar.gz, linux-arm: dist/tool-arm.tar.gz, linux-intel: dist/tool-x86.tar.gz}
        template: tool.rb
        repository: owner/homebrew-tap
    """

  private static let build =
    "rm -rf dist; mkdir dist; for name in macos arm x86; do git archive -o dist/tool-$name.tar.gz HEAD VERSION; done"

  private static let formula = """
    class Tool < Formula
      desc "Says that it is cool"
      homepage "https://example.com"
      version "0.0.0"
      license "MIT"

      on_macos do
        url "https://example.com/macos"
        sha256 "0"
      end

      on_linux do
        on_arm do
          url "https://example.com/arm"
          sha256 "0"
        end
        on_intel do
          url "https://example.com/intel"
          sha256 "0"
        end
      end

      def install
        bin.install "tool"
      end
    end

    """

  /// A project whose forge also has the tap.
  private func project(_ steps: String = steps) throws -> ForgeProject {
    let forge = try ForgeProject(.github, steps: steps, files: ["tool.rb": Self.formula])
    try forge.project.shell(
      """
      git init -q -b main ../tap
      cd ../tap
      echo tap > README.md
      git add --all
      git commit -qm First
      git clone -q --bare . ../forge/owner/homebrew-tap.git
      git --git-dir ../forge/owner/homebrew-tap.git config http.receivepack true
      """)
    return forge
  }

  private func tap(_ forge: ForgeProject, _ words: String) throws -> String {
    try forge.project.shell("git --git-dir=../forge/owner/homebrew-tap.git \(words)")
  }

  @Test("gets a new formula from the template, and later releases change only version, addresses and checksums")
  func releases() throws {
    let forge = try project()
    let first = try forge.martlet("run", "release", "--yes")
    #expect(first.status == 0, "\(first.errors)")
    #expect(try problems(of: "1.5.0", in: forge) == [])
    #expect(try tap(forge, "log --format=%s") == "Tool 1.5.0\nFirst")
    // Users of the tap edit it, too.
    try forge.project.shell(
      """
      cd ../tap
      git pull -q ../forge/owner/homebrew-tap.git main
      echo '# The end' >> Formula/tool.rb
      git commit -qam 'Edit the formula'
      git push -q ../forge/owner/homebrew-tap.git HEAD:main
      """)
    try forge.project.git("commit", "--quiet", "--allow-empty", "--message", "More")
    let second = try forge.martlet("run", "release", "--yes")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try problems(of: "1.6.0", in: forge) == [])
    #expect(try tap(forge, "show main:Formula/tool.rb").hasSuffix("end\n# The end"))
    #expect(try tap(forge, "log --format=%s") == "Tool 1.6.0\nEdit the formula\nTool 1.5.0\nFirst")
    #expect(
      try tap(forge, "diff --stat HEAD~ HEAD").contains("1 file changed, 7 insertions(+), 7 deletions(-)"))
  }

  @Test("the formula of the tap is accepted by Ruby", .enabled(if: ReferenceProgram("ruby") != nil, "there is no ruby"))
  func ruby() throws {
    let forge = try project()
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
    #expect(
      try forge.project.shell("\(tapCommand) show main:Formula/tool.rb > ../tool.rb; ruby -c ../tool.rb") == "Syntax OK"
    )
  }

  private var tapCommand: String { "git --git-dir=../forge/owner/homebrew-tap.git" }

  @Test(
    "and another branch have one commit each after a fault at every request, and what the tap names is served",
    arguments: FaultSample.some(1, of: PublishingSweepTests.Fault.allCases))
  func sweep(fault: PublishingSweepTests.Fault) throws {
    var positions = 0
    for position in FaultSample.positions(0..<100, every: 5) {
      let forge = try project(
        Self.steps
          + "\n- publish_files: {files: {tool.txt: VERSION}, repository: owner/homebrew-tap, branch: lists}")
      try forge.add(fault.rawValue, after: position)
      if try forge.martlet("run", "release", "--yes").status != 0 {
        let isOpen = try forge.project.martlet("status").output.contains("martlet finish")
        if isOpen { try forge.project.shell("rm -rf dist") }
        let outcome = try isOpen ? forge.martlet("finish", "--yes") : forge.martlet("run", "release", "--yes")
        #expect(outcome.status == 0, "\(fault) at request \(position): \(outcome.errors)")
      }
      guard try forge.server.requests().contains(where: { $0.fault != nil }) else { break }
      positions += 1
      #expect(try problems(of: "1.5.0", in: forge) == [], "\(fault) at request \(position)")
      #expect(try tap(forge, "log --format=%s") == "Tool 1.5.0\nFirst", "\(fault) at request \(position)")
      #expect(try tap(forge, "log --format=%s lists") == "Tool 1.5.0", "\(fault) at request \(position)")
    }
    print("tap: \(fault), \(positions) positions")
    #expect(positions > 0)
  }

  @Test("a formula that Homebrew could not load stops the run before anything is done")
  func wrongClass() throws {
    let forge = try project()
    try forge.project.write("tool.rb", Self.formula.replacing("class Tool", with: "class Other"))
    try forge.project.git("commit", "-qam", "Rename the class")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("error: the class in `Formula/tool.rb` is `Other`, expected `Tool`"), "\(outcome.errors)")
    #expect(forge.project.read("VERSION") == "1.4.2\n")
    #expect(try forge.releases().isEmpty)
  }

  @Test("a tap without the branch, and one without the formula, stop the plan, and the run before its first command")
  func missing() throws {
    let forge = try project()
    let tap = "../forge/owner/homebrew-tap.git"
    let releasefile = try #require(forge.project.read("Releasefile")).replacing("owner/homebrew-tap", with: tap)
    for (old, new, message) in [
      ("template: tool.rb", "", "no `Formula/tool.rb` on `main` of `\(tap)`"),
      (tap, "\(tap)\n          branch: trunk", "no branch `trunk` in `\(tap)`"),
    ] {
      try forge.project.write("Releasefile", releasefile.replacing(old, with: new))
      try forge.project.git("commit", "-qam", "Change the tap")
      for words in [["plan", "release"], ["run", "release", "--yes"]] {
        let outcome = try forge.project.martlet(words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("error: \(message)"), "\(outcome.errors)")
        #expect(forge.project.read("VERSION") == "1.4.2\n" && !forge.project.has("dist/tool-macos.tar.gz"))
      }
    }
  }

  /// Downloads what the formula names, and compares it with its checksum.
  private func problems(of version: String, in forge: ForgeProject) throws -> [String] {
    let formula = try tap(forge, "show main:Formula/tool.rb")
    var problems = formula.contains("version \"\(version)\"") ? [] : ["version"]
    let statements = formula.matches(of: /url "(.+)"\n *sha256 "([0-9a-f]{64})"/)
    if statements.count != 3 { problems.append("\(statements.count) archives") }
    for (statement, name) in zip(statements, ["macos", "arm", "x86"]) {
      let url = "\(forge.server.address)/owner/tool/releases/download/\(version)/tool-\(name).tar.gz"
      if statement.output.1 != url { problems.append("\(statement.output.1) instead of \(url)") }
      let digest = try forge.project.shell(
        "python3 -c 'import hashlib, sys, urllib.request; print(hashlib.sha256(urllib.request.urlopen(sys.argv[1]).read()).hexdigest())' \(url)"
      )
      if digest != statement.output.2 { problems.append("checksum of \(name)") }
    }
    return problems
  }
}
