import MartletTextEditing

/// Files that were built elsewhere, for example by other jobs of a CI system.
package struct SuppliedArtifacts: Hashable, Sendable {
  /// The folder of the files, as an absolute path.
  package let folder: String
  /// The names of the files in it, in byte order.
  package let names: [String]

  package init(in folder: String, names: [String]) {
    self.folder = folder
    self.names = names
  }

  /// The paths of the files whose names match the last component of `pattern`.
  package func paths(matching pattern: String) -> [String] {
    guard let name = pattern.split(separator: "/").last else { return [] }
    return names.filter { $0.matches(wildcards: String(name)) }.map { "\(folder)/\($0)" }
  }
}
