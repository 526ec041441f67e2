import Foundation
import Processes
import TestSupport
import Testing

/// The scripts that build archives of Martlet for macOS, with substitutes for the programs of that system.
@Suite("The macOS archive")
struct MacPackagingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["build", "dist", "third-party"] {
      try folder.write("scripts/\(name)", try #require(ProjectFolder.read("scripts/\(name)")))
      try folder.setMode(0o755, of: "scripts/\(name)")
    }
    for name in ["LICENSE", "CHANGELOG.md", "README.md", "THIRD-PARTY"] { try folder.write(name, "\(name)\n") }
    for name in ["libraries"] + ProjectFolder.files(in: "packaging/licences").map({ "licences/\($0)" }) {
      try folder.write("packaging/\(name)", try #require(ProjectFolder.read("packaging/\(name)")))
    }
    try folder.write("Package.swift", try #require(ProjectFolder.read("Package.swift")))
    try folder.writeScript("bin/uname", "[ \"$1\" = -m ] && echo arm64 || echo Darwin")
    try folder.writeScript("bin/strip", "echo stripped >\"$3\"")
  }

  private func script(_ name: String, _ words: String..., changes: [String: String] = [:]) throws -> CommandResult {
    var environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    environment["PATH"] = "\(folder.path)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
    return try Command("\(folder.path)/scripts/\(name)", words, environment: environment, directory: folder.path).run()
  }

  @Test("is not built if the binary needs Homebrew's libraries")
  func libraries() throws {
    try folder.writeScript("program", "[ \"$1\" != --version ] || echo 1.5.0")
    try folder.writeScript(
      "bin/otool",
      """
      echo "$2:"
      echo '\t/opt/homebrew/opt/libgit2/lib/libgit2.1.9.dylib (compatibility version 1.9.0, current version 1.9.1)'
      echo '\t/usr/local/opt/libyaml/lib/libyaml-0.2.dylib (compatibility version 3.0.0, current version 3.9.0)'
      echo '\t/usr/lib/libSystem.B.dylib (compatibility version 1.0.0, current version 1351.0.0)'
      """)
    let result = try script("dist", "\(folder.path)/program", "\(folder.path)/out")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText == """
        error: the binary needs libraries of Homebrew, which other Macs do not have: \
        /opt/homebrew/opt/libgit2/lib/libgit2.1.9.dylib /usr/local/opt/libyaml/lib/libyaml-0.2.dylib
        hint: link them statically, as `scripts/build shipped` does where Homebrew has their archives (lib*.a)
        """)
    #expect(!folder.has("out/martlet-1.5.0-darwin-arm64.tar.gz"))
  }

  @Test("has no macOS metadata, and needs only the system's libraries")
  func archive() throws {
    try folder.writeScript("program", "[ \"$1\" != --version ] || echo 1.5.0")
    try folder.writeScript(
      "bin/otool", "echo \"$2:\"; echo '\t/usr/lib/libSystem.B.dylib (compatibility version 1.0.0)'")
    try folder.writeScript("bin/tar", "echo \"$COPYFILE_DISABLE $*\" >\(folder.path)/tarred")
    let result = try script("dist", "\(folder.path)/program", "out")
    #expect(result.succeeded, "\(result.errorText)")
    #expect(
      folder.read("tarred")
        == "1 --no-xattrs -C out -czf out/martlet-1.5.0-darwin-arm64.tar.gz martlet-1.5.0-darwin-arm64\n")
  }

  @Test("is linked with the archives of Homebrew's libraries, and with the system's libraries by name")
  func linking() throws {
    for (package, libraries) in [
      ("libgit2", "-lgit2 -framework Security -lssh2 -lz"), ("libdeflate", "-ldeflate"),
      ("yaml-0.1", "-lyaml"),
    ] {
      try folder.write(
        "brew/\(package).pc",
        "libdir=\(folder.path)/brew\nName: x\nDescription: x\nVersion: 1.0\nLibs: -L${libdir} \(libraries)\n")
    }
    for name in ["git2", "ssh2", "deflate", "yaml"] { try folder.write("brew/lib\(name).a", "") }
    try folder.writeScript(
      "bin/swift",
      "case $* in *--show-bin-path*) echo .build ;; *) echo \"$*\" >words; pkg-config --libs libgit2 >>words ;; esac"
    )
    let result = try script(
      "build", "shipped", changes: ["PKG_CONFIG_LIBDIR": "\(folder.path)/brew", "SWIFT": "swift"])
    #expect(result.succeeded, "\(result.errorText)")
    let brew = "-Xlinker \(folder.path)/brew/lib"
    #expect(
      folder.read("words")?.trimmingCharacters(in: .whitespacesAndNewlines) == """
        build -c release --product martlet \(brew)git2.a -Xlinker -framework -Xlinker Security \(brew)ssh2.a -Xlinker -lz \
        \(brew)deflate.a \(brew)yaml.a
        """)
    let licences = folder.read(".build/shipped/THIRD-PARTY")?.split(separator: "\n").dropFirst().prefix(4)
    #expect(
      licences?.joined(separator: "\n") == """
        libdeflate 1.0: MIT
        libgit2 1.0: GPL-2.0-only WITH GCC-exception-2.0
        libssh2: BSD-3-Clause
        libyaml 1.0: MIT
        """)
  }
}
