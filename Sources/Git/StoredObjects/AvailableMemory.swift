import SystemAPI

/// The memory that a large object can use.
enum AvailableMemory {
  /// Up to this length, the system is not asked.
  private static let smallLength = 64 << 20

  /// Returns whether an object of `length` bytes fits.
  static func holds(_ length: Int) -> Bool { length <= smallLength || length < byteCount }

  #if canImport(Darwin)
    /// The memory of the machine: macOS compresses and swaps what it needs to.
    private static var byteCount: Int {
      var (bytes, size) = (UInt64(0), MemoryLayout<UInt64>.size)
      return sysctlbyname("hw.memsize", &bytes, &size, nil, 0) == 0 ? Int(clamping: bytes) : .max
    }
  #else
    /// What Linux can provide without swapping (proc(5), MemAvailable), and the limit of the container.
    private static var byteCount: Int {
      let kilobytes = contents(of: "/proc/meminfo").split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      let limit = contents(of: "/sys/fs/cgroup/memory.max").split(separator: "\n").first.flatMap { Int($0) }
      return min(kilobytes.map { $0 << 10 } ?? .max, limit ?? .max)
    }

    private static func contents(of path: String) -> String {
      String(decoding: (try? SystemFile.contents(at: path)) ?? [], as: UTF8.self)
    }
  #endif
}
