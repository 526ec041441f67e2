import Execution
import TextEditing
import Versioning

/// What can be wrong with a command beyond its syntax.
enum CommandError: Error, Equatable {
  case unknownCommand(String, known: [String])
  /// A word behind a command that only its subcommands can follow.
  case unknownSubcommand(String, of: String, known: [String])
  case noCommand(known: [String])
  /// What `help` was asked for.
  case unknownTopic(String, known: [String])
  case unknownPage(String, known: [String])
  case missingValue(of: String)
  case missingFolder(String)
  /// Nobody can say which folder the program was started in.
  case currentFolderGone
  case noReleasefile(root: String)
  case severalReleasefiles([String])
  case missingFile(String)
  case unreadableFile(String, reason: String)
  case unwritableFile(String, reason: String)
  /// A word that cannot be the key of a configuration.
  case badKey(String)
  case unanswered(String, option: String)
  /// No terminal to confirm that `effects` become public, and no `--yes`.
  case unapproved(effects: [String], command: String)
  case badAnswer(String)
  /// The command line, or the person at the terminal, named a version that is none.
  case unusableVersion(VersionError)
  /// An answer that was given ahead is of no use; the text says why.
  case wrongAnswer(String)
  /// An answer was given ahead to a question that the lane does not ask.
  case unaskedQuestion(String, lane: String, asked: [String])
  /// A word behind a lane that is no value of a parameter.
  case badArgument(String)
  case unknownStep(String, known: [String])
  case unknownCode(String, known: [String])
  case declined
  /// A repository of several packages, and none of them named.
  case severalPackages([String])
  case badRevision(String)
  case badRange(String)
  case noMergeTarget
  case noChangeFile(since: String, folder: String)
  case releasefileExists(String)
  /// A run that is over cannot be gone on with, or taken back once more.
  case endedRun(RunID, RunOutcome)
  /// The Releasefile is not the one that a run was begun with.
  case changedReleasefile(RunID)
  /// The lane of a run comes out otherwise than its journal says.
  case changedPlan(RunID)
  /// The secrets of a run are in no journal, and its lane could not be planned again.
  case lostSecrets(RunID)
  /// An archive would go to the terminal.
  case archiveOnTerminal
  /// An archive and a report would both go to standard output.
  case reportBehindArchive
  /// `init` was told the name of the file.
  case fixedName(String)
}

extension CommandError: ExplainedError {
  var diagnostics: [Diagnostic] {
    [Diagnostic(message, hint: hint)]
  }

  private var message: String {
    switch self {
    case .unknownCommand(let name, let known): "unknown command `\(name)`, expected one of \(known.quotedList)"
    case .unknownSubcommand(let name, let command, let known):
      "unknown command `\(command) \(name)`, expected one of \(known.map { "\(command) \($0)" }.quotedList)"
    case .noCommand(let known): "options without a command, expected one of \(known.quotedList)"
    case .unknownTopic(let name, _): "no help on `\(name)`, expected a command, a step or a failure"
    case .unknownPage(let name, _): "no page `\(name)`"
    case .missingValue(let option): "missing value for `\(option)`"
    case .currentFolderGone: "the current folder is gone, or its path is too long"
    case .missingFolder(let path): "no folder `\(path)`"
    case .noReleasefile(let root): "no Releasefile in `\(root)`"
    case .severalReleasefiles(let names): "several Releasefiles: \(names.quotedList), expected one"
    case .missingFile(let path): "no file `\(path)`"
    case .unreadableFile(let path, let reason): "cannot read `\(path)`: \(reason)"
    case .unwritableFile(let path, let reason): "cannot write `\(path)`: \(reason)"
    case .badKey(let text): "`\(text)` is no key, expected names with a dot between two"
    case .unanswered(let question, _): "nobody is there to answer `\(question)`"
    case .unapproved(let effects, _):
      "no terminal to ask whether this may become public: \(effects.joined(separator: "; "))"
    case .unusableVersion(let error): "\(error)"
    case .badAnswer(let text): "`\(text)` is no answer, expected `name=value`"
    case .wrongAnswer(let problem): problem
    case .badArgument(let text): "`\(text)` is no value of a parameter, expected `name=value`"
    case .unknownStep(let name, _): "unknown step `\(name)`"
    case .unknownCode(let name, _): "no failure is called `\(name)`"
    case .unaskedQuestion(let name, let lane, _):
      "lane `\(lane)` does not ask for `\(name)`, so the answer would be lost"
    case .declined: "declined"
    case .severalPackages(let names): "the repository has several packages, expected one of \(names.quotedList)"
    case .badRevision(let name): "no tag, branch or commit `\(name)`"
    case .badRange(let text): "`\(text)` is no range, expected one such as `1.4.2..1.5.0` or `1.4.2..`"
    case .noMergeTarget: "no CI system says what the changes are for"
    case .noChangeFile(let base, let folder): "no change file in `\(folder)` is new since `\(base)`"
    case .releasefileExists(let name): "`\(name)` is there already"
    case .endedRun(let id, let outcome): "run \(id) \(outcome.phrase)"
    case .changedReleasefile(let id): "the Releasefile is not the one that run \(id) was begun with"
    case .changedPlan(let id): "the lane comes out otherwise than in run \(id)"
    case .lostSecrets(let id): "run \(id) needs secrets that no journal keeps, and its lane cannot be planned again"
    case .archiveOnTerminal: "standard output is a terminal, and an archive is nothing to read there"
    case .reportBehindArchive: "the archive goes to standard output, expected no `--json`"
    case .fixedName(let name): "`init` writes `\(name)` at the repository's root, expected no `--file`"
    }
  }

  private var hint: String? {
    switch self {
    case .unknownCommand(let name, let known):
      (known + ["help"]).nearest(to: name).map { "did you mean `martlet \($0)`?" } ?? "see `martlet --help`"
    case .unknownSubcommand(let name, let command, let known):
      known.nearest(to: name).map { "did you mean `martlet \(command) \($0)`?" } ?? "see `martlet \(command) --help`"
    case .unknownTopic(let name, let known):
      known.nearest(to: name).map { "did you mean `martlet help \($0)`?" }
        ?? "see `martlet --help`, `martlet steps` or `martlet explain`"
    case .unknownPage(let name, let known):
      known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet manual`"
    case .noCommand, .missingValue: "see `martlet --help`"
    case .noReleasefile: "write one with `martlet init`"
    case .severalReleasefiles: "keep one of them, or name it with `--file`"
    case .unanswered(_, let option): "give it with `\(option)`"
    case .unapproved(_, let command): "read the plan, then agree to it with `\(command) --yes`"
    case .unusableVersion(let error): error.hint
    case .unaskedQuestion(let name, _, let asked):
      asked.nearest(to: name).map { "did you mean `--answer \($0)=…`?" }
        ?? "leave the answer out, or have the lane ask with `prompt_version` or `prompt`"
    case .unknownStep(let name, let known):
      known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet steps`"
    case .unknownCode(let name, let known):
      known.nearest(to: name).map { "did you mean `\($0)`?" } ?? "list them with `martlet explain`"
    case .archiveOnTerminal: "name a file with `-o`, or send the output elsewhere"
    case .severalPackages(let names): "name it with `--package \(names.first ?? "NAME")`"
    case .badRevision: "see what there is with `git tag` and `git branch`"
    case .noMergeTarget: "name it with `--since`, such as `--since origin/main`"
    case .noChangeFile: "write one with `martlet change add`; level `none` if nobody needs to know"
    case .releasefileExists: "edit it, or remove it first"
    case .endedRun: "list the runs with `martlet log`"
    case .changedReleasefile, .lostSecrets: "put the Releasefile back as it was"
    case .currentFolderGone: "change to a folder that is there, or name one with `-C DIR`"
    case .changedPlan, .missingFolder, .missingFile, .unreadableFile, .badAnswer, .wrongAnswer, .badArgument, .declined,
      .unwritableFile, .badKey, .reportBehindArchive, .fixedName, .badRange:
      nil
    }
  }
}

extension RunOutcome {
  fileprivate var phrase: String {
    switch self {
    case .done: "is done"
    case .takenBack: "has been taken back"
    case .left: "was ended as it was"
    }
  }
}

extension [String] {
  fileprivate var quotedList: String { map { "`\($0)`" }.joined(separator: ", ") }
}
