import Lanes
import Steps
import TestSupport
import Testing

@Suite("The step packages")
struct PackagesStepTests {
  private static let head = """
    packages:
      app: {paths: Sources/App, depends_on: [core], manifests: [{plain: APP}]}
      core: {paths: [Sources/Core, Tests/Core], tag: 'base/${version}', manifests: [{plain: CORE}], changelog: core.md}
      tool: {}

    """

  private func planning(_ history: [String]) -> Planning {
    var planning = Planning(version: nil, history: history, files: ["APP": "2.0.0\n", "CORE": "1.0.0\n"])
    planning.head = Self.head
    return planning
  }

  @Test("releases the packages in order of dependency, with separate versions and tags")
  func order() throws {
    let planning = planning(["tag app/2.0.0", "tag base/1.0.0", "tag tool/0.3.0", "feat: a"])
    let plan = try planning.plan("- packages:\n    - bump: auto\n    - commit\n    - tag\n- push")
    #expect(
      plan.lines.dropLast() == [
        "bump: write CORE -1 +1", "commit: commit “Version 1.1.0” of CORE on main after 1004000",
        "tag: tag base/1.1.0 “core 1.1.0” at entry 2", "bump: write APP -1 +1",
        "commit: commit “Version 2.1.0” of APP on main after entry 2", "tag: tag app/2.1.0 “app 2.1.0” at entry 5",
        "tag: tag tool/0.4.0 “tool 0.4.0” at entry 5",
      ])
    #expect(plan.lines.last?.contains("refs/tags/base/1.1.0") == true)
    #expect(plan.raise == nil)
  }

  @Test("raises the version in the folder of a package without manifests, as in a project of its own, and in no other")
  func detection() throws {
    let podspec = "Pod::Spec.new do |s|\n  s.version = '1.2.0'\nend\n"
    let constant = "public let baseVersion = \"1.2.0\"\n"
    var planning = Planning(
      version: nil, history: ["tag Base/1.2.0", "tag Web/1.2.0", "feat: a"],
      files: [
        "Packages/Base/Base.podspec": podspec, "Packages/Base/Sources/Base/Version.swift": constant,
        "Packages/App/App.podspec": podspec, "Web/index.html": "1.2.0\n",
      ])
    planning.head = "packages:\n  Base: {paths: [Packages/Base]}\n  Web: {paths: [Web]}\n"
    #expect(
      try planning.plan("- packages:\n    - bump: auto\n    - commit\n    - tag").lines == [
        "bump: write Packages/Base/Base.podspec -1 +1", "bump: write Packages/Base/Sources/Base/Version.swift -1 +1",
        "commit: commit “Version 1.3.0” of Packages/Base/Base.podspec Packages/Base/Sources/Base/Version.swift on main after 1003000",
        "tag: tag Base/1.3.0 “Base 1.3.0” at entry 3", "tag: tag Web/1.3.0 “Web 1.3.0” at entry 3",
      ])
  }

  @Test("stops at a package whose version may be that of an app outside of its folder")
  func appOutside() throws {
    var planning = Planning(
      version: nil, history: ["tag app/1.2.0", "tag core/1.2.0", "feat: a"],
      files: XcodeSample.files(version: "1.2.0", extensionVersion: "1.2.0").merging([
        "App/main.swift": "\n", "Core/VERSION": "1.2.0\n",
      ]) { $1 })
    planning.head = "packages:\n  app: {paths: [App]}\n  core: {paths: [Core]}\n"
    let steps = "- packages:\n    - bump: minor\n    - commit\n    - tag"
    #expect(
      try planning.failure(steps) == """
        error: no file in the folder of the package `app` has its version, but `App.xcodeproj` outside of it has `1.2.0`
        hint: if that is the package's, add `manifests: [{xcodeproj: App.xcodeproj}]` to it in the Releasefile, otherwise `manifests: []`, so that tags are its version
        """)
    planning.head = "packages:\n  app: {paths: [App], manifests: []}\n  core: {paths: [Core]}\n"
    #expect(try planning.plan(steps).lines.contains { $0.hasPrefix("tag: tag app/1.3.0 ") })
    planning.head =
      "packages:\n  app: {paths: [App], manifests: [{xcodeproj: App.xcodeproj}]}\n  core: {paths: [Core]}\n"
    #expect(try planning.plan(steps).lines.contains("bump: write Shared.xcconfig -1 +1"))
  }

  @Test("raises what a podspec requires of another package, and keeps the operator", arguments: [true, false])
  func requirements(declared: Bool) throws {
    let app =
      "Pod::Spec.new do |s|\n  s.version = '2.0.0'\n  s.dependency 'Base', '~> 1.2.0'\n  s.dependency 'Other', '~> 1.2.0'\nend\n"
    let base = "Pod::Spec.new do |s|\n  s.version = '1.2.0'\nend\n"
    var planning = Planning(
      version: nil, history: ["tag Base/1.2.0", "tag App/2.0.0", "feat: a"],
      files: ["Packages/Base/Base.podspec": base, "Packages/App/App.podspec": app])
    func manifests(_ name: String) -> String {
      declared ? ", manifests: [{podspec: Packages/\(name)/\(name).podspec}]" : ""
    }
    planning.head = """
      packages:
        App: {paths: [Packages/App], depends_on: [Base]\(manifests("App"))}
        Base: {paths: [Packages/Base]\(manifests("Base"))}

      """
    let plan = try planning.plan("- packages:\n    - bump: minor")
    #expect(
      plan.text(of: "Packages/App/App.podspec")?.contains(
        """
          s.version = '2.1.0'
          s.dependency 'Base', '~> 1.3.0'
          s.dependency 'Other', '~> 1.2.0'
        """) == true, "\(plan.lines)")
  }

  @Test("skips packages with nothing to release, and continues with the next")
  func nothing() throws {
    let planning = planning(["tag tool/0.3.0", "tag app/2.0.0", "fix: a", "tag base/1.0.0"])
    let plan = try planning.plan("- packages: {steps: [{bump: auto}, tag], only: [core, tool]}\n- message: ${project}")
    #expect(plan.lines == ["tag: tag tool/0.3.1 “tool 0.3.1” at 1003000", "message: show “CoolApp”"])
  }

  @Test("ends the lane when no package has anything to release")
  func nothingAtAll() throws {
    let planning = planning(["tag tool/0.3.0", "tag app/2.0.0", "tag base/1.0.0"])
    let plan = try planning.plan("- packages: [{bump: auto}, commit, tag]\n- push")
    #expect(plan.lines == [])
    #expect(
      plan.remarks
        == ["base/1.0.0", "app/2.0.0", "tool/0.3.0"].map {
          "nothing to release: 0 commits since \($0), none with a release level"
        })
  }

  @Test("pushes what earlier steps released, if later packages have nothing to release")
  func nothingLater() throws {
    let planning = planning(["tag tool/0.3.0", "tag app/2.0.0", "fix: a", "tag base/1.0.0"])
    let plan = try planning.plan(
      "- packages: {steps: [{bump: auto}, tag], only: [tool]}\n- packages: {steps: [{bump: auto}, tag], only: [core]}\n- push"
    )
    #expect(plan.lines.first == "tag: tag tool/0.3.1 “tool 0.3.1” at 1003000")
    #expect(plan.lines.last?.contains("refs/tags/tool/0.3.1") == true, "\(plan.lines)")
  }

  @Test("publishes only the packages that the run has tagged")
  func publishing() throws {
    var planning = planning(["tag tool/0.3.0", "tag app/2.0.0", "fix: a", "tag base/1.0.0"])
    planning.head += "forge: {kind: github}\n"
    let plan = try planning.plan("- packages: [{bump: auto}, commit, tag]\n- push\n- packages: [publish_release]")
    let releases = plan.lines.filter { $0.hasPrefix("publish_release") }
    #expect(releases.count == 6, "\(releases)")
    #expect(releases.allSatisfy { $0.contains("app/2.0.1") || $0.contains("tool/0.3.1") }, "\(releases)")
    #expect(plan.remarks.contains("nothing to do: this run has not tagged `core`"), "\(plan.remarks)")
  }

  @Test("releases a package when its dependency is released")
  func dependencies() throws {
    let planning = planning(["tag base/1.0.0", "feat: a", "tag app/2.0.0", "tag tool/0.3.0"])
    let plan = try planning.plan("- packages: [{bump: auto}, changelog]")
    #expect(
      plan.lines == [
        "bump: write CORE -1 +1", "changelog: write core.md -0 +7", "bump: write APP -1 +1",
        "changelog: write Sources/App/CHANGELOG.md -0 +7",
      ])
    #expect(plan.remarks.contains("  core  core is 1.1.0"))
    #expect(plan.text(of: "Sources/App/CHANGELOG.md")?.hasSuffix("### Changed\n\n- Use core 1.1.0\n") == true)
  }

  @Test("releases the packages that a change file lists")
  func changeFiles() throws {
    var planning = planning(["tag base/1.0.0", "tag app/2.0.0", "tag tool/0.3.0"])
    planning.world.files[".changes/a.md"] = "---\nlevel: minor\npackage: app\n---\nNew.\n"
    let plan = try planning.plan("- packages: [{bump: auto}, commit, tag]")
    #expect(
      plan.lines.map { $0.prefix { $0 != "“" } } == ["bump: write APP -1 +1", "commit: commit ", "tag: tag app/2.1.0 "])
  }

  @Test("refuses missing packages")
  func refusals() throws {
    #expect(
      try planning([]).failure("- packages: {only: croe, steps: [tag]}")
        == "error: unknown package `croe`, expected one of `core`, `app`, `tool`\nhint: did you mean `core`?")
    #expect(
      try Planning(version: "1.0.0").failure("- packages: [tag]")
        == "error: the Releasefile declares no packages\nhint: declare them with `packages:`")
  }
}
