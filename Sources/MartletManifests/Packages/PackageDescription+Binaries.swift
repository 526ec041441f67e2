extension PackageDescription {
  /// A binary target that SwiftPM downloads.
  package struct RemoteBinary: Hashable, Sendable {
    package let name: String
    package let url: String
    package let checksum: String
  }

  /// The binary targets whose address and checksum are literals or constants, in the order of the file.
  package var remoteBinaries: [RemoteBinary] {
    calls.compactMap { call in
      guard call.name == "binaryTarget", let name = call.argument("name").flatMap(text),
        let url = call.argument("url").flatMap(string), let checksum = call.argument("checksum").flatMap(string)
      else { return nil }
      return RemoteBinary(name: name, url: url.value, checksum: checksum.value)
    }
  }
}
