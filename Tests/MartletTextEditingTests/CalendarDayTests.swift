import Testing

@testable import MartletCore

@Suite("A day of the calendar")
struct CalendarDayTests {
  @Test(
    "has the right number of days since 1970-01-01",
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_777, "2026-11-20"),
      (-719_162, "0001-01-01"), (2_932_896, "9999-12-31"), (2_932_897, "10000-01-01"),
    ])
  func days(count: Int, text: String) {
    #expect("\(CalendarDay(daysSince1970: count))" == text)
    #expect(CalendarDay(daysSince1970: count).daysSince1970 == count)
  }

  @Test("follows the day before it through four hundred years")
  func everyDay() {
    var expected = CalendarDay(year: 1700, month: 1, day: 1)
    for count in expected.daysSince1970..<CalendarDay(year: 2101, month: 1, day: 1).daysSince1970 {
      #expect(CalendarDay(daysSince1970: count) == expected)
      let isLast = expected.day == CalendarDay.count(ofMonth: expected.month, expected.year)
      let isYearOver = isLast && expected.month == 12
      expected = CalendarDay(
        year: isYearOver ? expected.year + 1 : expected.year,
        month: isYearOver ? 1 : isLast ? expected.month + 1 : expected.month, day: isLast ? 1 : expected.day + 1)
    }
  }

  @Test("has the right length of its month", arguments: [(2023, 28), (2024, 29), (1900, 28), (2000, 29)])
  func february(year: Int, count: Int) {
    #expect(
      (1...12).map { CalendarDay.count(ofMonth: $0, year) } == [31, count, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  }
}
