import Foundation
import Processes
import TestSupport
import Testing

@Suite("The pipeline of an app")
struct MacPipelineTests {
  private static let project = "// !$*UTF8*$!\n{\n\tobjects = {\n\t};\n}\n"

  /// A project with a lane of these steps.
  private func files(_ steps: String, _ others: [String: String] = [:]) -> [String: Data] {
    let texts = [
      "VERSION": "1.4.2\n", "Cool.xcodeproj/project.pbxproj": Self.project,
      "Releasefile":
        "manifests: [{plain: VERSION}]\napp_store: {app: com.example.Cool, platform: ios}\nlanes: {beta: {steps: [\(steps)]}}\n",
    ]
    return texts.merging(others) { $1 }.mapValues { Data($0.utf8) }
  }

  private func pipeline(_ host: PipelineHost, _ files: [String: Data]) throws -> (text: String, output: String) {
    let world = try GoldenWorld(example: nil, files: files)
    let written = try world.martlet(["init", "--ci", host.rawValue]).run()
    #expect(written.succeeded, "\(written.errorText)")
    return (try #require(world.folder.read("CoolApp/\(host.path)")), written.outputText)
  }

  private static let upload = "bump: {build: increment}, run: [sh, build.sh], commit, tag: x, upload_build: a.ipa, push"

  @Test("ends with its last job", arguments: PipelineHost.allCases)
  func end(host: PipelineHost) throws {
    let (text, _) = try pipeline(host, files("bump: {build: increment}, upload_build: a.ipa"))
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(text.suffix(200))")
  }

  @Test("runs on a Mac, with the project's Xcode and gems, and one place for signing")
  func github() throws {
    let (text, output) = try pipeline(
      .github,
      files(Self.upload, [".xcode-version": "26.2\n", "Gemfile": "", "Gemfile.lock": ""]))
    #expect(text.contains("    environment: release\n    runs-on: macos-latest\n"))
    #expect(
      text.contains(
        """
              - uses: actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5
                with:
                  path: ~/.gems
                  key: gems-${{ runner.os }}-${{ hashFiles('Gemfile.lock') }}
              - name: Prepare the Mac
                run: |
                  export DEVELOPER_DIR="/Applications/Xcode_$(cat .xcode-version).app/Contents/Developer"
                  xcodebuild -version
                  export BUNDLE_PATH="$HOME/.gems" BUNDLE_FROZEN=true
                  bundle install
                  env | grep -E "^(DEVELOPER_DIR|BUNDLE_[A-Z]+)=" >>"$GITHUB_ENV" || true
                  # SIGNING: here, a keychain of this job gets the certificates and profiles that the lane needs, unless a command of the
                  # lane gets them, such as `match` of fastlane.
              - name: Release

        """), "\(text)")
    for name in ["ASC_KEY_ID", "ASC_ISSUER_ID", "ASC_KEY"] {
      #expect(text.contains("          \(name): ${{ secrets.\(name) }}\n"))
    }
    #expect(output.contains("\n  the job of `beta` runs on a Mac: complete the lines with `SIGNING`\n"), "\(output)")
    #expect(!text.contains("  propose:"))
  }

  @Test(
    "is valid on every system, and says what to decide",
    .enabled(if: PipelineFilesTests.hasReader, "Python cannot read YAML here"), arguments: PipelineHost.allCases)
  func everywhere(_ host: PipelineHost) throws {
    let files = files(Self.upload, ["Gemfile": ""])
    let (text, output) = try pipeline(host, files)
    #expect(text.contains("bundle install") && text.contains("ASC_KEY_ID"))
    #expect(output.contains("the job of `beta` runs on a Mac: complete the lines with `") == (host != .xcodeCloud))
    #expect(output.contains("the job of `beta` runs on a Mac"))
    #expect(text.contains("SIGNING") == (host != .xcodeCloud))
    #expect(text.contains("DECIDE") == (host != .xcodeCloud))
    let jobs = try PipelineJobs(of: host, files: files)
    #expect(jobs.all["release"] != nil)
  }

  @Test(
    "is one for Linux if no command needs a Mac",
    arguments: [
      ("bump: minor, commit, tag, push", [:], false),
      ("bump: minor, run: [sh, build.sh], commit, tag, push", [:], true),
      ("bump: minor, run: [bundle, exec, fastlane, beta], commit", [:], true),
      ("bump: minor, run: {shell: 'cd ios && xcodebuild archive'}, commit", [:], true),
      ("bump: minor, run: [swift, test], commit", ["Package.swift": "// swift-tools-version: 6.0\n"], false),
      ("bump: minor, run: [pod, trunk, push], commit", ["Package.swift": "// swift-tools-version: 6.0\n"], true),
      ("bump: minor, commit, tag, upload_build: a.ipa, push", [:], false),
    ] as [(String, [String: String], Bool)])
  func linux(steps: String, others: [String: String], isMac: Bool) throws {
    let (text, output) = try pipeline(.github, files(steps, others))
    #expect(text.contains("runs-on: macos-latest") == isMac, "\(text)")
    #expect(text.contains("SIGNING") == isMac)
    #expect(
      output.contains("\n  no step of `beta` makes `a.ipa`: complete the job `build`\n")
        == steps.contains("tag, upload_build"))
  }
}
