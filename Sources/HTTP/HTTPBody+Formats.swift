import SystemAPI

extension HTTPHeader {
  package static let json = HTTPHeader("Content-Type", "application/json")
  /// For a body by `HTTPBody.multipart`.
  package static let multipart = HTTPHeader("Content-Type", "multipart/form-data; boundary=\(HTTPBody.boundary)")
}

extension HTTPBody {
  /// Encodes a value as JSON with sorted keys, so that the same value gives the same bytes.
  package static func json(
    _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) -> HTTPBody {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Requests encode only strings, booleans and lists of them, which cannot fail.
    return HTTPBody([.bytes((try? encoder.encode(value)).map(Array.init) ?? [])])
  }

  /// Random in each process, so that no file can contain it on purpose.
  fileprivate static let boundary = "martlet-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"

  /// Returns text fields and a file as `multipart/form-data` (RFC 7578).
  ///
  /// - Parameters:
  ///   - fields: The names and texts of the fields before the file.
  ///   - field: The name of the file's field.
  ///   - name: The name of the file, percent-encoded where a header requires that.
  ///   - headers: The headers of the file.
  package static func multipart(
    fields: KeyValuePairs<String, String> = [:], file: Part, as field: String, named name: String, headers: [HTTPHeader]
  ) -> HTTPBody {
    var head = ""
    for (name, text) in fields {
      head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n"
    }
    head += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\n"
    head += headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
    return HTTPBody([.bytes(Array(head.utf8)), file, .bytes(Array("\r\n--\(boundary)--\r\n".utf8))])
  }
}
