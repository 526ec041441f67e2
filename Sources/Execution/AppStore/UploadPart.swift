import HTTP
import MartletCore

/// A part of a file that Apple expects, with the address that is its authority: neither the record nor a message has it.
struct UploadPart: Sendable {
  let method: String
  let url: String
  let offset: Int
  let length: Int
  let headers: [HTTPHeader]

  /// A pebibyte: sums of such offsets and lengths cannot overflow.
  private static let greatest = 1 << 50

  init?(_ value: StoreValue) {
    guard let method = value["method"]?.text, let url = value["url"]?.text, let offset = value["offset"]?.count,
      let length = value["length"]?.count, (0...Self.greatest).contains(offset), (0...Self.greatest).contains(length)
    else { return nil }
    (self.method, self.url, self.offset, self.length) = (method, url, offset, length)
    headers = (value["requestHeaders"]?.elements ?? []).compactMap { header in
      header["name"]?.text.flatMap { name in header["value"]?.text.map { HTTPHeader(name, $0) } }
    }
  }
}
