import ArgumentParser
import Lanes
import MartletCore
import MartletManifests
import Steps

struct CheckCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the Releasefile, and that all manifests have the same version.",
    usage: "martlet check [options]",
    discussion: """
      Examples:
        martlet check
        martlet check --json                       as JSON
      """)

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let report = try CheckReport(of: session)
    if options.json {
      try session.console.print(report.json())
    } else {
      for finding in report.findings {
        try session.console.print(
          "ok  \(finding.line.escapedForTerminal())".wrapped(to: session.console.width, indentedBy: 4))
      }
      session.console.report(report.problems)
    }
    guard report.problems.allSatisfy({ $0.severity != .error }) else { throw ExitCode(report.status.rawValue) }
  }
}

/// The result of `check`.
struct CheckReport: Report {
  /// Something that is correct.
  struct Fact: Encodable {
    /// The topic of `doctor`.
    let topic: String
    /// The file that it is about; nil: the whole project.
    var file: RelativePath?
    let text: String

    var line: String { file.map { "\($0): \(text)" } ?? text }

    func encode(to encoder: any Encoder) throws { try line.encode(to: encoder) }
  }

  /// The topic of the Releasefile.
  static let topic = "Releasefile"

  let schema = 1
  private(set) var findings: [Fact] = []
  private(set) var problems: [Diagnostic] = []
  /// What stops each lane first in this clone as it is now, although the lane is right: it is for `doctor`, and not printed.
  private(set) var obstacles: [Diagnostic] = []
  /// The exit status of the process.
  private(set) var status = ExitStatus.done

  private enum CodingKeys: CodingKey {
    case schema, findings, problems
  }

  init(of session: Session) throws {
    let releasefile: Releasefile?
    do {
      releasefile = try session.releasefile()
    } catch let error as any ExplainedError {
      problems = error.diagnostics
      status = .badReleasefile
      return
    }
    if let releasefile, let source = releasefile.source {
      findings.append(
        Fact(topic: Self.topic, file: source.path, text: releasefile.lanes.count.of("lane")))
      problems += releasefile.incompleteLanes
    }
    var draft = try session.draft()
    let packages: [String?] = draft.releasefile.packages.map(\.name)
    for package in packages.isEmpty ? [nil] : packages {
      draft.focus(onPackage: package)
      let project = draft
      let count = problems.count
      collect { report in report.problems += try project.unmatchedPaths() }
      collect { report in try report.checkVersion(of: project, in: session) }
      collect { report in report.problems += try project.productProblems() }
      guard let package else { continue }
      for index in problems.indices.dropFirst(count) { problems[index].notes.append("in package `\(package)`") }
    }
    if let releasefile {
      for lane in releasefile.publicLanes { collect { report in try report.check(lane, of: releasefile, in: session) } }
    }
    if problems.contains(where: { $0.severity == .error }) { status = .failed }
  }

  /// Reports what would stop the lane before its first command, except for the state of this clone. What a check of the lane
  /// finds is only a warning, because it may hold elsewhere.
  private mutating func check(_ lane: Lane, of releasefile: Releasefile, in session: Session) throws {
    let hasVersionPrompt = releasefile.questions(inLaneNamed: lane.name).contains("version")
    // A version of two numbers has no patch.
    let next = (try? session.draft().version()).map { "\($0.component(0) + 1).0.0" } ?? "patch"
    let answers = try TerminalAnswers(
      hasVersionPrompt ? ["version=\(next)"] : [], agrees: true, in: session, respondent: .unattended)
    let runner = try LaneRunner(ActionOptions(), answers: answers, in: session)
    // Arguments and secrets may be missing here.
    guard let planner = try? runner.planner(ofLaneNamed: lane.name, arguments: []) else { return }
    do {
      try planner.draft.refuseUnfinishedOperation()
      _ = try planner.draft.workingBranch()
    } catch {
      return add(Failure(of: error).diagnostics, to: \.obstacles)
    }
    var isStopped = false
    for (failure, isCheck) in session.looking({ planner.failures(answers) }) where failure.isCertain {
      let words = failure.failure
      guard ![.notClean, .pushBehind, .tagTaken].contains(words.code), Failure(of: failure.underlying) != .noRemote
      else {
        if !isStopped { add(words.diagnostics, to: \.obstacles) }
        isStopped = true
        continue
      }
      let isDoubtful = isCheck || words.exit != .badReleasefile && !words.isPermanent
      add(words.diagnostics.map { isDoubtful ? $0.asWarning : $0 }, to: \.problems)
    }
  }

  /// Adds the diagnostics that are not there yet.
  private mutating func add(_ diagnostics: [Diagnostic], to list: WritableKeyPath<CheckReport, [Diagnostic]>) {
    for diagnostic in diagnostics where !self[keyPath: list].contains(diagnostic) {
      self[keyPath: list].append(diagnostic)
    }
  }

  /// Runs one part of the check. An error becomes a problem, unless an earlier part reported the same one.
  private mutating func collect(_ part: (inout CheckReport) throws -> Void) {
    do {
      try part(&self)
    } catch {
      problems += Failure(of: error).diagnostics.filter { !problems.contains($0) }
    }
  }

  private mutating func checkVersion(of draft: Draft, in session: Session) throws {
    func add(_ text: String) {
      findings.append(Fact(topic: "version", text: "\(draft.packagePrefix)\(text)"))
    }
    let version: Version?
    do {
      version = try session.writtenVersion(of: draft) { doubt in
        problems += doubt.diagnostics.map(\.asWarning)
      }
    } catch let failure as Failure where draft.isBeforeFirstRelease(failure) {
      version = nil
    }
    problems += try OtherTags(in: draft).remarks.map { Diagnostic($0, severity: .warning) }
    guard let version else {
      let first = draft.firstVersion.map { ", the first one will be \($0)" } ?? ""
      let fact = draft.newestTagElsewhere.map { "HEAD contains no release, but another branch has the tag `\($0)`" }
      return add(fact ?? "no release yet\(first)")
    }
    if draft.releasefile.manifests?.isEmpty == false { problems += try draft.readmeProblems(at: version) }
    guard draft.releasefile.versionSource == .manifests else {
      return add("version \(version), from the newest tag")
    }
    let survey = try draft.survey()
    problems += try draft.inconsistencies(of: survey, at: version)
    if survey.onlyRepeats {
      return add("version \(version), from the newest tag")
    }
    if case .tagged = survey.decision {
      return add("version \(version), from the newest tag: no manifest contains it")
    }
    let siteCount = survey.productSites.count
    let fileCount = Set(survey.productSites.flatMap(\.pieces).map(\.path)).count
    add("version \(version), written \(siteCount.of("time")) in \(fileCount.of("file"))")
  }
}

extension Draft {
  /// Returns an error if no file matches a path of the current package: no commit would count for it.
  fileprivate func unmatchedPaths() throws -> [Diagnostic] {
    guard let package, !package.paths.isEmpty else { return [] }
    let files = try filePaths()
    let isMatched = package.paths.contains { pattern in
      // A file or a folder by its name is found without reading the whole list.
      guard let path = pattern.path else { return files.contains(where: pattern.matches) }
      return !files.below(path).isEmpty || files[files.partitioningIndex { $0 >= path }...].first == path
    }
    guard !isMatched else { return [] }
    return [
      Diagnostic(
        "no file matches the paths of the package `\(package.name)`: \(package.paths.map(\.source).quotedList)",
        hint: "correct them in the Releasefile below `packages:`")
    ]
  }

  /// Whether the version is missing only because nothing was released yet. A package without a Releasefile has its version
  /// in tags.
  fileprivate func isBeforeFirstRelease(_ failure: Failure) -> Bool {
    let isNewPackage = releasefile.source == nil && (try? isPackage()) == true
    return failure == noTaggedVersion || isNewPackage && failure == .noVersion(in: self)
  }

  /// The prefix of lines about the focused package; empty for the whole project.
  fileprivate var packagePrefix: String { self.package.map { "`\($0.name)`: " } ?? "" }
}

extension Releasefile {
  /// The lanes that an import made, and that stop.
  fileprivate var incompleteLanes: [Diagnostic] {
    lanes.compactMap { lane in
      (lane.steps.first?.step as? RunStep)?.shell.flatMap { StopScript.reason(in: $0.text) }.map {
        Diagnostic("lane `\(lane.name)` stops: \($0)", severity: .warning)
      }
    }
  }
}

extension Draft {
  /// Returns the declared files for users that repeat no version of the project, or another one than `version`.
  fileprivate func readmeProblems(at version: Version) throws -> [Diagnostic] {
    let readmes = try self.survey().ofReadmes
    let empty = readmes.emptyReadmes.map { path in
      Diagnostic(
        "`\(path)` has no snippet with the version of this repository", severity: .warning,
        hint: "name its addresses with `repositories` on `readme`, or remove the file from `manifests`")
    }
    let other = readmes.sites(of: .version).filter { $0.version.map { !$0.hasSamePrecedence(as: version) } ?? false }
    return empty
      + other.filter { !readmes.follows(version, at: $0) }.map { site in
        Diagnostic(
          "`\(site.value)` is not the version `\(version)`, so no bump raises it", severity: .warning, at: site.place,
          hint: "write `\(version)`")
      }
  }
}
