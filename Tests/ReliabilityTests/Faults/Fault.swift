/// Something that goes wrong at the k-th file operation of the program. `strace` makes it happen from outside, so that
/// the program under test is the very one that is released.
struct Fault: Sendable {
  let name: String
  /// The calls that are counted; those that this processor does not have are left out.
  private let calls: [String]
  /// What happens instead of the call, in the words of `strace`.
  private let injection: String
  /// Whether every call from the k-th on fails, as on a disk that stays full.
  private let isLasting: Bool

  private init(_ name: String, at calls: [String], _ injection: String, isLasting: Bool = false) {
    self.name = name
    self.calls = calls
    self.injection = injection
    self.isLasting = isLasting
  }

  private static let writes = ["write", "pwrite64", "writev"]
  private static let renames = ["rename", "renameat", "renameat2", "link", "linkat"]
  private static let others = [
    "openat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "fsync", "fdatasync", "ftruncate", "fchmod",
    "vfork",
    "clone", "clone3",
  ]

  static let killed = Fault("killed (SIGKILL)", at: writes + renames + others, "signal=KILL")

  /// Every one of the list, each once and, but for death, for ever.
  static let all = [
    killed,
    Fault("no space left (ENOSPC)", at: writes, "error=ENOSPC"),
    Fault("no space left from then on", at: writes, "error=ENOSPC", isLasting: true),
    Fault("no room for a file or folder", at: ["openat", "mkdir", "mkdirat"] + renames, "error=ENOSPC"),
    Fault("disk error at a synchronisation (EIO)", at: ["fsync", "fdatasync"], "error=EIO"),
    Fault("disk errors from then on", at: ["fsync", "fdatasync"], "error=EIO", isLasting: true),
    Fault("disk error at a renaming", at: renames, "error=EIO"),
    Fault("disk error at a reading", at: ["read", "pread64"], "error=EIO"),
    Fault("no more open files (EMFILE)", at: ["openat"], "error=EMFILE"),
    Fault("permission taken away (EACCES)", at: ["openat", "unlink", "unlinkat"] + renames, "error=EACCES"),
  ]

  private var words: String { calls.map { "?\($0)" }.joined(separator: ",") }

  /// The words that run a program with this fault at its `count`-th operation, and write what happened to `trace`.
  func launcher(at count: Int, trace: String) -> [String] {
    tracer(trace) + ["-e", "inject=\(words):\(injection):when=\(count)\(isLasting ? "+" : "")"]
  }

  /// The words that run a program and write its operations of this kind to `trace`, a line each.
  func tracer(_ trace: String) -> [String] { ["strace", "-qq", "-o", trace, "-e", "trace=\(words)"] }
}

extension Fault: CustomStringConvertible {
  var description: String { name }
}
