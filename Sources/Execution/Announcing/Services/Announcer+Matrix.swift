import HTTP
import Lanes

extension Announcer {
  func matrix(
    _ server: String, _ room: String, _ announcement: Announcement, _ token: String?, _ key: String
  ) throws(Stop) -> String? {
    let request = AnnouncementRequest.matrix(
      server: server, room: room, transaction: key, text: announcement.text)
    let event = try answer(to: request, for: announcement, token).value(of: "event_id")
    return event.map { "https://matrix.to/#/\(room.percentEncoded)/\($0.percentEncoded)" }
  }
}
