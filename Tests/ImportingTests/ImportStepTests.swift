import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The import of a Fastfile")
struct ImportStepTests {
  private func message(_ files: [String: String], from file: String) -> String {
    do {
      _ = try imported(.clean(files), from: file)
      return ""
    } catch {
      return error.firstMessage
    }
  }

  private func hint(_ files: [String: String], from file: String) -> String? {
    do {
      _ = try imported(.clean(files), from: file)
      return nil
    } catch {
      return Failure(of: error).diagnostics.first?.hint
    }
  }

  @Test("that is missing, or has no lanes, is an error")
  func refusesOthers() {
    #expect(message([:], from: "fastlane/Fastfile") == "no file `fastlane/Fastfile`")
    #expect(message([:], from: "../Fastfile") == "`../Fastfile` is not a path inside the repository")
    #expect(
      message(["README.md": "Hello\n"], from: "README.md")
        == "no lane in `README.md`, expected a Fastfile such as `fastlane/Fastfile`")
  }

  @Test("names a Fastfile that is elsewhere")
  func otherFastfiles() {
    let files = ["src/xcode/fastlane/Fastfile": "lane(:a) { puts 'b' }\n"]
    #expect(hint(files, from: "fastlane/Fastfile") == "did you mean `src/xcode/fastlane/Fastfile`?")
  }

  @Test("into a project without a version leaves the manifests to the user")
  func needsNoManifest() throws {
    let plan = try imported(.clean(["Fastfile": "lane(:a) { puts 'b' }\n"]), from: "Fastfile")
    #expect(plan.remarks == ["no manifest with a version was found: add one under `manifests:`"])
    #expect(!plan.onlyText.contains("manifests:"))
  }

  @Test("takes the format of the version tags, also if other lanes tag builds")
  func takesTagFormat() throws {
    let fastfile = """
      lane(:beta) { add_git_tag(tag: "builds/#{get_build_number}") }
      lane(:release) { add_git_tag(tag: "v#{get_version_number}") }

      """
    let plan = try imported(.clean(["Fastfile": fastfile, "VERSION": "1.4.2\n"]), from: "Fastfile")
    #expect(
      plan.onlyText.hasSuffix(
        """

        version:
          tag: v${version}

        manifests:
          - plain: VERSION

        lanes:
          beta:
            steps:
              - tag: builds/${build}

          release:
            steps:
              - tag

        """), "\(plan.onlyText)")
  }

  @Test("into a project whose version is only in tags mentions that")
  func hasAllTags() throws {
    let plan = try imported(.clean(["Fastfile": "lane(:a) { puts 'b' }\n"], tags: ["v1.0.0"]), from: "Fastfile")
    #expect(plan.onlyText.contains("version:\n  tag: v${version}\n  source: tag\n"))
  }

  @Test("starts fastlane with the bundle of a Gemfile that has it, in the folder above the Fastfile")
  func startsFastlane() throws {
    let fastfile = ["ios/fastlane/Fastfile": "lane(:a) { match }\n"]
    for (file, text, words) in [
      ("Gemfile", "gem 'fastlane'\n", "[bundle, exec, fastlane, a]"),
      ("ios/Gemfile", "gem \"fastlane\"\n", "[bundle, exec, fastlane, a]"),
      ("Gemfile", "gem 'cocoapods'\n", "[fastlane, a]"), ("android/Gemfile", "gem 'fastlane'\n", "[fastlane, a]"),
    ] {
      let text = try imported(.clean(fastfile.merging([file: text]) { $1 }), from: "ios/fastlane/Fastfile").onlyText
      #expect(text.contains("command: \(words)\n          working_directory: ios\n"), "\(text)")
    }
  }

  @Test("calls all lanes whole if Martlet refuses their steps, or if `.env` may set options")
  func callsWhole() throws {
    let fastfile = ["fastlane/Fastfile": "lane :a do |o|\n  puts o[:b]\nend\nlane(:b) { puts 'b' }\n"]
    #expect(try imported(.clean(fastfile)).onlyText.contains("- message: ${b}"))
    let other = try imported(.clean(fastfile.merging([".env": "FL_X=1\n"]) { $1 })).onlyText
    #expect(other.contains("[fastlane, b]") && !other.contains("message"), "\(other)")
    // A Releasefile has at most 10,000 values.
    let calls = String(repeating: "puts 'a'\n", count: 10_000)
    let refused = ["fastlane/Fastfile": "lane :a do\n\(calls)end\n"]
    #expect(try imported(.clean(refused)).onlyText.contains("[fastlane, a]"))
  }
}
