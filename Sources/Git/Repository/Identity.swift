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
