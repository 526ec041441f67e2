extension Repository {
  /// Returns the author or committer of a commit made now, found as git does, but never guessed.
  ///
  /// In this order: `GIT_AUTHOR_NAME`, `author.name`, `user.name`; the same for the email, with `EMAIL` as the last;
  /// `GIT_AUTHOR_DATE`, then `now`, in seconds since 1970, in this machine's time zone.
  package func identity(_ role: Identity.Role, now: Int64) throws(GitError) -> Identity {
    let prefix = "GIT_\(role.rawValue.uppercased())"
    let name =
      environment["\(prefix)_NAME"] ?? configuration("\(role.rawValue).name") ?? configuration("user.name") ?? ""
    let email =
      environment["\(prefix)_EMAIL"] ?? configuration("\(role.rawValue).email") ?? configuration("user.email")
      ?? environment["EMAIL"] ?? ""
    let (cleanName, cleanEmail) = (name.withoutCrud, email.withoutCrud)
    guard !cleanName.isEmpty, !cleanEmail.isEmpty else { throw .missingIdentity(role) }
    // Invalid UTF-8 has become this character, while git would write the bytes unchanged.
    guard !"\(cleanName)\(cleanEmail)".unicodeScalars.contains("\u{FFFD}") else { throw .identityNotText(role) }

    var date = GitDate(localTime: now)
    let variable = "\(prefix)_DATE"
    if let text = environment[variable], !text.isEmpty {
      guard let given = GitDate(text) else { throw .invalidDate(text, variable: variable) }
      date = given
    }
    return Identity(name: cleanName, email: cleanEmail, time: date.time, offset: date.offset)
  }
}

extension String {
  /// The name or email without characters that would break its line: git drops `<`, `>` and line feeds everywhere, and
  /// blanks, control characters and the punctuation `.,:;"\'` at both ends.
  fileprivate var withoutCrud: String {
    func isCrud(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value <= 32 || ".,:;<>\"\\'".unicodeScalars.contains(scalar)
    }
    var scalars = unicodeScalars[...]
    while let first = scalars.first, isCrud(first) { scalars.removeFirst() }
    while let last = scalars.last, isCrud(last) { scalars.removeLast() }
    var text = ""
    text.unicodeScalars += scalars.filter { !["<", ">", "\n", "\0"].contains($0) }
    return text
  }
}
