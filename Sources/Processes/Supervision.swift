import SystemAPI

/// Supervises a running child: writes its input, reads its output, and stops it with all its child processes when
/// necessary.
struct Supervision {
  private typealias Clock = SuspendingClock

  private let command: Command
  private let process: pid_t
  private let pipes: Pipes
  private let exit: ChildExit
  private var deadline: Deadline<Clock.Instant>
  private var ending: Ending?

  /// Why the child is stopped early.
  private enum Cause {
    case timeout(Duration)
    case signal(Int32)
    /// The listener threw an error.
    case refusal(ProcessError)
  }

  private struct Ending {
    let cause: Cause
    let killTime: Clock.Instant
    var hasKilled = false
  }

  init(of process: pid_t, _ command: Command, _ pipes: Pipes) {
    self.process = process
    self.command = command
    self.pipes = pipes
    exit = ChildExit(process)
    deadline = Deadline(timeout: command.timeout, idleLimit: command.idleLimit, from: Clock.now)
  }

  /// Supervises the child until it ends.
  ///
  /// Background processes that it leaves are not waited for, unless the child is stopped early: then they are stopped
  /// as well.
  mutating func run(_ listener: Command.Listener) throws(ProcessError) -> CommandResult.Termination {
    var looksAfterEnd = 0
    var pause: Int32 = 1
    // A background process may write forever: after the end, at most the contents of a pipe are read.
    while looksAfterEnd <= 32 {
      let hasEnded = exit.hasHappened
      if !hasEnded || ending != nil { endIfDue() }
      let isOver = hasEnded && !isWaitingForGroup
      if !pipes.isOpen {
        if isOver || !canBeEnded { break }
        pause = min(2 * pause, 50)
      }
      let look = pipes.look(
        waiting: isOver ? 0 : waitingTime(pipes.isOpen ? 100 : pause), wakeDescriptor: wakeDescriptor)
      handle(look, listener)
      if isOver, look.isQuiet { break }
      looksAfterEnd += isOver ? 1 : 0
    }
    return try termination()
  }

  private func termination() throws(ProcessError) -> CommandResult.Termination {
    guard let termination = exit.wait() else {
      throw .lost(program: command.program, reason: exit.loss?.message ?? "")
    }
    switch ending?.cause {
    case nil: return termination
    case .timeout(let duration): return .timedOut(after: duration)
    case .signal(let signal): return .interrupted(signal: signal)
    case .refusal(let error): throw error
    }
  }

  private mutating func handle(_ look: Pipes.Look, _ listener: Command.Listener) {
    for (stream, bytes) in look.output where !bytes.isEmpty {
      deadline.lastOutput = Clock.now
      if case .refusal = ending?.cause { return }
      do throws(ProcessError) {
        try listener(stream, bytes)
      } catch {
        end(for: .refusal(error))
      }
    }
  }
}

// MARK: Early stop

extension Supervision {
  /// Whether the child could be stopped early, so that a simple wait is not enough.
  private var canBeEnded: Bool { deadline.next != nil || command.interruption != nil || ending != nil }

  /// The descriptor that ends a wait; -1 when the child is already being stopped.
  private var wakeDescriptor: Int32 { ending == nil ? command.interruption?.descriptor ?? -1 : -1 }

  private mutating func endIfDue() {
    if ending == nil, let signal = command.interruption?.signal { end(for: .signal(signal)) }
    if ending == nil, let due = deadline.next, Clock.now >= due.time { end(for: .timeout(due.limit)) }
    guard let ending, !ending.hasKilled else { return }
    if Clock.now >= ending.killTime || command.interruption?.isUrgent == true {
      send(SIGKILL)
      self.ending?.hasKilled = true
    }
  }

  private mutating func end(for cause: Cause) {
    guard ending == nil else { return }
    ending = Ending(cause: cause, killTime: Clock.now + command.gracePeriod)
    send(SIGTERM)
  }

  /// A child on our terminal is in our process group, which must not be stopped.
  private func send(_ signal: Int32) {
    _ = kill(command.isInteractive ? process : -process, signal)
  }

  /// Whether child processes of the child got the termination signal and still have time.
  private var isWaitingForGroup: Bool {
    guard let ending, !ending.hasKilled, !command.isInteractive else { return false }
    return kill(-process, 0) == 0
  }

  /// Returns `longest`, or the milliseconds until the next deadline.
  private func waitingTime(_ longest: Int32) -> Int32 {
    guard ending == nil else { return min(longest, 20) }
    guard let due = deadline.next else { return longest }
    let rest = Clock.now.duration(to: due.time)
    guard rest < .milliseconds(longest) else { return longest }
    return max(0, Int32(rest / .milliseconds(1))) + 1
  }
}
