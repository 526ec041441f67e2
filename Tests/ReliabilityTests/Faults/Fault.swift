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

  /// A file operation, by its system call and its number among those: `strace` counts each call for itself.
  struct Operation: Hashable {
    let call: String
    let number: Int
  }

  /// The arguments that run a program with this fault at that operation, and write the result to `trace`.
  func launcher(at operation: Operation, trace: String) -> [String] {
    let call = "inject=\(operation.call):\(injection):when=\(operation.number)\(isLasting ? "+" : "")"
    return ["strace", "-qq", "-o", trace, "-e", "trace=\(operation.call)", "-e", call]
  }

  /// Returns the operations of a trace that follow those of another one, in order.
  static func operations(in trace: String, after start: String = "") -> [Operation] {
    var counts: [String: Int] = [:]
    func operations(_ trace: String) -> [Operation] {
      trace.split(separator: "\n").compactMap { line in
        guard let call = line.firstMatch(of: /^(\w+)\(/).map({ String($0.1) }) else { return nil }
        counts[call, default: 0] += 1
        return Operation(call: call, number: counts[call, default: 0])
      }
    }
    let first = Set(operations(start))
    counts = [:]
    return operations(trace).filter { !first.contains($0) }
  }

  /// The arguments that run a program and write its operations of this kind to `trace`, one per line.
  func tracer(_ trace: String) -> [String] {
    ["strace", "-qq", "-o", trace, "-e", "trace=\(calls.map { "?\($0)" }.joined(separator: ","))"]
  }
}

extension Fault: CustomStringConvertible {
  var description: String { name }
}
