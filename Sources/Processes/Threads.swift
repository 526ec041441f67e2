import SystemAPI

/// Parallel work on several threads. Each reports its programs to the trace of the thread that starts it.
package enum Threads {
  /// Returns the results of `body` for each number below `count`. The first runs on this thread; it waits for all.
  package static func results<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let trace = ProgramTrace.current
    let jobs = (1..<max(1, count)).map { number in
      Job { ProgramTrace.$current.withValue(trace) { body(number) } }
    }
    for job in jobs { job.start() }
    return [body(0)] + jobs.map { $0.wait() }
  }

  /// Runs `body` on a detached thread.
  ///
  /// - Returns: False when no thread could be created; then `body` does not run.
  package static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
    let trace = ProgramTrace.current
    let job = Job { ProgramTrace.$current.withValue(trace, operation: body) }
    guard let thread = ThreadEntry.thread(for: job) else { return false }
    pthread_detach(thread)
    return true
  }
}

/// Work on a separate thread, or, when no thread could be created, on the waiting one.
private final class Job<Result: Sendable>: Startable {
  private let body: @Sendable () -> Result
  private var result: Result?
  private var thread: pthread_t?

  init(_ body: @escaping @Sendable () -> Result) {
    self.body = body
  }

  func run() { result = body() }

  func start() { thread = ThreadEntry.thread(for: self) }

  /// The thread has ended when this returns, so the result is not shared.
  func wait() -> Result {
    if let thread { pthread_join(thread, nil) }
    return result ?? body()
  }
}

private protocol Startable: AnyObject {
  func run()
}

/// The entry point of threads: C passes only a pointer as context.
enum ThreadEntry {
  fileprivate static func thread(for job: any Startable) -> pthread_t? {
    let context = Unmanaged.passRetained(job as AnyObject).toOpaque()
    let thread = Platform.thread(entering: context)
    if thread == nil { Unmanaged<AnyObject>.fromOpaque(context).release() }
    return thread
  }

  static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    (Unmanaged<AnyObject>.fromOpaque(context).takeRetainedValue() as? any Startable)?.run()
    return nil
  }
}
