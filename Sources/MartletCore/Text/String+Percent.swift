extension String {
  /// The text as one segment of a path, or a name or value of a query (RFC 3986, 2.3).
  package var percentEncoded: String { percentEncoded(keeping: "") }

  /// The same, but the bytes of `kept` stay as they are.
  package func percentEncoded(keeping kept: String) -> String {
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~" + kept
    return utf8.reduce(into: "") { text, byte in
      if plain.utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.zeroPadded(to: 2, radix: 16, uppercase: true)
      }
    }
  }
}
