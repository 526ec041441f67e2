import MartletCore

/// Files that were built elsewhere, for example by other jobs of a CI system.
package struct SuppliedArtifacts: Hashable, Sendable {
  /// The folder of the files, as an absolute path.
  package let folder: String
  /// The paths of the files from there, in byte order.
  package let names: [String]

  package init(in folder: String, names: [String]) {
    self.folder = folder
    self.names = names
  }

  /// The paths of the files that match `pattern`: as many last components of both paths as the shorter one has.
  package func paths(matching pattern: String) -> [String] {
    let wanted = pattern.split(separator: "/").reversed()
    guard !wanted.isEmpty else { return [] }
    return names.filter { name in
      zip(name.split(separator: "/").reversed(), wanted).allSatisfy { String($0).matches(wildcards: String($1)) }
    }
    .map { "\(folder)/\($0)" }
  }
}
