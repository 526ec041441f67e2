import TestSupport
import Testing

/// Programs and libraries for several processors, compiled by clang for targets that this machine need not be.
@Suite("Code in artifact bundles", .enabled(if: Compilers.obstacle == nil, "\(Compilers.obstacle ?? "")"))
struct BundledCodeTests {
  private static let intel = "x86_64-unknown-linux-gnu"
  private static let arm = "aarch64-unknown-linux-gnu"

  /// Links a program without a C library for each of two triples, and an object file for macOS.
  private static let build = """
    set -eu
    echo 'void _start(void) {}' > start.c
    for triple in \(intel) \(arm); do
      mkdir -p build/$triple
      clang --target=$triple -nostdlib -static -fuse-ld=lld start.c -o build/$triple/tool
      tar -czf build/tool-$triple.tar.gz -C build/$triple tool
    done
    clang --target=arm64-apple-macosx13.0 -c start.c -o build/start.o
    llvm-ar rcs build/libtool.a build/start.o
    mkdir -p include
    echo 'module tool { }' > include/module.modulemap

    """

  private static let formula = """
    class Tool < Formula
      desc "Says that it is cool"
      homepage "https://example.com"
      version "0.0.0"
      license "MIT"

      on_linux do
        on_arm do
          url "https://example.com/arm"
          sha256 "0"
        end
        on_intel do
          url "https://example.com/intel"
          sha256 "0"
        end
      end

      def install
        bin.install "tool"
      end
    end

    """

  private func project(_ steps: String) throws -> ForgeProject {
    try ForgeProject(.github, steps: steps, files: ["build.sh": Self.build, "tool.rb": Self.formula])
  }

  @Test("a tool for two triples is released as a bundle and archives, with one list of checksums and a formula")
  func tool() throws {
    let forge = try project(
      """
      - bump: minor
      - run: {command: [sh, build.sh], artifacts: [build/*.tar.gz]}
      - archive: {artifact_bundle: tool, variants: {\(Self.intel): build/\(Self.intel)/tool, \(Self.arm): build/\(Self.arm)/tool}}
      - commit
      - tag
      - checksums
      - push
      - publish_release: {notes: New.}
      - publish_files:
          formula: Formula/tool.rb
          archives: {linux-intel: build/tool-\(Self.intel).tar.gz, linux-arm: build/tool-\(Self.arm).tar.gz}
          template: tool.rb
          repository: owner/homebrew-tap
      """)
    try forge.project.shell(
      """
      git init -q -b main ../tap
      git -C ../tap commit -q --allow-empty -m First
      git clone -q --bare ../tap ../forge/owner/homebrew-tap.git
      git --git-dir ../forge/owner/homebrew-tap.git config http.receivepack true
      """)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = ["tool-\(Self.arm).tar.gz", "tool-\(Self.intel).tar.gz", "tool.artifactbundle.zip"]
    #expect(try forge.releases().map { $0.assetNames.sorted() } == [["SHA256SUMS"] + names])
    try forge.project.shell("mkdir got")
    for name in names + ["SHA256SUMS"] {
      try forge.project.shell(
        "python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' "
          + "\(forge.server.address)/owner/tool/releases/download/1.5.0/\(name) got/\(name)")
    }
    #expect(
      try forge.project.shell("cd got && sha256sum -c SHA256SUMS")
        == names.map { "\($0): OK" }.joined(separator: "\n"))
    try forge.project.shell("git --git-dir ../forge/owner/homebrew-tap.git show main:Formula/tool.rb > got/tool.rb")
    let formula = try #require(forge.project.read("got/tool.rb"))
    for triple in [Self.arm, Self.intel] {
      let digest = try forge.project.shell("sha256sum got/tool-\(triple).tar.gz").prefix(64)
      let url = "\(forge.server.address)/owner/tool/releases/download/1.5.0/tool-\(triple).tar.gz"
      #expect(formula.contains("      url \"\(url)\"\n      sha256 \"\(digest)\"\n"), "\(formula)")
    }
    if ReferenceProgram("ruby") != nil { #expect(try forge.project.shell("ruby -c got/tool.rb") == "Syntax OK") }
    // Both are the linked programs, with the bit of an executable.
    try forge.project.shell(
      """
      cd got && unzip -q tool.artifactbundle.zip
      for triple in \(Self.intel) \(Self.arm); do
        cmp ../build/$triple/tool tool.artifactbundle/$triple/tool
        test -x tool.artifactbundle/$triple/tool
      done
      """)
  }

  @Test(
    "for another triple than the step names stops the run, and everything is undone",
    arguments: [
      (
        "tool, variants: {\(arm): build/\(intel)/tool}",
        "`build/\(intel)/tool` has machine code for `x86_64 (ELF)`, expected `\(arm)`",
        "build the file for that triple, or correct the triple in `variants`"
      ),
      (
        "tool, variants: {\(intel): build/\(intel)/tool, arm64-apple-macosx: build/\(arm)/tool}",
        "`build/\(arm)/tool` has machine code for `aarch64 (ELF)`, expected `arm64-apple-macosx`",
        "build the file for that triple, or correct the triple in `variants`"
      ),
      (
        "tool, headers: include, variants: {arm64-apple-ios: build/libtool.a}",
        "`build/libtool.a` has machine code for `arm64 (Mach-O for macosx)`, expected `arm64-apple-ios`",
        "build the file for that triple, or correct the triple in `variants`"
      ),
      (
        "tool, headers: include, variants: {\(intel): build/\(intel)/tool}",
        "`build/\(intel)/tool` is not a static library, expected one for `\(intel)`",
        "name the file that the compiler has written in `variants`"
      ),
      (
        "tool, variants: {\(intel): build.sh}",
        "`build.sh` is not an executable, expected one for `\(intel)`",
        "name the file that the compiler has written in `variants`"
      ),
    ])
  func wrong(parameters: String, message: String, hint: String) throws {
    let project = try project(
      "- bump: minor\n- run: [sh, build.sh]\n- archive: {artifact_bundle: \(parameters)}\n- commit\n- tag\n- push"
    ).project
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix(
        "\nerror: \(message)\nstopped at entry 3, archive; nothing is public, and everything was undone\nhint: \(hint)"
      ),
      "\(outcome.errors)")
    #expect(project.read("VERSION") == "1.4.2\n")
    #expect(!project.has("dist/tool.artifactbundle.zip"))
  }

  @Test("for the triple of the step is accepted, also in a static library for macOS")
  func right() throws {
    let project = try project(
      "- run: [sh, build.sh]\n- archive: {artifact_bundle: tool, version: 1.0.0, headers: include, "
        + "variants: {arm64-apple-macosx: build/libtool.a}}"
    ).project
    let outcome = try project.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}

private enum Compilers {
  /// Why the tests cannot run on this machine; nil if they can.
  static let obstacle: String? = {
    let programs = ["clang", "llvm-ar", "unzip", "tar"].filter { LoopbackServer.path(of: $0) == nil }
    return programs.isEmpty ? ForgeServer.obstacle : "there is no \(programs.joined(separator: ", "))"
  }()
}
