import Lanes
import MartletCore

extension Announcer {
  /// Tries the token of a channel with a request that makes nothing public, where the service has one.
  ///
  /// - Returns: why the service refuses it. Nil if it does not, or if that is unknown, because the service does not answer:
  ///   a channel that is out of order for a moment stops no release.
  package func refusal(of secret: String?, for announcement: Announcement) -> Failure? {
    do throws(Stop) {
      switch announcement.channel {
      case .micropub(let endpoint, _): _ = try answer(to: .query("config", of: endpoint), for: announcement, secret)
      case .mastodon(let server, _, _): _ = try answer(to: .mastodonTrial(of: server), for: announcement, secret)
      case .matrix(let server, _): _ = try answer(to: .matrixTrial(of: server), for: announcement, secret)
      case .discussion(let place): _ = try category(of: place, for: announcement, secret)
      case .webhook, .email: break
      }
      return nil
    } catch {
      guard case .refused(let failure) = error.result else { return nil }
      // A server without this request may still accept posts. A discussion requires its category.
      if case .discussion = announcement.channel, failure.code == .requestRefused { return failure }
      return failure.code == .credentials ? failure : nil
    }
  }
}
