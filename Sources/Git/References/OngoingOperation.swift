/// A git command that has begun and must be finished or aborted.
package enum OngoingOperation: String, Equatable, Sendable {
  case merge
  case revert
  case cherryPick = "cherry-pick"
  case bisect
  case rebase
  case applyMailbox = "am"
}
