import MartletCore

/// The records of a pax header: `LENGTH KEY=VALUE` and a line feed; the length includes its own digits.
struct PaxRecords {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ key: String, _ value: some Collection<UInt8>) {
    var length = key.utf8.count + value.count + 3
    // The same loop as in git (archive-tar.c, strbuf_append_ext_header), so that the digits count themselves.
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
