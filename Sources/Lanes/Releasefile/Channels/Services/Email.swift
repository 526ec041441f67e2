extension AnnouncementService {
  package static let email = AnnouncementService(
    id: "email", name: "mail", nameInSentence: "the mail server", required: ["server", "from", "to"],
    optional: ["user", "password_env"], hasTitles: true,
    destination: { channel in
      .email(
        AnnouncementMail(
          server: channel.server, user: channel.user, sender: channel.sender, recipients: channel.recipients))
    })
}
