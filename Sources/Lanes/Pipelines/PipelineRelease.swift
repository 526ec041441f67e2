import MartletCore

/// The release of Martlet that the jobs of a pipeline install.
package struct PipelineRelease: Equatable, Sendable {
  /// The address of the folder in which each release has a folder.
  let address: String
  let version: String
  /// The SHA-256 of the release's `SHA256SUMS`, which names the archives for all machines.
  let digest: String

  private static let addressForm = Pattern(/https:\/\/[A-Za-z0-9:\/._~%+-]+/)
  private static let digestForm = Pattern(/[0-9a-f]{64}/)
  private static let emptyPlace = Pattern(/MARTLET_INSTALL_FROM *[:=] *(""|'')/)

  /// Parses the file `RELEASE` that `scripts/install.sh` writes beside an installed release. Nil if it belongs to another
  /// version, or if a value could have a meaning in YAML or in a shell.
  package init?(_ text: String, version: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    let values = Dictionary(lines.filter { $0.count == 2 }.map { ($0[0], String($0[1])) }) { $1 }
    guard values["version"] == version, let address = values["releases"], let digest = values["sha256"],
      address.wholeMatch(of: Self.addressForm) != nil, digest.wholeMatch(of: Self.digestForm) != nil
    else { return nil }
    (self.address, self.version, self.digest) = (address, version, digest)
  }

  /// What a pipeline states about its release.
  static func note(of release: PipelineRelease?) -> [String] {
    guard let release else {
      return [
        "FILL IN: this file was written by a build of Martlet that belongs to no release. Enter the address of its releases,",
        "such as https://github.com/OWNER/martlet/releases/download, a version, and the SHA-256 of its file SHA256SUMS.",
      ]
    }
    return ["Martlet \(release.version), which wrote this file. The digest is that of the release's file SHA256SUMS."]
  }

  /// The place at which a pipeline names no release; nil if it names one, or installs none.
  package static func missingName(in pipeline: SourceText) -> Place? {
    let text = pipeline.string(at: 0..<pipeline.bytes.count)
    guard let line = text.firstMatch(of: emptyPlace) else { return nil }
    return pipeline.place(at: text[..<line.range.lowerBound].utf8.count)
  }

  /// The line of a script after which `martlet` is the installed program, and not one that happens to be in `PATH`.
  static let path = #"martlet() { "${MARTLET_PROGRAM:-$HOME/.local/martlet/bin/martlet}" "$@"; }"#

  /// The lines of a script that installs the release, unless `MARTLET_PROGRAM` names a program. It replaces what an earlier
  /// job of the machine has left. Nothing of the archive is unpacked before its digest is checked.
  static let installation = [
    path,
    #"if [ -z "${MARTLET_PROGRAM:-}" ]; then"#,
    #"  archive=martlet-${MARTLET_INSTALL_VERSION:?expected a release of Martlet}-$(uname -s | tr A-Z a-z)-$(uname -m)"#,
    #"  folder=$(mktemp -d)"#,
    #"  for file in SHA256SUMS "$archive.tar.gz"; do"#,
    #"    curl --silent --show-error --fail --location --proto =https --output "$folder/$file" \"#,
    #"      "$MARTLET_INSTALL_FROM/$MARTLET_INSTALL_VERSION/$file""#,
    "  done",
    "  (",
    #"    cd "$folder""#,
    #"    echo "${MARTLET_INSTALL_SHA256:?expected the digest of SHA256SUMS}  SHA256SUMS" >expected"#,
    #"    grep "$archive.tar.gz$" SHA256SUMS >>expected"#,
    #"    $(command -v sha256sum || echo shasum -a 256) -c expected"#,
    #"    tar -xzf "$archive.tar.gz""#,
    "  )",
    #"  rm -rf "$HOME/.local/martlet""#,
    #"  mkdir -p "$HOME/.local""#,
    #"  cp -R "$folder/$archive" "$HOME/.local/martlet""#,
    "fi",
  ]
}
