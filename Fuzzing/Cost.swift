#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the process has used up.
struct Cost {
  /// Of this thread, in nanoseconds: other programs on the machine make no difference.
  private let time: UInt64
  /// The most memory that it ever had, in bytes.
  private let peak: Int

  /// What no input of the sizes tried here may take.
  private static let greatestTime: UInt64 = 1_000_000_000
  private static let greatestGrowth = 64 << 20

  static var soFar: Cost {
    var clock = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &clock)
    var usage = rusage()
    getrusage(ownUsage, &usage)
    return Cost(
      time: UInt64(clock.tv_sec) * 1_000_000_000 + UInt64(clock.tv_nsec), peak: Int(usage.ru_maxrss) * peakUnit)
  }

  /// - Throws: when more has been used since `before` than one input may.
  func check(since before: Cost) throws {
    let (milliseconds, mebibytes) = ((time - before.time) / 1_000_000, (peak - before.peak) >> 20)
    try require(time - before.time <= Self.greatestTime, "\(milliseconds) ms of processor time")
    try require(peak - before.peak <= Self.greatestGrowth, "\(mebibytes) MiB of memory")
  }
}

#if canImport(Darwin)
  private let ownUsage = RUSAGE_SELF
  private let peakUnit = 1
#else
  private let ownUsage = RUSAGE_SELF.rawValue
  private let peakUnit = 1024
#endif
