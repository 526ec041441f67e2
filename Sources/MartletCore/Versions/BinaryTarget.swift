/// A binary target of a package that is downloaded, as `Package.swift` declares it.
package struct BinaryTarget: Hashable, Sendable, Codable {
  package let name: String
  package let url: String
  package let checksum: String

  package init(name: String, url: String, checksum: String) {
    self.name = name
    self.url = url
    self.checksum = checksum
  }
}
