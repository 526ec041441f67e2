import Lanes
import MartletCore
import MartletManifests
import Steps
import TestSupport
import Testing

@Suite("A release train")
struct ReleaseTrainTests {
  /// A repository whose HEAD is tagged with `version`, or after it with `*`.
  private func repository(
    _ name: String, _ version: String, _ dependencies: [String: String] = [:]
  ) throws
    -> ReleaseTrain.Repository
  {
    let isOpen = version.hasSuffix("*")
    let tag = String(version.prefix { $0 != "*" })
    var planning = Planning(version: nil, history: ["tag \(tag)"] + (isOpen ? ["feat: a"] : []), files: [:])
    let packages = dependencies.sorted { $0.key < $1.key }.map {
      ".package(url: \"https://example.com/\($0.key).git\", from: \"\($0.value)\")"
    }
    planning.world.files["Package.swift"] =
      "let package = Package(name: \"\(name)\", dependencies: [\(packages.joined(separator: ", "))])\n"
    planning.world.folderName = name
    planning.world.remotes = []
    let context = PlanningContext(workspace: planning.world, versions: ProjectVersion(), answers: planning.answers)
    return try ReleaseTrain.Repository(
      name, of: Draft(of: context, releasefile: Releasefile(), laneName: nil), hasUnfinishedRun: false)
  }

  /// The jobs, one line each: the wave, the name, what it needs, what is raised, and `*` where there is something to do.
  private func lines(_ repositories: [ReleaseTrain.Repository]) throws -> [String] {
    try ReleaseTrain(repositories).jobs.map { job in
      let raises = job.raises.map { " \($0.identity) to \($0.version)" }.joined()
      return
        "\(job.wave) \(job.repository.name) needs \(job.needs.joined(separator: ","))\(raises)\(job.isOpen ? " *" : "")"
    }
  }

  @Test("puts dependencies first, and releases what has changed and everything that depends on it")
  func waves() throws {
    #expect(
      try lines([
        repository("app", "3.0.0", ["net": "1.0.0", "ui": "1.0.0"]), repository("net", "1.0.0", ["core": "1.2.0"]),
        repository("core", "1.2.0*"), repository("ui", "1.0.0", ["other": "5.0.0"]), repository("log", "1.0.0"),
      ]) == ["0 core needs  *", "0 ui needs ", "0 log needs ", "1 net needs core *", "2 app needs net,ui *"])
  }

  @Test("raises a requirement that is lower than the newest release, also if that was released before")
  func raises() throws {
    #expect(
      try lines([repository("core", "1.4.0"), repository("app", "3.0.0", ["core": "1.2.0"])])
        == ["0 core needs ", "1 app needs core core to 1.4.0 *"])
  }

  @Test("refuses dependencies in a circle, and two repositories of one package")
  func refused() throws {
    func failure(_ repositories: [ReleaseTrain.Repository]) -> [String?] {
      do throws(Failure) {
        _ = try ReleaseTrain(repositories)
        return []
      } catch {
        return error.diagnostics.flatMap { [$0.message, $0.hint] }
      }
    }
    #expect(
      failure([
        try repository("a", "1.0.0", ["b": "1.0.0"]), try repository("b", "1.0.0", ["a": "1.0.0"]),
        try repository("c", "1.0.0"),
      ]) == [
        "circular dependencies among `a`, `b`, so no order of releases is possible",
        "remove one of the dependencies from its `Package.swift`",
      ])
    #expect(
      failure([try repository("core", "1.0.0"), try repository("Core", "1.0.0")])
        == ["two repositories of the package `core`: `core`, `Core`", "remove one of them from the list"])
  }

  @Test("takes the highest release among the tags that SwiftPM accepts")
  func tags() throws {
    let tags = ["1.9.0", "v1.10.0", "2.0.0-beta.1", "release/3.0.0", "4", "nightly"]
    #expect(ReleaseTrain.Repository.highestRelease(among: tags) == (try Version("1.10.0")))
    #expect(ReleaseTrain.Repository.highestRelease(among: ["nightly"]) == nil)
  }
}
