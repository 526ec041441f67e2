import MartletCore
import SystemAPI

/// A time with its time zone.
struct GitDate: Equatable {
  /// The time in seconds since 1970, UTC.
  let time: Int64
  /// The time zone in minutes east of UTC.
  let offset: Int

  init(time: Int64, offset: Int) {
    self.time = time
    self.offset = offset
  }

  /// Creates a date in this machine's time zone.
  init(localTime time: Int64) {
    var seconds = time_t(time)
    var parts = tm()
    localtime_r(&seconds, &parts)
    self.init(time: time, offset: parts.tm_gmtoff / 60)
  }

  /// The time in git's format, such as `1767225600 +0100`.
  var raw: String { "\(time) \(zone)" }

  /// The offset from UTC, such as `-0330`.
  private var zone: String {
    "\(offset < 0 ? "-" : "+")\((abs(offset) / 60 * 100 + abs(offset) % 60).zeroPadded(to: 4))"
  }
}

extension GitDate: CustomStringConvertible {
  /// The date in git's `iso` format, such as `2026-01-01 00:01:00 -0330`.
  var description: String {
    let local = Instant(seconds: Int(time &+ Int64(offset) &* 60))
    return "\(local.day) \(local.clock) \(zone)"
  }
}
