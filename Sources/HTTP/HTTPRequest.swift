/// A request, ready to be sent.
package struct HTTPRequest: Sendable, Hashable {
  package let method: String
  package let address: String
  /// Without credentials, so that they may be printed.
  package let headers: [HTTPHeader]
  /// The authorization header, if any.
  package let credentials: HTTPCredentials?
  package let body: HTTPBody?

  package init(
    _ method: String, _ address: String, headers: [HTTPHeader] = [], credentials: HTTPCredentials? = nil,
    body: HTTPBody? = nil
  ) {
    self.method = method
    self.address = address
    self.headers = headers
    self.credentials = credentials
    self.body = body
  }

  /// Whether it only reads, so that it may be sent again at any time (RFC 9110, 9.2.1).
  package var isSafe: Bool { ["GET", "HEAD"].contains(method) }
}

package struct HTTPHeader: Sendable, Hashable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A header that contains a secret. It can be neither printed nor encoded.
package struct HTTPCredentials: Sendable, Hashable {
  private let header: HTTPHeader

  package init(_ name: String, _ value: String) {
    header = HTTPHeader(name, value)
  }

  /// The header itself, for the one place that sends it.
  var exposed: HTTPHeader { header }
}

extension HTTPCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The answer of a server.
package struct HTTPResponse: Sendable, Hashable {
  package let status: Int
  package let headers: [HTTPHeader]
  package let body: [UInt8]
  /// The server's clock, in seconds since 1970, from the header `Date`.
  package let date: Int?

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], date: Int? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.date = date
  }

  /// The value of the header `name`, in any case; the last one if there are several.
  package subscript(name: String) -> String? {
    let name = name.lowercased()
    return headers.last { $0.name.lowercased() == name }?.value
  }

  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the body is a web page, as a proxy sends it.
  package var isPage: Bool {
    self["Content-Type"]?.lowercased().hasPrefix("text/html") == true
      || String(decoding: body.prefix(64), as: UTF8.self).lowercased().contains("<html")
  }
}
