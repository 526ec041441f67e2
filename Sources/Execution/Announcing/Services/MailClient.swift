import HTTP
import Lanes
import MartletCore

struct MailClient: ChannelClient {
  let announcer: Announcer
  let settings: AnnouncementMail

  func post(_ announcement: Announcement, _ password: String?, key: String) throws(Stop) -> String? {
    let message = Mail(
      server: settings.server, user: settings.user, password: password.map { HTTPCredentials("password", $0) },
      sender: settings.sender, recipients: settings.recipients,
      content: settings.content(subject: announcement.title, text: announcement.text + "\n", key: key))
    let answer: HTTPResponse
    do {
      answer = try announcer.mail.send(message, observer: announcer.observer)
    } catch {
      throw error.mayHaveArrived
        ? Stop(.maybeSent(.maybeSent(announcement.channel.service.phrase, error.firstMessage))) : Stop(error.failure)
    }
    guard answer.status < 400 else { throw Stop(.refused(announcement, by: answer)) }
    return nil
  }
}

extension AnnouncementMail {
  /// The message (RFC 5322). Its identifier is made from `key`, so that mail readers drop a repeated message.
  func content(subject: String, text: String, key: String) -> [UInt8] {
    let host = sender.split(separator: "@").last.map(String.init) ?? "localhost"
    let identifier = ContentDigest(of: Array(key.utf8)).hex.prefix(32)
    let lines = [
      "From: <\(sender)>", "To: \(recipients.map { "<\($0)>" }.joined(separator: ", "))",
      "Subject: \(subject.mailHeader)", "Message-ID: <\(identifier)@\(host)>", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    // 76 characters a line (RFC 2045, 6.8).
    var encoded = Base64.standard.text(of: Array(text.utf8))[...]
    var body: [Substring] = []
    while !encoded.isEmpty {
      body.append(encoded.prefix(76))
      encoded = encoded.dropFirst(76)
    }
    return Array((lines + body.map(String.init)).joined(separator: "\r\n").utf8) + Array("\r\n".utf8)
  }
}

extension String {
  /// One line; as encoded words where it is not plain ASCII (RFC 2047).
  fileprivate var mailHeader: String {
    let line = String(map { $0.isNewline ? " " : $0 })
    guard !line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return line }
    var words: [String] = []
    var word = ""
    for character in line {
      // An encoded word has at most 75 characters.
      if (word + String(character)).utf8.count > 45 {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    return (words + [word]).map { "=?utf-8?B?\(Base64.standard.text(of: Array($0.utf8)))?=" }.joined(separator: "\r\n ")
  }
}
