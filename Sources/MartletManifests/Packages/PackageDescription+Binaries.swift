import MartletCore

extension PackageDescription {
  /// The binary targets whose address and checksum are literals or constants, in the order of the file.
  package var remoteBinaries: [BinaryTarget] {
    calls.compactMap { call in
      guard call.name == "binaryTarget", let name = call.argument("name").flatMap(string)?.value,
        let url = call.argument("url").flatMap(string), let checksum = call.argument("checksum").flatMap(string)
      else { return nil }
      return BinaryTarget(name: name, url: url.value, checksum: checksum.value)
    }
  }
}
