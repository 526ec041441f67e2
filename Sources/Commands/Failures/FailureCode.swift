import Execution
import Git
import Lanes
import Pipelines
import Steps

/// The lasting name of a failure that has a page to read, whatever its words are. Scripts and searches may rely on it.
enum FailureCode: String, CaseIterable {
  case alreadyPublic = "already-public"
  case anotherRun = "another-run"
  case changedSince = "changed-since"
  case credentials
  case damagedRepository = "damaged-repository"
  case disk
  case foreignOwner = "foreign-owner"
  case gitLock = "git-lock"
  case headMoved = "head-moved"
  case hookFailed = "hook-failed"
  case identity
  case journalGone = "journal-gone"
  case newerJournal = "newer-journal"
  case noAtomicPush = "no-atomic-push"
  case notClean = "not-clean"
  case outputs
  case pullRequest = "pull-request"
  case pullRequestReleasefile = "pull-request-releasefile"
  case pushBehind = "push-behind"
  case pushPartial = "push-partial"
  case pushRefused = "push-refused"
  case pushUnknown = "push-unknown"
  case shallowClone = "shallow-clone"
  case signing
  case tagTaken = "tag-taken"
  case unanswered
  case unfinishedRun = "unfinished-run"
  case unknownOutcome = "unknown-outcome"
  case unknownPipeline = "unknown-pipeline"
  case unreachable
  case untrustedHost = "untrusted-host"

  /// The code of what went wrong first; nil where the message says all there is to say.
  init?(of error: any Error) {
    let code =
      switch error {
      case let failure as TransactionFailure: Self(of: failure.underlying)
      case let failure as StepFailure: Self(of: failure.underlying)
      case let failure as InterruptedRun: Self(of: failure.underlying)
      case let failure as RetracingFailure: Self(of: failure.underlying)
      case is TraceError: Self.journalGone
      case let error as TransportError: Self(of: error)
      case let error as GitError: Self(of: error)
      case let error as ExecutionError: Self(of: error)
      case let error as StepError: Self(of: error)
      case let error as PullRequestError: Self(of: error)
      case LaneError.tagsMissing(.shallowClone, _): Self.shallowClone
      case let lost as LostReport: Self(of: lost.underlying)
      case is PipelineError: Self.unknownPipeline
      case OutputError.committed: Self.outputs
      case CommandError.unanswered, CommandError.unapproved: Self.unanswered
      default: Self?.none
      }
    guard let code else { return nil }
    self = code
  }

  private init?(of error: TransportError) {
    switch error {
    case .credentials: self = .credentials
    case .unreachable, .noGitServer: self = .unreachable
    case .silent, .badStatus: self = error.mayHaveArrived ? .pushUnknown : .unreachable
    case .untrusted: self = .untrustedHost
    case .nonFastForward, .moved: self = .pushBehind
    case .tagExists: self = .tagTaken
    case .declined: self = .pushRefused
    case .hookFailed: self = .hookFailed
    case .noAtomicPush: self = .noAtomicPush
    case .cutOff, .outcomeUnknown, .notThere, .stopped: self = .pushUnknown
    case .partial: self = .pushPartial
    case .program, .noRemote, .invalidReference, .localPath, .interrupted, .failed: return nil
    }
  }

  private init?(of error: GitError) {
    switch error {
    case .foreignOwner: self = .foreignOwner
    case .damaged, .noSuchObject, .unreadableIndex: self = .damagedRepository
    case .locked, .lockHeld: self = .gitLock
    case .headMoved, .referenceMoved: self = .headMoved
    case .tagExists: self = .tagTaken
    case .hookFailed: self = .hookFailed
    case .missingIdentity, .identityNotText: self = .identity
    case .missingSigningKey, .unknownSigningFormat, .signingFailed, .unusableGivenKey: self = .signing
    case .notARepository, .unusable, .unsupportedExtension, .misleadingVariable, .notWritable, .replacedObject,
      .branchNotText, .invalidDate, .invalidSetting, .referenceInTheWay, .invalidTagName, .unknownRevision, .noTree,
      .missingObject,
      .damagedObject, .unsafePath, .badPathspec, .noMatch, .submoduleInTree, .missingSubmodule, .unsupportedEncoding,
      .smudgeFailed, .unexpandable, .notCommittable, .inOtherRepository, .hiddenFromGit, .unmergedPaths,
      .nothingToCommit, .emptyMessage, .nulInMessage, .filterFailed, .program, .interrupted, .failed:
      return nil
    }
  }

  private init?(of error: ExecutionError) {
    switch error {
    case .cannotWrite, .cannotRead, .cannotLock, .noRoom: self = .disk
    case .locked: self = .anotherRun
    case .unfinished: self = .unfinishedRun
    case .changedSincePlan, .appearedSincePlan, .changedSinceWritten, .changedByHook, .commitDiffers:
      self = .changedSince
    case .headMovedSincePlan, .branchSwitchedSincePlan: self = .headMoved
    case .tagAppearedSincePlan: self = .tagTaken
    case .newerJournal: self = .newerJournal
    case .alreadyPublic: self = .alreadyPublic
    case .maybePublic: self = .pushUnknown
    case .unrecordedWork: self = .journalGone
    case .unknownOutcome: self = .unknownOutcome
    case .historyCutOff: self = .shallowClone
    case .notAFile, .readOnly, .outside, .inGitDirectory, .linkedRecord, .danglingLink, .notCheckedOut, .lfsPointer,
      .notAFolder, .folderNotEmpty,
      .inTheWay, .collidingNames, .brokenPipe, .notText, .bareRepository, .unknownEntry, .noSuchRun, .otherWorkTree,
      .unreadableJournal, .unknownContents, .lostCopy, .missingReference, .command, .interrupted:
      return nil
    }
  }

  private init(of error: PullRequestError) {
    switch error {
    case .stranger: self = .pullRequest
    case .doubt: self = .pullRequestReleasefile
    }
  }

  private init?(of error: StepError) {
    if case .uncommittedChanges = error {
      self = .notClean
    } else if case .tagExists = error {
      self = .tagTaken
    } else if case .behind = error {
      self = .pushBehind
    } else if case .shallowClone = error {
      self = .shallowClone
    } else if case .shallowHistory = error {
      self = .shallowClone
    } else if case .strangersProgram = error {
      self = .pullRequest
    } else if case .doubtfulProgram = error {
      self = .pullRequestReleasefile
    } else {
      return nil
    }
  }
}
