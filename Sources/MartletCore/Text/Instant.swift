/// A point in time, in whole seconds since 1970 in UTC.
package struct Instant: Hashable, Sendable {
  package let seconds: Int

  private static let form = Pattern(
    /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d))?(?:\.0+)?(?:([Zz])|([-+])(\d\d):?(\d\d))?)?/)

  /// The last second of the year 9999.
  package static let lastSecond = 253_402_300_799

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Parses an RFC 3339 date, or a date and a time of day; without a zone in UTC.
  ///
  /// - Returns: nil for any other text, and for fractions of a second, which would be lost.
  package init?(_ text: String) {
    guard text.utf8.count <= 32, let match = text.wholeMatch(of: Self.form),
      let year = Int(match.output.1), let month = Int(match.output.2), let day = Int(match.output.3),
      (1...12).contains(month), day >= 1, day <= CalendarDay.count(ofMonth: month, year)
    else { return nil }
    let hour = match.output.4.flatMap { Int($0) } ?? 0
    let minute = match.output.5.flatMap { Int($0) } ?? 0
    let second = match.output.6.flatMap { Int($0) } ?? 0
    guard hour < 24, minute < 60, second < 60 else { return nil }
    var offset = 0
    if let sign = match.output.8, let hours = match.output.9.flatMap({ Int($0) }),
      let minutes = match.output.10.flatMap({ Int($0) })
    {
      guard hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
    }
    let days = CalendarDay(year: year, month: month, day: day).daysSince1970
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  private var daysSince1970: Int { seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0) }

  /// The day in UTC.
  package var day: CalendarDay { CalendarDay(daysSince1970: daysSince1970) }

  /// The time of day in UTC, for example `18:30:00`.
  package var clock: String {
    let second = (seconds % 86_400 + 86_400) % 86_400
    return [second / 3_600, second / 60 % 60, second % 60].map { $0.zeroPadded(to: 2) }.joined(separator: ":")
  }
}

extension Instant: CustomStringConvertible {
  /// For example `2026-11-21T18:30:00Z`.
  package var description: String { "\(day)T\(clock)Z" }
}
