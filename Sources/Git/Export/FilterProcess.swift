import MartletCore

/// The protocol of `filter.<name>.process` (gitattributes(5), "Long Running Filter Process"), for one smudged file.
///
/// Both sides write packets: the length in four hexadecimal digits, which includes these digits, then the bytes. `0000`
/// ends a list of packets.
enum FilterProcess {
  /// The response of the program.
  enum Answer: Equatable {
    case contents([UInt8])
    /// It does not support smudging.
    case unsupported
    /// It reported a failure, or ended early.
    case failure
    /// It does not support the protocol: git then fails as well, whether the filter is required or not.
    case unknown
  }

  /// The maximum size of a packet's contents in bytes.
  private static let maximumLength = 65516

  /// Returns everything that git would write.
  static func request(smudging bytes: [UInt8], at path: [UInt8]) -> [UInt8] {
    var request: [UInt8] = []
    for lists in [["git-filter-client", "version=2"], ["capability=smudge"]] {
      for line in lists { request += packet(Array("\(line)\n".utf8)) }
      request += flush
    }
    request += packet(Array("command=smudge\n".utf8)) + packet(Array("pathname=".utf8) + path + [.lineFeed]) + flush
    var rest = bytes[...]
    while !rest.isEmpty {
      request += packet(Array(rest.prefix(maximumLength)))
      rest = rest.dropFirst(maximumLength)
    }
    return request + flush
  }

  /// Parses the output of the program.
  static func answer(in output: [UInt8]) -> Answer {
    var rest = output[...]
    guard let greeting = lines(&rest), greeting.first == "git-filter-server", greeting.contains("version=2"),
      let capabilities = lines(&rest)
    else { return .unknown }
    guard capabilities.contains("capability=smudge") else { return .unsupported }
    guard let status = lines(&rest), status.last == "status=success", let contents = list(&rest) else {
      return .failure
    }
    // An empty list keeps the status.
    guard let end = lines(&rest), end.last.map({ $0 == "status=success" }) ?? true else { return .failure }
    return .contents(Array(contents.joined()))
  }

  private static let flush = Array("0000".utf8)

  private static func packet(_ bytes: [UInt8]) -> [UInt8] {
    let digits = String(bytes.count + 4, radix: 16)
    return Array("\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8) + bytes
  }

  /// Returns the packets up to the end of a list, and removes them from `rest`; nil without such an end.
  private static func list(_ rest: inout ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var packets: [ArraySlice<UInt8>] = []
    while let length = Int(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) {
      guard rest.count >= max(length, 4), length == 0 || length > 3 else { return nil }
      if length > 0 { packets.append(rest.prefix(length).dropFirst(4)) }
      rest = rest.dropFirst(max(length, 4))
      if length == 0 { return packets }
    }
    return nil
  }

  private static func lines(_ rest: inout ArraySlice<UInt8>) -> [String]? {
    list(&rest)?.map { String(decoding: $0.last == .lineFeed ? $0.dropLast() : $0, as: UTF8.self) }
  }
}
