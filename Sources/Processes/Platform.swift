import CSpawn
import SystemAPI

/// Differences between the systems: spawning, pipes, threads, and writing without a signal.
enum Platform {
  /// Whether a program in /usr/bin may be a placeholder for missing developer tools.
  static var hasStandIns: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  /// Creates a pipe and returns its reading and writing end. Both are closed by an exec, and are above the standard
  /// streams.
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

  /// Creates a thread that begins in `ThreadEntry` with `context` and blocks all signals; nil when none can be created.
  static func thread(entering context: UnsafeMutableRawPointer) -> pthread_t? {
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // A thread inherits the signal mask of its creator. A signal that it did not block could be delivered to it, and
    // would end the program while another thread waits for it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return pthread_create(&thread, nil, { ThreadEntry.enter($0) }, context) == 0 ? thread : nil
  }

  /// Creates a queue of bytes with two ends that are closed by an exec and never block a writer. Writes to the second
  /// end can be read from the first.
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

  /// Creates a connection for input that is sent while a program runs, with ends as those of `makePipe`. What lets writes to
  /// files fail, such as a full disk, does not stop it.
  static func makeConnection() -> (reading: Int32, writing: Int32)? {
    guard let ends = makeSocketPair() else { return nil }
    for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, 0) }
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(ends.writing, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    guard let reading = aboveStandardStreams(ends.reading), let writing = aboveStandardStreams(ends.writing) else {
      return nil
    }
    return (reading, writing)
  }

  /// Sends like `send`, but returns EPIPE for a connection without a reader and raises no signal.
  static func sendQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    #if canImport(Darwin)
      let count = send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
      let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
    return (count, errno)
  }

  /// In a process that was started with closed standard streams, pipes get their numbers, which would collide in the
  /// child.
  private static func aboveStandardStreams(_ descriptor: Int32) -> Int32? {
    guard descriptor <= 2 else { return descriptor }
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    close(descriptor)
    return moved < 0 ? nil : moved
  }

  /// Writes like `write`, but returns EPIPE for a pipe without a reader and raises no signal.
  static func writeQuietly(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    #if canImport(Darwin)
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      return (count, errno)
    #else
      // Only this thread is protected; a SIGPIPE that was pending before stays pending.
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

  /// Starts `path` and returns its process ID, or the system's error.
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

/// The parameters of `Platform.spawn` besides the program's path.
struct Launch {
  /// All arguments, starting with the name.
  var arguments: [String]
  /// The environment as `NAME=value`.
  var environment: [String]
  var directory: String?
  /// The sources of 0, 1 and 2; nil is `/dev/null`, the same number is inherited.
  var descriptors: [(target: Int32, source: Int32?)]
  var isInteractive: Bool
}
