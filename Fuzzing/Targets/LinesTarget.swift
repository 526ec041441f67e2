@testable import MartletManifests
@testable import TestSupport

/// The formats that go by lines or by patterns, each with every input: `plain`, `env`, `text` and `readme`.
struct LinesTarget: FuzzTarget {
  static let name = "lines"

  func check(_ input: Input) throws {
    try ManifestProperties.check(PlainManifest(path: "VERSION"), on: input)
    try ManifestProperties.check(EnvManifest(path: "Makefile", buildKey: "BUILD"), on: input)
    try ManifestProperties.check(EnvManifest(path: ".env"), on: input)
    for pattern in ["v${version} (build ${build})", "from: \"${version}\"", "${version}.zip"] {
      try ManifestProperties.check(TextManifest(path: "Notes.md", pattern: pattern), on: input)
      try ManifestProperties.check(TextManifest(path: "Notes.md", pattern: pattern, count: 2), on: input)
    }
    // What is behind an open end may become a part of the version.
    let open = TextManifest(path: "Notes.md", pattern: "${build}\n${version}")
    guard let files = InputFiles(input.bytes, main: open.path) else { return }
    try ManifestProperties(manifest: open, files: files).checkRaising(input.random)
    let readme = ReadmeManifest(path: "README.md", repositories: ["https://github.com/cool/CoolKit"], pods: ["CoolKit"])
    try ManifestProperties.check(readme, on: input)
  }
}
