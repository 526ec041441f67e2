/// A moment, in whole seconds since 1970 in UTC.
package struct Instant: Hashable, Sendable {
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// The moment that `text` spells as RFC 3339 does: a date, or a date and a time of day; without a zone in UTC.
  ///
  /// - Returns: nil for all else, also for parts of a second, which would be lost.
  package init?(_ text: String) {
    guard text.utf8.count <= 32,
      let match = text.wholeMatch(
        of: /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d))?(?:\.0+)?(?:([Zz])|([-+])(\d\d):?(\d\d))?)?/),
      let year = Int(match.output.1), let month = Int(match.output.2), let day = Int(match.output.3),
      (1...12).contains(month), day >= 1, day <= Self.dayCount(ofMonth: month, year)
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
    seconds = Self.days(to: year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  private static func dayCount(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar: H. Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms", `days_from_civil`.
  private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension Instant: CustomStringConvertible {
  /// Such as `2026-11-21T18:30:00Z`; `civil_from_days` of the same source.
  package var description: String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let rest = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    return "\(date)T\((rest / 3_600).padded(2)):\((rest / 60 % 60).padded(2)):\((rest % 60).padded(2))Z"
  }
}

extension Int {
  fileprivate func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
