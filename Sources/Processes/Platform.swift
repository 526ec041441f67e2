import CSpawn
import Libc

/// What differs between the systems: how to spawn, how to make a pipe or a thread, how to write without being killed.
enum Platform {
  /// Whether a program in /usr/bin may stand for developer tools that are not installed.
  static var hasStandIns: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  /// The reading and the writing end of a new pipe; neither survives an exec, both are above the standard streams.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
    #else
      guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    #endif
    guard let reading = aboveStandardStreams(ends[0]), let writing = aboveStandardStreams(ends[1]) else { return nil }
    return (reading, writing)
  }

  /// A thread that begins in `ThreadEntrance` with `context`, and takes no signals; nil where none can be had.
  static func thread(entering context: UnsafeMutableRawPointer) -> pthread_t? {
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // It begins with the signals of the thread that makes it. One that it did not block would be its own to take, and would
    // end the program while another thread waits for it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return pthread_create(&thread, nil, { ThreadEntrance.enter($0) }, context) == 0 ? thread : nil
  }

  /// Two ends of a queue of bytes, neither of which survives an exec or makes a writer wait; what is written to the
  /// second can be read from the first.
  static func makeSocketPair() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    #else
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
    #endif
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// A process that was started with closed standard streams gets their numbers for its pipes; these would collide
  /// in the child.
  private static func aboveStandardStreams(_ descriptor: Int32) -> Int32? {
    guard descriptor <= 2 else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    close(descriptor)
    return moved < 0 ? nil : moved
  }

  /// `write`, but a pipe without a reader returns EPIPE and raises no signal.
  static func writeQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    #if canImport(Darwin)
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      return (count, errno)
    #else
      // Only this thread is shielded; a SIGPIPE that was pending before stays pending.
      var pipeSignal = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&pipeSignal)
      sigaddset(&pipeSignal, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      let error = errno
      if count < 0, error == EPIPE, !wasPending {
        var now = timespec()
        while sigtimedwait(&pipeSignal, nil, &now) < 0, errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      return (count, error)
    #endif
  }

  /// Starts `path` and gives its process id, or the system's error number.
  static func spawn(_ path: String, _ launch: Launch) -> Result<pid_t, SystemError> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let directory = launch.directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
    for (target, source) in launch.descriptors {
      if let source {
        posix_spawn_file_actions_adddup2(&actions, source, target)
      } else if target == STDIN_FILENO {
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDONLY, 0)
      }
    }

    var noSignals = sigset_t()
    var defaultSignals = sigset_t()
    sigemptyset(&noSignals)
    sigemptyset(&defaultSignals)
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGQUIT] { sigaddset(&defaultSignals, signal) }
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setsigdefault(&attributes, &defaultSignals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if !launch.isInteractive { flags |= martlet_spawn_setsid }
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
      for (target, source) in launch.descriptors where source == target {
        posix_spawn_file_actions_addinherit_np(&actions, target)
      }
    #else
      martlet_spawn_close_others(&actions)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

    var process = pid_t()
    let code = withCStrings(launch.arguments) { arguments in
      withCStrings(launch.environment) { environment in
        posix_spawn(&process, path, &actions, &attributes, arguments, environment)
      }
    }
    return code == 0 ? .success(process) : .failure(SystemError(code: code))
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an array with a nil at its end is empty") }
      return body(base)
    }
  }
}

/// What `Platform.spawn` needs besides the program's path.
struct Launch {
  /// The whole argument vector, the name first.
  var arguments: [String]
  /// `NAME=value`.
  var environment: [String]
  var directory: String?
  /// What stands behind 0, 1 and 2; nil is `/dev/null`, the same number is this process' own.
  var descriptors: [(target: Int32, source: Int32?)]
  var isInteractive: Bool
}
