import MartletCore

/// Reads from an answer how long the client has to wait.
///
/// A server answers 429, and GitHub also 403, with the duration in a header: `Retry-After` in seconds (RFC 9110,
/// 10.2.3), or 0 remaining requests and the time of the reset, in seconds since 1970 (GitHub, "Rate limits for the REST
/// API"; GitLab has the same headers without `X-`) or as a date (Mastodon). With neither, as for GitHub's secondary
/// limit, the wait is at least one minute.
enum RateLimit {
  /// The seconds to wait; nil if the answer does not report a limit.
  static func seconds(of response: HTTPResponse) -> Int? {
    guard [429, 403].contains(response.status) else { return nil }
    if let seconds = response["Retry-After"].flatMap({ Int(clamping: $0, to: Instant.lastSecond) }) { return seconds }
    for prefix in ["X-RateLimit-", "RateLimit-"] where response["\(prefix)Remaining"] == "0" {
      guard let reset = response["\(prefix)Reset"].flatMap(seconds(ofReset:)) else { continue }
      // The server's clock: this machine's may be wrong.
      guard let now = response.date else { return 60 }
      return max(1, reset - now + 1)
    }
    if response.status == 429 { return 60 }
    return response.mentionsLimit ? 60 : nil
  }

  /// - Parameter text: Seconds since 1970, or a date in UTC; fractions of a second are left out.
  private static func seconds(ofReset text: String) -> Int? {
    Int(clamping: text, to: Instant.lastSecond) ?? Instant(String(text.prefix { $0 != "." }))?.seconds
  }
}

extension HTTPResponse {
  /// GitHub: "You have exceeded a secondary rate limit", and "abuse detection mechanism" in old Enterprise servers.
  fileprivate var mentionsLimit: Bool {
    let text = String(decoding: body.prefix(2_000), as: UTF8.self).lowercased()
    return text.contains("rate limit") || text.contains("abuse detection")
  }
}
