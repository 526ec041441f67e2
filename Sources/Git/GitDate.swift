import Libc

/// A moment with its time zone, as `GIT_AUTHOR_DATE` and `GIT_COMMITTER_DATE` give it.
///
/// The forms are git's internal one (`@1767225600 +0100`, with or without `@`, the zone may be missing after `@`) and
/// ISO 8601 (`2026-01-01T00:00:00Z`, a blank for `T`, the zone as `Z`, `+01:00`, `+0100` or missing for the local one).
struct GitDate: Equatable {
  /// Seconds since 1970, UTC.
  let time: Int64
  /// Minutes east of UTC.
  let offset: Int

  init(time: Int64, offset: Int) {
    self.time = time
    self.offset = offset
  }

  /// The moment in this machine's time zone.
  init(localTime time: Int64) {
    self.init(time: time, offset: Self.localOffset(at: time))
  }

  /// The moment that `text` names; nil when it is in neither form.
  init?(_ text: String) {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "T" || $0 == "\t" }).map(String.init)
    guard let first = words.first, let date = Self.raw(first, words.dropFirst()) ?? Self.iso(first, words.dropFirst())
    else { return nil }
    self = date
  }

  private static func raw(_ first: String, _ rest: ArraySlice<String>) -> GitDate? {
    let digits = first.hasPrefix("@") ? String(first.dropFirst()) : first
    guard rest.count <= 1, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(digits),
      // Without `@` git takes fewer than nine digits for a year or a day.
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
    let local = Int64(daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second)
    guard let zone else {
      let offset = localOffset(at: local - Int64(localOffset(at: local) * 60))
      return GitDate(time: local - Int64(offset * 60), offset: offset)
    }
    return minutes(zone).map { GitDate(time: local - Int64($0 * 60), offset: $0) }
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// `Z`, `+0100` or `+01:00`.
  private static func minutes(_ zone: String) -> Int? {
    if zone == "Z" { return 0 }
    guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard digits.utf8.count == 4, let value = number(digits[...]), value % 100 < 60 else { return nil }
    return (value / 100 * 60 + value % 100) * (sign == "-" ? -1 : 1)
  }

  /// Howard Hinnant's `days_from_civil`, for the Gregorian calendar.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The moment where it was: its time of day, and how far that is from UTC.
  private var local: tm {
    var seconds = time_t(time &+ Int64(offset) &* 60)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return parts
  }

  private static func localOffset(at time: Int64) -> Int {
    var seconds = time_t(time)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff / 60
  }
}

extension GitDate: CustomStringConvertible {
  /// Such as `2026-01-01 00:01:00 -0330`, as git's `iso` format.
  var description: String {
    func padded(_ number: some BinaryInteger, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let date = "\(padded(local.tm_year + 1900, 4))-\(padded(local.tm_mon + 1))-\(padded(local.tm_mday))"
    let clock = "\(padded(local.tm_hour)):\(padded(local.tm_min)):\(padded(local.tm_sec))"
    let zone = abs(offset)
    return "\(date) \(clock) \(offset < 0 ? "-" : "+")\(padded(zone / 60))\(padded(zone % 60))"
  }
}
