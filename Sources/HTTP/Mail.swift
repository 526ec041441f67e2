/// A message, and the server that accepts it (RFC 5321).
package struct Mail: Sendable, Hashable {
  /// `smtps://host`, or `smtp://host`, which has to offer TLS unless it is on this machine.
  package let server: String
  package let user: String?
  /// The password of `user`, as the value of these credentials.
  package let password: HTTPCredentials?
  /// The address only, such as `release@example.org`.
  package let sender: String
  package let recipients: [String]
  /// Headers and text, with `\r\n` at the ends of lines.
  package let content: [UInt8]

  package init(
    server: String, user: String? = nil, password: HTTPCredentials? = nil, sender: String, recipients: [String],
    content: [UInt8]
  ) {
    self.server = server
    self.user = user
    self.password = password
    self.sender = sender
    self.recipients = recipients
    self.content = content
  }
}

/// Sends one message once.
package protocol MailTransport: Sendable {
  /// - Returns: the server's last answer; a status from 400 on means that it did not accept the message.
  func send(_ mail: Mail, observer: any HTTPObserver) throws(HTTPError) -> HTTPResponse
}
