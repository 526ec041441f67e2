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

  @Test(
    "is also what a workflow runs, a script or a target of `make`, and this is named once",
    arguments: [
      ("./scripts/release.sh", "scripts/release.sh"),
      ("bash -e scripts/release.sh \"$VERSION\" && echo a", "scripts/release.sh"),
      ("cd . && V=1 ./scripts/release.sh", "scripts/release.sh"), ("make -j2 release VERSION=1", "make release"),
      ("make -C . release", "make release"),
    ])
  func started(command: String, name: String) throws {
    let script = "set -e\ngit tag -a \"$1\" -m a\ngit push origin \"$1\"\ngh release create \"$1\"\n"
    let make = "test:\n\tswift test\nrelease:\n\tgit tag 1\n\tgh release create 1\n"
    let files = [
      Self.path: "on: [workflow_dispatch]\njobs: {a: {steps: [{run: '\(command)'}]}}\n",
      name.hasPrefix("make") ? "Makefile" : "scripts/release.sh": name.hasPrefix("make") ? make : script,
    ]
    #expect(
      try decisions(files) == [
        "`\(Self.path)` makes tags and makes releases by hand, with `\(name)`: let only one of the two do that; the second one stops at the tag"
      ])
  }

  @Test(
    "is not what a workflow only names, reads or has in another folder",
    arguments: [
      "on: {push: {paths: [scripts/release.sh]}}\njobs: {a: {steps: [{run: swift test}]}}\n",
      "on: push\njobs: {a: {steps: [{run: shellcheck scripts/release.sh}, {run: chmod +x scripts/release.sh}]}}\n",
      "on: push\njobs: {a: {steps: [{run: ./scripts/release.sh, working-directory: ios}]}}\n",
      "on: push\njobs: {a: {steps: [{run: make test}, {run: '# ./scripts/release.sh'}]}}\n",
    ])
  func notStarted(text: String) throws {
    let files = [
      Self.path: text, "scripts/release.sh": "git push --follow-tags\n", "Makefile": "test:\nrelease:\n\tgit tag 1\n",
    ]
    let end = "let only one of the two do that; the second one stops at the tag"
    #expect(
      try decisions(files) == ["`Makefile`, `release`, makes tags: \(end)", "`scripts/release.sh` makes tags: \(end)"])
  }

  @Test("is a script in the working directory of a step")
  func workingDirectory() throws {
    let files = [
      Self.path: "on: push\njobs: {a: {steps: [{run: ./release.sh, working-directory: ./ios}]}}\n",
      "ios/release.sh": "git tag 1\n",
    ]
    #expect(try decisions(files).count == 1)
    #expect(try decisions(files)[0].hasPrefix("`\(Self.path)` makes tags for a push, with `release.sh`: "))
  }

  @Test(
    "is a tag that is made or pushed, and none that is listed or deleted",
    arguments: [
      ("git tag v1", true), ("git tag -a v1 -m a", true), ("git tag -s \"$v\"", true), ("git push --follow-tags", true),
      ("git push origin refs/tags/v1", true), ("git push origin \"$TAG\"", true), ("git push origin v$VERSION", true),
      ("git push origin ${{ inputs.version }}", true), ("git tag -l", false),
      ("git tag --sort=-v:refname | head", false),
      ("git tag --list 'v*'", false), ("git tag -d v1", false), ("git tag | sort", false),
      ("git push origin main", false),
      ("git fetch --tags", false),
    ])
  func tags(command: String, isMade: Bool) throws {
    #expect(try decisions(["scripts/a.sh": command + "\n"]).isEmpty != isMade)
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
