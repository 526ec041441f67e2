import MartletCore
import SystemAPI

// The formats in which CI systems pass values from one step to the next.
extension RunReport {
  /// Returns lines for the file in `GITHUB_OUTPUT`. The random `delimiter` ends each value, so that values cannot forge
  /// others.
  ///
  /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
  func gitHubOutputs(delimiter: String) -> String {
    let packages = packagesText.map { [("packages", $0)] } ?? []
    return (values + packages).map { "\($0.name)<<\(delimiter)\n\($0.value)\n\(delimiter)\n" }.joined()
  }

  /// The released packages as JSON on one line, such as for a matrix.
  private var packagesText: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return packages.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the values as the lines of a `.env` file, which is valid for GitLab's `dotenv` reports and for shells.
  ///
  /// - Returns: `omitted` lists the variables that are left out, because one of the two would interpret their values.
  func environmentFile() -> (text: String, omitted: [String]) {
    let lines = values.map { ("MARTLET_\($0.name.uppercased())", $0.value) }
    let (plain, other) = (lines.filter { $0.1.isPlain }, lines.filter { !$0.1.isPlain })
    return (plain.map { "\($0.0)=\($0.1)\n" }.joined(), other.map(\.0))
  }
}

extension String {
  /// Whether the value needs no quotes in a shell, in a `.env` file and in GitLab.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy { $0.isIdentifier || $0.isDigit || "-._/+@:,".utf8.contains($0) }
  }
}
