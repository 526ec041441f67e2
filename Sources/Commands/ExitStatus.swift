import Environments
import Execution
import Git
import Lanes
import Pipelines
import Processes
import Steps
import TextEditing

/// What the process ends with, for scripts.
enum ExitStatus: Int32 {
  case done = 0
  /// It failed, and nothing public has changed.
  case failed = 1
  /// Somebody said no.
  case declined = 2
  /// It failed after something became public.
  case partlyPublic = 3
  case credentials = 4
  /// The tag, or the head of the branch, is somebody else's.
  case conflict = 5
  /// Asked for with `--detailed-exit`: it is done, and there was nothing to release.
  case nothingToRelease = 10
  case usage = 64
  case locked = 75
  case badReleasefile = 78
  /// Asked to stop by SIGHUP, SIGINT, SIGQUIT or SIGTERM; nothing public has changed.
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143
  /// Nobody read the output any more, as when SIGPIPE ends a program.
  case brokenPipe = 141

  /// The status that `error` leads to.
  init(of error: any Error) {
    self =
      switch error {
      case let failure as StepFailure: Self(of: failure.underlying)
      case let failure as RetracingFailure: Self(of: failure.underlying)
      case let lost as LostReport: lost.isPublic ? .partlyPublic : .failed
      case let failure as TransactionFailure:
        failure.mayBePublic ? .partlyPublic : Self(of: failure.underlying)
      case LaneError.declined: .declined
      case let error as CommandError: Self(of: error)
      case let error as TransportError: Self(of: error)
      case is UsageError, is PipelineError, SettingsCommandError.noPlace, SettingsCommandError.severalPlaces,
        SettingsCommandError.noAssignment, SettingsCommandError.severalProjects,
        LaneError.unknownLane, LaneError.privateLane, LaneError.unknownArgument, LaneError.badArgument,
        LaneError.missingArgument:
        .usage
      case let error as EnvironmentError where error.isAboutCommandLine: .usage
      case StepError.unknownPackage: .usage
      case StepError.noEnvironments, StepError.noPackages, is ReleasefileError: .badReleasefile
      case ExecutionError.brokenPipe: .brokenPipe
      case ExecutionError.locked: .locked
      case ExecutionError.interrupted(let signal), GitError.interrupted(let signal):
        Self(rawValue: 128 + signal) ?? .failed
      case let error as InterruptedRun: Self(rawValue: 128 + error.signal) ?? .failed
      case StepError.tagExists, GitError.tagExists: .conflict
      default: .failed
      }
  }

  private init(of error: CommandError) {
    self =
      switch error {
      case .unknownCommand, .unknownSubcommand, .unknownTopic, .unknownPage, .noCommand, .missingValue, .missingFolder,
        .currentFolderGone,
        .missingFile,
        .fixedName:
        .usage
      case .archiveOnTerminal, .reportBehindArchive: .usage
      case .unanswered, .unapproved, .badAnswer, .unusableVersion, .wrongAnswer, .unaskedQuestion, .badArgument,
        .unknownStep,
        .unknownCode:
        .usage
      case .severalPackages, .badRevision, .badRange, .noMergeTarget: .usage
      case .noChangeFile: .failed
      case .noReleasefile, .severalReleasefiles, .unreadableFile: .badReleasefile
      case .declined: .declined
      case .badKey: .usage
      case .releasefileExists, .unwritableFile, .endedRun, .changedReleasefile, .changedPlan, .lostSecrets: .failed
      }
  }

  private init(of error: TransportError) {
    self =
      switch error {
      case .credentials, .untrusted: .credentials
      case .nonFastForward, .moved, .tagExists: .conflict
      case .outcomeUnknown, .cutOff, .stopped, .partial, .notThere: .partlyPublic
      case .silent, .badStatus: error.mayHaveArrived ? .partlyPublic : .failed
      case .interrupted(let signal): Self(rawValue: 128 + signal) ?? .failed
      case .program, .noRemote, .invalidReference, .localPath, .declined, .hookFailed, .noAtomicPush, .unreachable,
        .noGitServer, .failed:
        .failed
      }
  }
}

/// A Releasefile that cannot be used, with all that is wrong with it.
struct ReleasefileError: ExplainedError {
  let diagnostics: [Diagnostic]
}

/// A run that is done, and could not say so on standard output.
struct LostReport: ExplainedError {
  let underlying: ExecutionError
  /// Whether others can see what it did.
  let isPublic: Bool

  var diagnostics: [Diagnostic] {
    underlying.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.notes.append("the run is done: what it made is not shown")
      diagnostic.hint = "see what it made with `martlet status`"
      return diagnostic
    }
  }
}

/// A run that failed when it was asked to stop: Ctrl-C reaches all programs at the terminal, and these fail first.
struct InterruptedRun: ExplainedError {
  let underlying: any Error
  let signal: Int32

  var diagnostics: [Diagnostic] {
    var diagnostics = (underlying as? any ExplainedError)?.diagnostics ?? [Diagnostic("\(underlying)")]
    diagnostics[0].notes.append("interrupted by \(Signal(signal))")
    return diagnostics
  }
}

extension EnvironmentError {
  /// Whether it names what is not there, or says too little.
  var isAboutCommandLine: Bool {
    switch problems.first {
    case .unknownEnvironment(_, _, nil), .nothingSelected, .unknownKey, .noConfigurationFile: true
    default: false
    }
  }
}
