/// The stable code of a failure with a page in `martlet help CODE`. Scripts and searches may rely on it.
package enum FailureCode: String, CaseIterable, Sendable {
  case alreadyPublic = "already-public"
  case anotherRun = "another-run"
  case answerLost = "answer-lost"
  case assetRules = "asset-rules"
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
  case noLibcurl = "no-libcurl"
  case notClean = "not-clean"
  case outputs
  case pullRequest = "pull-request"
  case pullRequestReleasefile = "pull-request-releasefile"
  case pushBehind = "push-behind"
  case pushPartial = "push-partial"
  case pushRefused = "push-refused"
  case pushUnknown = "push-unknown"
  case rateLimit = "rate-limit"
  case releaseExists = "release-exists"
  case releaseImmutable = "release-immutable"
  case requestRefused = "request-refused"
  case shallowClone = "shallow-clone"
  case signing
  case tagProtected = "tag-protected"
  case tagTaken = "tag-taken"
  case tokenHost = "token-host"
  case unanswered
  case unfinishedRun = "unfinished-run"
  case unknownOutcome = "unknown-outcome"
  case unknownPipeline = "unknown-pipeline"
  case unreachable
  case unreadableAnswer = "unreadable-answer"
  case untrustedHost = "untrusted-host"
}
