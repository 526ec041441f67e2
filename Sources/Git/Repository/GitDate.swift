import MartletCore
import SystemAPI

/// A time with its time zone, as in `GIT_AUTHOR_DATE` and `GIT_COMMITTER_DATE`.
///
/// The formats are git's internal one (`@1767225600 +0100`, with or without `@`; after `@`, the zone is optional) and
/// ISO 8601 (`2026-01-01T00:00:00Z`; a blank may replace `T`; the zone is `Z`, `+01:00` or `+0100`, by default the
/// local one).
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
    self.init(time: time, offset: Self.localOffset(at: time))
  }

  /// Parses a date; nil when `text` is in neither format.
  init?(_ text: String) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "T" || $0 == "\t" }).map(String.init)
    guard let first = words.first, let date = Self.raw(first, words.dropFirst()) ?? Self.iso(first, words.dropFirst())
    else { return nil }
    self = date
  }

  private static func raw(_ first: String, _ rest: ArraySlice<String>) -> GitDate? {
    let digits = first.hasPrefix("@") ? String(first.dropFirst()) : first
    guard rest.count <= 1, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(digits),
      // Without `@`, git reads fewer than nine digits as a year or a day.
      first.hasPrefix("@") || digits.utf8.count >= 9
    else { return nil }
    guard let zone = rest.first else { return GitDate(localTime: time) }
    return minutes(zone).map { GitDate(time: time, offset: $0) }
  }

  private static func iso(_ first: String, _ rest: ArraySlice<String>) -> GitDate? {
    let date = first.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
    guard date.count == 3, let year = date[0], let month = date[1], let day = date[2], (1900...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day), let clock = rest.first, rest.count <= 2
    else { return nil }
    let end = clock.firstIndex { "Z+-".contains($0) } ?? clock.endIndex
    let zone = rest.count == 2 ? rest.last : (end < clock.endIndex ? String(clock[end...]) : nil)
    let time = clock[..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(time.count), let hour = number(time[0]), hour < 24, let minute = number(time[1]),
      minute < 60,
      let second = time.count == 3 ? number(time[2].prefix { $0 != "." }) : 0, second <= 60
    else { return nil }
    let days = CalendarDay(year: year, month: month, day: day).daysSince1970
    let local = Int64(days * 86400 + hour * 3600 + minute * 60 + second)
    guard let zone else {
      let offset = localOffset(at: local - Int64(localOffset(at: local) * 60))
      return GitDate(time: local - Int64(offset * 60), offset: offset)
    }
    return minutes(zone).map { GitDate(time: local - Int64($0 * 60), offset: $0) }
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Parses `Z`, `+0100` or `+01:00` to minutes.
  private static func minutes(_ zone: String) -> Int? {
    if zone == "Z" { return 0 }
    guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard digits.utf8.count == 4, let value = number(digits[...]), value % 100 < 60 else { return nil }
    return (value / 100 * 60 + value % 100) * (sign == "-" ? -1 : 1)
  }

  /// The offset from UTC, such as `-0330`.
  var zone: String {
    "\(offset < 0 ? "-" : "+")\((abs(offset) / 60 * 100 + abs(offset) % 60).zeroPadded(to: 4))"
  }

  private static func localOffset(at time: Int64) -> Int {
    var seconds = time_t(time)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff / 60
  }
}

extension GitDate: CustomStringConvertible {
  /// The date in git's `iso` format, such as `2026-01-01 00:01:00 -0330`.
  var description: String {
    let local = Instant(seconds: Int(time &+ Int64(offset) &* 60))
    return "\(local.day) \(local.clock) \(zone)"
  }
}
