import HTTP
import Lanes
import MartletCore

struct MatrixClient: ChannelClient {
  let announcer: Announcer
  let server: String
  let room: String

  func post(_ announcement: Announcement, _ token: String?, key: String) throws(Stop) -> String? {
    // Matrix names each message, so that a repeated one counts once (client-server API, "Transaction identifiers").
    let path = "_matrix/client/v3/rooms/\(room.percentEncoded)/send/m.room.message/\(key.percentEncoded)"
    let request = AnnouncementRequest(
      method: "PUT", address: "\(server)/\(path)", body: .json(["msgtype": "m.text", "body": announcement.text]),
      isConfirmed: { $0.value(of: "event_id") != nil }, isRepeatable: true)
    let event = try announcer.answer(to: request, for: announcement, token).value(of: "event_id")
    return event.map { "https://matrix.to/#/\(room.percentEncoded)/\($0.percentEncoded)" }
  }

  func check(_ token: String?, for announcement: Announcement) throws(Stop) {
    _ = try announcer.answer(to: .matrixTrial(of: server), for: announcement, token)
  }
}

extension AnnouncementRequest {
  /// The owner of a token (client-server API, "GET /_matrix/client/v3/account/whoami").
  static func matrixTrial(of server: String) -> AnnouncementRequest {
    AnnouncementRequest(
      method: "GET", address: "\(server)/_matrix/client/v3/account/whoami", headers: [], isConfirmed: nil)
  }
}
