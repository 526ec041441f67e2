import MartletCore

/// A name, an email and a time, as in the author, committer and tagger of commits and tags.
package struct Identity: Hashable, Sendable, Codable {
  /// The role of the person.
  package enum Role: String, Sendable {
    case author, committer
  }

  /// The name, as stored in the object.
  package let name: String
  /// The email, without angle brackets.
  package let email: String
  /// The time in seconds since 1970, UTC.
  package let time: Int64
  /// The time zone in minutes east of UTC.
  package let offset: Int

  /// Creates an identity; nothing is cleaned up.
  package init(name: String, email: String, time: Int64, offset: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offset = offset
  }

  /// The time in git's format, such as `1767225600 +0100`.
  package var rawTime: String { date.raw }

  var date: GitDate { GitDate(time: time, offset: offset) }

  /// The identity as stored in an object: `Name <email> seconds zone`.
  var line: String { "\(name) <\(email)> \(rawTime)" }
}

extension Identity {
  /// Parses `Name <email> seconds zone`, as in commits and tags, and as `git var` prints it. As in git, a missing or invalid
  /// time is 0.
  init?(line: String) {
    guard let open = line.firstIndex(of: "<"), let close = line.lastIndex(of: ">"), open < close else { return nil }
    let words = line[line.index(after: close)...].split(whereSeparator: \.isWhitespace)
    let time = words.first.flatMap { Int64($0) }
    let zone = time == nil ? nil : words.dropFirst().first.flatMap { Int($0) }
    self.init(
      name: String(line[..<open]).trimmingTrailingBlanks(), email: String(line[line.index(after: open)..<close]),
      time: time ?? 0, offset: (zone ?? 0) / 100 * 60 + (zone ?? 0) % 100)
  }
}
