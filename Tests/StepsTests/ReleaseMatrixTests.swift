import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The matrix of releases")
struct ReleaseMatrixTests {
  private static let packages = """
    packages:
      app: {paths: [Sources/App/**], depends_on: [core, net], manifests: [{plain: APP}]}
      net: {paths: [Sources/Net], depends_on: [core]}
      core: {paths: [Sources/Core], tag: 'base/${version}'}
      tool: {}

    """

  /// The jobs in a workspace with that history, one per line.
  private func jobs(_ history: [String], _ packages: String = packages) throws -> [[String]] {
    let planning = Planning(version: nil, history: history, files: ["APP": "2.0.0\n"])
    let world = PlanningContext(workspace: planning.world, versions: ProjectVersion(), answers: planning.answers)
    let file = try Releasefile(SourceText(path: "Releasefile", text: packages), vocabulary: .standard)
    return try ReleaseMatrix(file, in: world).waves.map { wave in
      wave.map { job in
        let version = "\(job.version.previous?.description ?? "none") → \(job.version.current)"
        return "\(job.package) \(job.folder?.string ?? ".") \(version) \(job.tag) needs \(job.needs)"
      }
    }
  }

  @Test("lists the releases of `bump: auto`, in waves of independent packages")
  func waves() throws {
    let history = ["tag app/2.0.0", "tag net/1.0.0", "tag base/1.0.0", "tag tool/0.3.0", "feat: a"]
    #expect(
      try jobs(history) == [
        [
          "core Sources/Core 1.0.0 → 1.1.0 base/1.1.0 needs []",
          "tool . 0.3.0 → 0.4.0 tool/0.4.0 needs []",
        ], ["net Sources/Net 1.0.0 → 1.1.0 net/1.1.0 needs [\"core\"]"],
        ["app Sources/App 2.0.0 → 2.1.0 app/2.1.0 needs [\"core\", \"net\"]"],
      ])
  }

  @Test("omits packages with nothing to release, and does not wait for them")
  func nothing() throws {
    let history = ["tag base/1.0.0", "feat: a", "tag net/1.0.0", "tag tool/0.3.0", "tag app/2.0.0", "docs: b"]
    // The dependency of `net` has changed, and with it that of `app`.
    #expect(
      try jobs(history) == [
        ["core Sources/Core 1.0.0 → 1.1.0 base/1.1.0 needs []"],
        ["net Sources/Net 1.0.0 → 1.0.1 net/1.0.1 needs [\"core\"]"],
        ["app Sources/App 2.0.0 → 2.0.1 app/2.0.1 needs [\"core\", \"net\"]"],
      ])
    let released = ["tag base/1.0.0", "tag tool/0.3.0", "feat: a", "tag net/1.0.0", "tag app/2.0.0", "tag base/1.1.0"]
    #expect(try jobs(released) == [["tool . 0.3.0 → 0.4.0 tool/0.4.0 needs []"]])
    #expect(try jobs(["feat: a", "tag app/2.0.0", "tag net/1.0.0", "tag base/1.0.0", "tag tool/0.3.0"]) == [])
  }

  @Test("lists all packages if nothing was released before")
  func first() throws {
    #expect(
      try jobs(["feat: a"], "packages: {core: {}, app: {depends_on: [core]}}\n") == [
        ["core . none → 0.1.0 core/0.1.0 needs []"], ["app . none → 0.1.0 app/0.1.0 needs [\"core\"]"],
      ])
  }
}
