import TextEditing

/// The records of a pax header: `LENGTH KEY=VALUE` and a line feed, of which the length counts itself.
struct PaxRecords {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ key: String, _ value: some Collection<UInt8>) {
    var length = key.utf8.count + value.count + 3
    // As git does it (archive-tar.c, strbuf_append_ext_header), so that the digits count what they are themselves.
    var power = 1
    length += 1
    while length / 10 >= power {
      length += 1
      power *= 10
    }
    bytes += Array("\(length) \(key)=".utf8) + value
    bytes.append(.lineFeed)
  }
}
