import Testing

@Suite("The codes of failures")
struct FailureCodeTests {
  /// Each code with the modules that throw its failures.
  private static let codes = [
    "already-public: Execution",
    "another-run: Commands, Execution",
    "answer-lost: Execution",
    "asset-rules: Execution",
    "changed-since: Execution",
    "credentials: Execution, Git",
    "damaged-repository: Git",
    "disk: Execution, HTTP",
    "foreign-owner: Git",
    "git-lock: Git",
    "head-moved: Execution, Git",
    "hook-failed: Git",
    "identity: Git",
    "journal-gone: Commands, Execution",
    "newer-journal: Execution",
    "no-atomic-push: Git",
    "no-libcurl: HTTP",
    "not-clean: Lanes, Steps",
    "outputs: Commands",
    "pull-request: Lanes",
    "pull-request-releasefile: Lanes",
    "push-behind: Git, Steps",
    "push-partial: Git",
    "push-refused: Execution, Git",
    "push-unknown: Execution, Git",
    "rate-limit: Execution",
    "release-exists: Execution, Steps",
    "release-immutable: Execution",
    "request-refused: Execution",
    "shallow-clone: Execution, Lanes, Steps",
    "signing: Git",
    "tag-protected: Execution",
    "tag-taken: Execution, Git, Steps",
    "token-host: Execution, Git, Lanes",
    "unanswered: Commands",
    "unfinished-run: Commands, Execution",
    "unknown-outcome: Execution",
    "unknown-pipeline: Lanes",
    "unreachable: Git, HTTP",
    "unreadable-answer: Execution",
    "untrusted-host: Git, HTTP",
  ]

  @Test("have a page each, and are thrown by the listed modules")
  func pages() throws {
    let registry = try SourceFile.text(of: "Sources/MartletCore/Text/FailureCode.swift")
    let cases = registry.matches(of: /case (\w+)(?: = "([^"]+)")?/).map { match in
      (name: String(match.output.1), code: String(match.output.2 ?? match.output.1))
    }
    let raised = try SourceFile.below("Sources").flatMap { file in
      file.code.matches(of: /code: (?:mayHaveArrived \? )?\.(\w+)(?: : \.(\w+))?/).flatMap { match in
        [match.output.1, match.output.2].compactMap { $0 }.map { (name: String($0), module: file.module) }
      }
    }
    let found = cases.map { name, code in
      "\(code): \(Set(raised.filter { $0.name == name }.map(\.module)).sorted().joined(separator: ", "))"
    }
    #expect(found == Self.codes)
    let pages = try ("\n" + SourceFile.text(of: "Sources/Commands/Failures/FailurePages.md")).matches(
      of: /\n## (\S+)\n/
    ).map { String($0.output.1) }
    #expect(pages == cases.map(\.code))
  }
}
