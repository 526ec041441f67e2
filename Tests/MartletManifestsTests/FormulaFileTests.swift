import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("Formulas and casks of Homebrew")
struct FormulaFileTests {
  private static let digests = (old: String(repeating: "0", count: 64), new: String(repeating: "a", count: 64))

  /// A formula as goreleaser writes it, with things that Martlet must not touch.
  private static let formula = """
    # The url "https://example.com/comment" is no statement.
    class CoolTool < Formula
      desc "Says that it is cool"
      homepage "https://example.com"
      version "1.4.2"
      license any_of: ["MIT", "Apache-2.0"]

      on_macos do
        if Hardware::CPU.intel?
          url "https://example.com/1.4.2/mac-intel.tar.gz"
          sha256 "\(digests.old)"

          def install
            url "https://example.com/not-this"
          end
        end
        on_arm do
          url 'https://example.com/1.4.2/mac-arm.tar.gz', using: :curl
          sha256 '\(digests.old)'
        end
      end

      on_linux do
        if Hardware::CPU.arm? && Hardware::CPU.is_64_bit?
          url "https://example.com/1.4.2/linux-arm.tar.gz"
          sha256 "\(digests.old)"
        else
          url "https://example.com/1.4.2/linux-intel.tar.gz"
          sha256 "\(digests.old)"
        end
      end

      resource "manual" do
        url "https://example.com/manual-3.zip"
        sha256 "\(digests.old)"
      end

      def install
        bin.install "cool" if OS.mac?
        while true do break end
      end

      test do
        assert_match version.to_s, shell_output("#{bin}/cool --version")
      end
    end

    """

  @Test("each archive gets to the block of its system, and no other byte changes")
  func systems() throws {
    let archives = try ["macos-arm", "macos-intel", "linux-arm", "linux-intel"].map { name in
      FormulaArchive(
        for: try #require(FormulaSystem.systems(named: name)),
        url: "https://example.com/1.5.0/\(name.replacing("macos", with: "mac")).tar.gz",
        sha256: String(repeating: String(name.count % 10), count: 64))
    }
    let expected = Self.formula.replacing("/1.4.2/", with: "/1.5.0/").replacing("\"1.4.2\"", with: "\"1.5.0\"")
    var lines = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices.dropFirst() where lines[index].contains("sha256") {
      let name = try #require(lines[index - 1].firstMatch(of: /\/([a-z]+-[a-z0-9]+)\.(?:tar\.gz|zip)/)).output.1
      guard !name.hasPrefix("manual") else { continue }
      let length = String(name).replacing("mac-", with: "macos-").count % 10
      lines[index] = lines[index].replacing(Self.digests.old, with: String(repeating: "\(length)", count: 64))
    }
    #expect(try changed(Self.formula, to: "1.5.0", archives) == lines.joined(separator: "\n"))
  }

  @Test("conditions are joined with `&&` or, as goreleaser writes them, with `and`", arguments: ["&&", "and"])
  func joined(word: String) throws {
    let formula = """
      class Cool < Formula
        on_linux do
          if Hardware::CPU.intel? \(word) Hardware::CPU.is_64_bit?
            url "https://example.com/1.4.2/intel.tar.gz"
            sha256 "\(Self.digests.old)"
          end
          if Hardware::CPU.arm? \(word) Hardware::CPU.is_64_bit?
            url "https://example.com/1.4.2/arm.tar.gz"
            sha256 "\(Self.digests.old)"
          end
        end
      end
      """
    let archives = try [archive("linux-intel", "1.5.0/intel.tar.gz"), archive("linux-arm", "1.5.0/arm.tar.gz")]
    #expect(
      try changed(formula, to: "1.5.0", archives)
        == formula.replacing("1.4.2", with: "1.5.0").replacing(Self.digests.old, with: Self.digests.new))
  }

  @Test("a formula with one archive for all systems, and a stable block")
  func single() throws {
    let formula = """
      class Cool < Formula
        stable do
          url("https://example.com/cool-1.4.2.tar.gz")
          sha256 "\(Self.digests.old)"
        end
        head "https://example.com/cool.git"
      end
      """
    #expect(
      try changed(formula, to: "1.5.0", [archive("any", "cool-1.5.0.tar.gz")])
        == formula.replacing("1.4.2", with: "1.5.0").replacing(Self.digests.old, with: Self.digests.new))
  }

  @Test("a cask has a checksum for each processor, and an address with its version")
  func cask() throws {
    let cask = """
      cask "cool" do
        arch arm: "arm64", intel: "x86_64"

        version "1.4.2"
        sha256 arm:   "\(Self.digests.old)",
               intel: "\(Self.digests.old)"

        url "https://example.com/#{version}/cool-#{arch}.zip",
            verified: "example.com/"
        name "Cool"
        app "Cool.app"
      end
      """
    let intel = FormulaArchive(
      for: [.macosIntel], url: "https://example.com/i.zip", sha256: String(repeating: "b", count: 64))
    let result = try changed(cask, to: "1.5.0", [archive("macos-arm", "a.zip"), intel])
    #expect(
      result
        == cask.replacing("version \"1.4.2\"", with: "version \"1.5.0\"")
        .replacing("arm:   \"\(Self.digests.old)", with: "arm:   \"\(Self.digests.new)")
        .replacing("intel: \"\(Self.digests.old)", with: "intel: \"\(intel.sha256)"))
  }

  @Test(
    "a formula that would get a wrong or stale value is refused, with the place",
    arguments: [
      (
        "bottle do\n    sha256 arm64_sonoma: \"0\"\n  end\n  url \"a\"",
        "Formula/cool.rb:2:3: `bottle` has the checksums of an older version, expected a formula without it"
      ),
      (
        "url \"https://example.com/cool.git\", tag: \"1.4.2\"",
        "Formula/cool.rb:2:3: `url` names a tag of git, expected the address of an archive"
      ),
      (
        "on_macos do\n    url \"a\"\n  end\n  on_linux do\n    url \"b\"\n  end",
        "Formula/cool.rb:6:10: no archive for this `url`, which is for `linux-arm`, `linux-intel`"
      ),
      (
        "if Hardware::CPU.arm? and !Hardware::CPU.is_64_bit?\n    url \"a\"\n  end",
        "Formula/cool.rb:3:10: `if Hardware::CPU.arm? and !Hardware::CPU.is_64_bit?` is not a known system, expected `on_macos`, `on_linux`, `on_arm`, `on_intel`, or a test of `Hardware::CPU` or `OS`"
      ),
      (
        "on_monterey :or_newer do\n    url \"a\"\n  end",
        "Formula/cool.rb:3:10: `on_monterey :or_newer` is not a known system, expected `on_macos`, `on_linux`, `on_arm`, `on_intel`, or a test of `Hardware::CPU` or `OS`"
      ),
      (
        "on_linux do\n    url \"a\"\n  end",
        "Formula/cool.rb:3:10: no archive for this `url`, which is for `linux-arm`, `linux-intel`"
      ),
      (
        "desc \"Nothing\"", "`Formula/cool.rb` has neither `url` nor `sha256`, expected a formula or a cask of Homebrew"
      ),
    ])
  func refusals(body: String, message: String) throws {
    #expect(try problem("class Cool < Formula\n  \(body)\nend\n", [archive("macos", "cool.zip")]) == message)
  }

  @Test("an archive that no block is for is refused")
  func unused() throws {
    let formula = "class Cool < Formula\n  on_macos do\n    url \"a\"\n  end\nend\n"
    #expect(
      try problem(formula, [archive("macos", "cool.zip"), archive("linux-arm", "linux.zip")])
        == "`Formula/cool.rb` has no `url` for `linux-arm`, expected one for `https://example.com/linux.zip`")
  }

  @Test("rules of `brew audit` and `brew style` that need no brew")
  func style() throws {
    let file = """
      class Kool < Formula
        url "https://example.com/cool.tar.gz"
        desc "a cool tool with a description that is far too long for the list of formulas, isn't it."
        sha256 "0"
      end
      """
    let formula = FormulaFile(SourceText(path: "Formula/cool.rb", text: file))
    #expect(formula.classProblem?.firstMessage == "the class in `Formula/cool.rb` is `Kool`, expected `Cool`")
    #expect(
      formula.styleProblems == [
        "there is no `homepage`", "there is no `license`",
        "`desc` has 87 characters, expected at most 80", "`desc` begins with an article",
        "`desc` ends with a full stop", "`desc` begins with a lower-case letter",
        "`desc` is after `url`, expected before it",
      ])
    #expect(FormulaFile(SourceText(path: "Formula/cool-tool.rb", text: Self.formula)).styleProblems == [])
  }

  @Test(
    "the class of a formula has the name that Homebrew derives from the file",
    arguments: [
      ("cool", "Cool"), ("cool-tool", "CoolTool"), ("cool_tool", "CoolTool"), ("cool@1.2", "CoolAT12"), ("c++", "Cxx"),
    ])
  func className(file: String, name: String) throws {
    let path = try #require(RelativePath("Formula/\(file).rb"))
    let formula = FormulaFile(SourceText(path: path, text: "class \(name) < Formula\nend\n"))
    #expect(formula.classProblem == nil)
  }

  private func archive(_ system: String, _ name: String) throws -> FormulaArchive {
    FormulaArchive(
      for: try #require(FormulaSystem.systems(named: system)), url: "https://example.com/\(name)",
      sha256: Self.digests.new)
  }

  private func changed(_ text: String, to version: String, _ archives: [FormulaArchive]) throws -> String {
    let source = SourceText(path: "Formula/cool-tool.rb", text: text)
    let result = try source.applying(FormulaFile(source).edits(version: version, archives: archives))
    return result.string(at: 0..<result.bytes.count)
  }

  private func problem(_ text: String, _ archives: [FormulaArchive]) throws -> String {
    let file = FormulaFile(SourceText(path: "Formula/cool.rb", text: text))
    do {
      return "\(try file.edits(version: "1.5.0", archives: archives))"
    } catch {
      let diagnostic = error.diagnostics[0]
      return (diagnostic.place.map { "\($0): " } ?? "") + diagnostic.message
    }
  }
}
