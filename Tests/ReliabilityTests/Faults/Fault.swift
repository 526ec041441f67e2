/// A fault at the k-th file operation of the program. `strace` injects it from outside, so that the tested program is
/// the release build.
struct Fault: Sendable {
  let name: String
  /// The counted calls, without those that this processor does not have.
  private let calls: [String]
  /// The result of the call, in the syntax of `strace`.
  private let injection: String
  /// Whether every call from the k-th on fails, as on a full disk.
  private let isLasting: Bool

  private init(_ name: String, at calls: [String], _ injection: String, isLasting: Bool = false) {
    self.name = name
    self.calls = calls
    self.injection = injection
    self.isLasting = isLasting
  }

  private static let writes = ["write", "pwrite64", "writev"]
  private static let renames = ["rename", "renameat", "renameat2", "link", "linkat"]
  /// `openat2` opens the folders in which the program then works with names.
  private static let openings = ["openat", "openat2"]
  private static let others = [
    "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "symlink", "symlinkat", "fsync", "fdatasync", "ftruncate",
    "fchmod", "vfork", "clone", "clone3",
  ]

  static let killed = Fault("killed (SIGKILL)", at: writes + renames + openings + others, "signal=KILL")

  /// Every fault of the list, once and, except for a kill, permanently.
  static let all = [
    killed,
    Fault("no space left (ENOSPC)", at: writes, "error=ENOSPC"),
    Fault("no space left from then on", at: writes, "error=ENOSPC", isLasting: true),
    Fault("no room for a file or folder", at: ["openat", "mkdir", "mkdirat"] + renames, "error=ENOSPC"),
    Fault("disk error at a synchronisation (EIO)", at: ["fsync", "fdatasync"], "error=EIO"),
    Fault("disk errors from then on", at: ["fsync", "fdatasync"], "error=EIO", isLasting: true),
    Fault("disk error at a renaming", at: renames, "error=EIO"),
    Fault("disk error at a reading", at: ["read", "pread64"], "error=EIO"),
    Fault("no more open files (EMFILE)", at: openings, "error=EMFILE"),
    Fault("permission taken away (EACCES)", at: openings + ["unlink", "unlinkat"] + renames, "error=EACCES"),
  ]

  private var words: String { calls.map { "?\($0)" }.joined(separator: ",") }

  /// The arguments that run a program with this fault at its `count`-th operation, and write the result to `trace`.
  func launcher(at count: Int, trace: String) -> [String] {
    tracer(trace) + ["-e", "inject=\(words):\(injection):when=\(count)\(isLasting ? "+" : "")"]
  }

  /// The arguments that run a program and write its operations of this kind to `trace`, one per line.
  func tracer(_ trace: String) -> [String] { ["strace", "-qq", "-o", trace, "-e", "trace=\(words)"] }
}

extension Fault: CustomStringConvertible {
  var description: String { name }
}
