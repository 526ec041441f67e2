import MartletCore

/// The address of a request: `https`, or `http` on this machine only.
package struct HTTPAddress: Hashable, Sendable {
  package let text: String
  package let scheme: String
  /// In lower case, without brackets and port.
  package let host: String

  /// - Throws: `HTTPError` for other schemes, for `http` to another machine, and for user names in the address.
  package init(_ text: String) throws(HTTPError) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let separator = text.firstRange(of: "://") else {
      throw .invalidAddress(text)
    }
    let scheme = text[..<separator.lowerBound].lowercased()
    let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }
    let host: Substring
    if authority.hasPrefix("[") {
      host = authority.dropFirst().prefix { $0 != "]" }
    } else {
      host = authority.prefix { $0 != ":" }
    }
    guard ["https", "http"].contains(scheme), !host.isEmpty, !authority.contains("@") else {
      throw .invalidAddress(text)
    }
    self.text = text
    self.scheme = scheme
    self.host = host.lowercased()
    guard scheme == "https" || isLoopback else { throw .insecureAddress(text) }
  }

  /// The address without path, query and fragment, such as `https://api.example.com:8443`.
  package var server: String {
    guard let separator = text.firstRange(of: "://") else { return text }
    let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }
    return "\(text[..<separator.upperBound])\(authority)"
  }

  /// Whether only this machine can answer.
  package var isLoopback: Bool { host.isLoopbackHost }

  /// Resolves a redirect to `target`; returns nil if the result is not a valid address.
  func redirected(to target: String) -> HTTPAddress? {
    let absolute: String
    if target.contains("://") {
      absolute = target
    } else if target.hasPrefix("/"), !target.hasPrefix("//"), let separator = text.firstRange(of: "://") {
      absolute = text[..<separator.upperBound] + text[separator.upperBound...].prefix { !"/?#".contains($0) } + target
    } else {
      return nil
    }
    guard let next = try? HTTPAddress(absolute) else { return nil }
    // A remote server must not redirect requests to servers on this machine.
    return next.isLoopback && !isLoopback ? nil : next
  }
}
