/// A person at a moment, as commits and tags name their author, committer and tagger.
package struct Identity: Hashable, Sendable, Codable {
  /// What the person did.
  package enum Role: String, Sendable {
    case author, committer
  }

  /// The name, as it stands in the object.
  package let name: String
  /// The address, without angle brackets.
  package let email: String
  /// Seconds since 1970, UTC.
  package let time: Int64
  /// Minutes east of UTC.
  package let offset: Int

  /// A person at a moment; nothing is cleaned up.
  package init(name: String, email: String, time: Int64, offset: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offset = offset
  }

  /// The moment as git writes it, for example `1767225600 +0100`.
  package var rawTime: String { "\(time) \(date.zone)" }

  var date: GitDate { GitDate(time: time, offset: offset) }

  /// The identity as it stands in an object: `Name <email> seconds zone`.
  var line: String { "\(name) <\(email)> \(rawTime)" }
}
