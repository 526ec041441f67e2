import Lanes
import MartletCore

/// Posts on one channel, and finds posts there. Each service has a file with its client.
protocol ChannelClient {
  typealias Stop = Announcer.Stop

  /// Posts an announcement.
  ///
  /// - Parameter key: As for `Announcer.post`.
  /// - Returns: the address of the post, if the service returns one.
  func post(_ announcement: Announcement, _ secret: String?, key: String) throws(Stop) -> String?

  /// Searches for a post whose answer was lost.
  ///
  /// - Parameter time: The time of the first attempt, in seconds since 1970.
  func find(_ announcement: Announcement, _ secret: String?, since time: Int64) -> AnnouncementLookup

  /// Searches for a post of another clone. By default the same, at any time.
  func find(_ announcement: Announcement, _ secret: String?) -> AnnouncementLookup

  /// Tries the secret with a request that makes nothing public. By default it sends nothing.
  func check(_ secret: String?, for announcement: Announcement) throws(Stop)
}

extension ChannelClient {
  func find(_ announcement: Announcement, _ secret: String?, since time: Int64) -> AnnouncementLookup {
    .unknown(.cannotList)
  }

  func find(_ announcement: Announcement, _ secret: String?) -> AnnouncementLookup {
    find(announcement, secret, since: 0)
  }

  func check(_ secret: String?, for announcement: Announcement) throws(Stop) {}
}
