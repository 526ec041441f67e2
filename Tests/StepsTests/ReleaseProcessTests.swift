import Lanes
import Steps
import TestSupport
import Testing

@Suite("What a project already has for releases")
struct ReleaseProcessTests {
  /// The decisions that `init` prints about a tagged package with these files.
  private func decisions(_ files: [String: String]) throws -> [String] {
    let pod = ["Kit.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n"]
    let plan = try Planning(.clean(files.merging(pod) { $1 }, tags: ["1.4.2"])).plan(InitStep())
    return plan.remarks.filter { $0.hasPrefix("decide: ") }.map { String($0.dropFirst("decide: ".count)) }
  }

  private static let path = ".github/workflows/a.yml"

  @Test(
    "is named with what starts it, and with what follows if both release",
    arguments: [
      (
        "on: {push: {tags: ['*']}}\njobs: {a: {steps: [{run: pod trunk push}]}}\n",
        "`\(path)` publishes pods for a pushed tag: keep it, what Martlet pushes starts it, unless `GITHUB_TOKEN` pushes"
      ),
      (
        "on: {release: {types: [published]}}\njobs: {a: {steps: [{run: gh release upload a b}]}}\n",
        "`\(path)` makes releases for a release: what Martlet pushes starts it, so let only one of the two make the release"
      ),
      (
        "on: [workflow_dispatch]\njobs: {a: {steps: [{run: git tag a}, {uses: softprops/action-gh-release@v2}]}}\n",
        "`\(path)` makes tags and makes releases by hand: let only one of the two do that; the second one stops at the tag"
      ),
      (
        "on: push\njobs: {a: {steps: [{run: npm publish}]}}\n",
        "`\(path)` publishes npm packages for a push: a step `run` does that in the lane"
      ),
      (
        "on: [push\nrun: pod trunk push\n",
        "`\(path)` publishes pods: a step `run: [pod, trunk, push, NAME.podspec]` does that in the lane"
      ),
    ])
  func workflow(text: String, expected: String) throws {
    #expect(try decisions([Self.path: text]) == [expected])
  }

  @Test("is searched in scripts, make targets, lanes and documents, without comments")
  func others() throws {
    let files = [
      "scripts/release.sh": "# git tag a\necho a\npod trunk push Kit.podspec\n", "scripts/test.sh": "# git tag a\n",
      "Makefile": "test:\n\tswift test\nrelease: test\n\tgit tag $(VERSION)\n",
      "fastlane/Fastfile": "lane :test do\n  scan\nend\nlane :beta do\n  upload_to_testflight\nend\n",
      "RELEASING.md": "Run `git tag 1.0.0`.\n", "docs/api/deploy.md": "git tag a\n", "Sources/a.sh": "git tag a\n",
    ]
    let tag = "let only one of the two do that; the second one stops at the tag"
    #expect(
      try decisions(files) == [
        "`Makefile`, `release`, makes tags: \(tag)", "`RELEASING.md` makes tags: \(tag)",
        "`fastlane/Fastfile`, `beta`, uploads to App Store Connect: a step `run` does that in the lane",
        "`scripts/release.sh` publishes pods: a step `run: [pod, trunk, push, NAME.podspec]` does that in the lane",
      ])
  }

  @Test("is named once for another tool")
  func tools() throws {
    #expect(
      try decisions([".releaserc.json": "{}\n", ".releaserc": "{}\n", "lerna.json": "{}\n"]) == [
        "`.releaserc` is of semantic-release, which raises the version and makes tags: let only one of the two release",
        "`lerna.json` is of Lerna, which raises the version and makes tags: let only one of the two release",
      ])
  }

  @Test("offers to translate a Fastfile that has lanes, and no other")
  func fastfile() throws {
    func offers(_ text: String) throws -> Bool {
      let pod = ["Kit.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n", "fastlane/Fastfile": text]
      return try Planning(.clean(pod, tags: ["1.4.2"])).plan(InitStep()).remarks.contains {
        $0.hasPrefix("found fastlane")
      }
    }
    #expect(try offers("lane :test do\n  scan\nend\n"))
    #expect(try !offers("import_from_git(url: 'https://example.com/a.git')\n"))
  }
}
