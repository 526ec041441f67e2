import Libc

/// Work that is done on several threads at once.
package enum Threads {
  /// What `body` makes of each number below `count`; the first is made on this thread. All are waited for.
  package static func results<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let jobs = (1..<max(1, count)).map { number in Job { body(number) } }
    for job in jobs { job.start() }
    return [body(0)] + jobs.map { $0.wait() }
  }

  /// Runs `body` on a detached thread.
  ///
  /// - Returns: false where no thread could be had; then nothing is done.
  package static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = ThreadEntrance.thread(for: Job(body)) else { return false }
    pthread_detach(thread)
    return true
  }
}

/// Something to be done on a thread of its own; on the one that waits where no thread could be had.
private final class Job<Result: Sendable>: Startable {
  private let body: @Sendable () -> Result
  private var result: Result?
  private var thread: pthread_t?

  init(_ body: @escaping @Sendable () -> Result) {
    self.body = body
  }

  func run() { result = body() }

  func start() { thread = ThreadEntrance.thread(for: self) }

  /// The thread has ended when this returns, so no other thread has the result.
  func wait() -> Result {
    if let thread { pthread_join(thread, nil) }
    return result ?? body()
  }
}

private protocol Startable: AnyObject {
  func run()
}

/// Where threads begin: C knows no context but a pointer.
enum ThreadEntrance {
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
