import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The commits of a version's notes")
struct NotesRangeTests {
  private static let betas = [
    "tag 1.4.2", "feat: One", "Version 1.5.0-beta.1", "tag 1.5.0-beta.1", "feat: Two", "Version 1.5.0-beta.2",
    "tag 1.5.0-beta.2", "feat: Three",
  ]

  /// The notes that the step writes for `version`.
  private func notes(
    of version: String, after history: [String] = betas, commit: String = "",
    _ change: (inout Planning) -> Void = { _ in }
  ) throws -> String? {
    var planning = Planning(version: nil, history: history, files: ["CHANGELOG.md": "## 1.4.2\n\n- Old.\n"])
    change(&planning)
    let text = try planning.plan("- bump: \(version)\n- changelog\n- commit\(commit)").text(of: "CHANGELOG.md")
    return text?.components(before: "\n\n## 1.4.2")
  }

  @Test("begin at the pre-release before a pre-release, and at the last release before a release")
  func prereleases() throws {
    #expect(try notes(of: "1.5.0-beta.3") == "## 1.5.0-beta.3\n\n- Three (1008000)")
    #expect(try notes(of: "1.5.0") == "## 1.5.0\n\n- Three (1008000)\n- Two (1005000)\n- One (1002000)")
  }

  @Test("begin at the pre-release before it in a link, too")
  func links() throws {
    let page = "https://example.com/compare"
    for (version, previous) in [("1.5.0-beta.3", "1.5.0-beta.2"), ("1.5.0", "1.4.2")] {
      let text = try notes(of: version) {
        $0.world.files["CHANGELOG.md"] = "## [1.4.2](\(page)/1.4.1...1.4.2)\n\n- Old.\n"
      }
      #expect(text?.hasPrefix("## [\(version)](\(page)/\(previous)...\(version))\n") == true)
    }
  }

  @Test("are without those of runs, with the message of the step commit or of the Releasefile")
  func runs() throws {
    let history = [
      "tag 1.4.2", "Add x", "Version 1.5.0-beta.1", "Build 42", "Cool 1.5.0-beta.2 (main)", "Version handling",
    ]
    #expect(
      try notes(of: "1.5.0", after: history)
        == "## 1.5.0\n\n- Version handling (1006000)\n- Cool 1.5.0-beta.2 (main) (1005000)\n- Build 42 (1004000)\n- Add x (1002000)"
    )
    #expect(
      try notes(of: "1.5.0", after: history, commit: ": Cool ${version} (${branch})") {
        $0.lanes = "  build: {steps: [{commit: 'Build ${build}'}]}\n"
      } == "## 1.5.0\n\n- Version handling (1006000)\n- Add x (1002000)")
  }

  @Test("are without those that change only the changelog, the Releasefile or the pipeline of a lane")
  func setup() throws {
    let history = ["tag 1.4.2", "Describe the release", "Add x"]
    for (files, isListed) in [
      (["Releasefile"], false), (["Releasefile", ".github/workflows/release.yml"], false),
      (["CHANGELOG.md"], false), (["Releasefile", "Sources/x.swift"], true), ([".github/workflows/test.yml"], true),
    ] {
      let text = try notes(of: "1.5.0", after: history) { planning in
        let changed = Dictionary(uniqueKeysWithValues: files.map { ($0, "new") })
        for commit in planning.world.log?.dropLast() ?? [] {
          planning.world.pastFiles[commit.id] =
            commit.message == Array("Add x".utf8) ? ["x": "x"].merging(changed) { $1 } : changed
        }
      }
      #expect(text?.contains("Describe the release") == isListed, "\(files)")
      #expect(text?.contains("Add x") == true, "\(files)")
    }
  }

  @Test("are with those that have a release level, whatever they change")
  func typed() throws {
    let text = try notes(of: "1.5.0", after: ["tag 1.4.2", "feat: Release from CI", "chore: Version 2"]) { planning in
      for commit in planning.world.log?.dropLast() ?? [] {
        planning.world.pastFiles[commit.id] = ["Releasefile": "new"]
      }
    }
    #expect(text == "## 1.5.0\n\n- Release from CI (1002000)")
  }

  @Test("are counted where the changelog has its own text")
  func curated() throws {
    let planning = Planning(
      version: nil, history: Self.betas, files: ["CHANGELOG.md": "## [Unreleased]\n\n- New.\n\n## 1.4.2\n\n- Old.\n"])
    let plan = try planning.plan("- bump: 1.5.0\n- changelog")
    #expect(plan.remarks.last == "the notes are the text below `[Unreleased]`, without the 3 commits since 1.4.2")
    #expect(plan.text(of: "CHANGELOG.md")?.contains("Two") == false)
    let beta = try planning.plan("- bump: 1.5.0-beta.3\n- changelog")
    #expect(beta.remarks.last == "the notes are the text below `[Unreleased]`, without the commit since 1.5.0-beta.2")
  }

  @Test("without any type release nothing with `bump: auto`, and the end names the way")
  func untyped() throws {
    let way =
      "no commit has a type such as `feat` or `fix`: name the level with `bump: ask` in the Releasefile and `--answer version=patch`"
    for message in ["Add x", "Parser: Handle empty input"] {
      let plan = try Planning(version: "1.4.2", history: ["tag 1.4.2", message]).plan("- bump: auto")
      #expect(plan.remarks == ["nothing to release: 1 commit since 1.4.2, none with a release level", way])
    }
    let typed = try Planning(version: "1.4.2", history: ["tag 1.4.2", "docs: a", "Add x"]).plan("- bump: auto")
    #expect(typed.remarks == ["nothing to release: 2 commits since 1.4.2, none with a release level"])
  }
}

extension String {
  fileprivate func components(before separator: String) -> String {
    firstRange(of: separator).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
