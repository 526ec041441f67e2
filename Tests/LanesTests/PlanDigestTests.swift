import Archiving
import Foundation
import MartletTextEditing
import MartletVersioning
import TestSupport
import Testing

@testable import Lanes

@Suite("The digest of a plan")
struct PlanDigestTests {
  private static let write = FileWrite(
    from: SourceText(path: "VERSION", text: "1.4.2\n"), to: SourceText(path: "VERSION", text: "1.5.0\n"))
  private static let other = ObjectID(String(repeating: "2", count: 40)) ?? .first

  private static func commit(
    _ message: String = "Version", _ paths: [RelativePath] = ["VERSION"], on branch: String = "main",
    after parent: CommitReference = .existing(.first), hooks: Bool = true, signed: Bool? = nil
  ) -> Effect {
    var commit = CommitCreation(
      message: message, files: paths.map { CommittedFile($0, .unknown) }, branch: branch, parent: parent,
      runsHooks: hooks)
    commit.isSigned = signed
    return .createCommit(commit)
  }

  private static func tag(
    _ name: String = "1.5.0", _ message: String = "Cool", at target: CommitReference = .planned(entry: 2),
    signed: Bool? = nil
  ) -> Effect {
    var tag = TagCreation(name: name, message: message, target: target)
    tag.isSigned = signed
    return .createTag(tag)
  }

  private static func run(
    _ words: CommandRun.Words = .vector(["make", "it"]), in directory: RelativePath? = nil,
    with values: [String: String] = [:], secrets: [String: String] = [:], outputs: [RelativePath] = [],
    _ change: (inout CommandPolicy) -> Void = { _ in }
  ) -> Effect {
    var environment = CommandEnvironment()
    (environment.values, environment.secrets) = (values, secrets)
    var terms = CommandPolicy()
    change(&terms)
    return .runCommand(
      CommandRun(words, directory: directory, environment: environment, outputs: outputs, terms: terms))
  }

  private static func push(
    _ remote: String = "origin", source: String = "refs/heads/main", to destination: String = "refs/heads/main",
    isCreation: Bool = false, expected: ObjectID? = nil, hooks: Bool = true, atomic: Bool = true
  ) -> Effect {
    var push = RefPush(
      remote: remote,
      refs: [.init(source: source, destination: destination, isCreation: isCreation, expected: expected)],
      runsHooks: hooks)
    push.isAtomic = atomic
    return .pushRefs(push)
  }

  private static func export(
    _ destination: ArchiveWrite.Destination = .file("a.tar"), as format: ArchiveFormat = .tar,
    of source: ArchiveWrite.Source = .commit(.existing(.first)), _ change: (inout ExportOptions) -> Void = { _ in }
  ) -> Effect {
    var terms = ExportOptions()
    change(&terms)
    return .writeArchive(ArchiveWrite(source, as: format, to: destination, terms))
  }

  private static func secretFile(_ text: String) -> Effect {
    .writeFile(FileWrite(from: nil, toHidden: SourceText(path: "Keys.swift", text: text)))
  }

  private static var program: FileWrite {
    var write = write
    write.isExecutable = true
    return write
  }

  /// Lists of effects, each of which makes a different plan.
  private static let plans: [[Effect]] = [
    [tag()], [tag("1.5.1")], [tag("1.5.0", "Cool!")], [tag(signed: true)], [tag(signed: false)],
    [.writeFile(write), tag()], [.writeFile(program), tag()], [commit(), tag()], [.writeFile(write), commit(), tag()],
    [commit(), .writeFile(write), tag()],
    [.writeFile(FileWrite(from: nil, to: SourceText(path: "VERSION", text: "1.6.0\n"))), tag()],
    [.writeFile(FileWrite(from: nil, to: SourceText(path: "VERSION.txt", text: "1.5.0\n"))), tag()],
    [commit("Other"), tag()], [commit("Version", ["VERSION", "a"]), tag()], [commit(on: "release"), tag()],
    [commit(hooks: false), tag()], [commit(signed: true), tag()],
    [run(), tag()], [run(.vector(["make it"])), tag()], [run(.shell("make it")), tag()], [run(in: "a"), tag()],
    [run(with: ["A": "b"]), tag()], [run(with: ["A": "c"]), tag()], [run(with: ["MARTLET_NOTES": "c"]), tag()],
    [run(secrets: ["A": "token"]), tag()], [run(outputs: ["a"]), tag()], [run { $0.isCaptured = true }, tag()],
    [run { $0.timeout = 1 }, tag()], [run { $0.allowedStatuses = [0, 1] }, tag()],
    [run { $0.isOutward = true }, tag()],
    [push(), tag()], [push("mirror"), tag()], [push(source: "refs/heads/a"), tag()],
    [push(to: "refs/heads/a"), tag()], [push(isCreation: true), tag()], [push(hooks: false), tag()],
    [export(), tag()], [export(.folder("a.tar")), tag()], [export(.into("a.tar")), tag()],
    [export(.standardOutput), tag()], [export(.file("b.tar")), tag()], [export(as: .tarGzip), tag()],
    [export { $0.prefix = "a/" }, tag()], [export { $0.paths = ["a"] }, tag()],
    [export { $0.excludes = ["a"] }, tag()],
    [export { $0.submodules = .include }, tag()], [export { $0.compressor = .zlib }, tag()],
    [export { $0.level = 1 }, tag()], [export { $0.hasChecksum = true }, tag()],
    [.showMessage("a"), tag()], [.showMessage("b"), tag()], [.showMessage(""), tag()], [secretFile("a"), tag()],
  ]

  @Test("changes with each member of a plan, and with the order")
  func members() {
    let digests = Dictionary(grouping: Self.plans) { PlanDigest(of: $0) }
    for same in digests.values { #expect(same.count == 1, "\(same)") }
  }

  @Test("is the same in every clone: without ids, absolute paths, secrets and facts")
  func machines() {
    let same: [[[Effect]]] = [
      [[Self.tag()], [Self.tag(at: .existing(.first))], [Self.tag(at: .existing(Self.other))]],
      [
        [Self.commit(), Self.tag()], [Self.commit(after: .existing(Self.other)), Self.tag()],
        [Self.commit(after: .planned(entry: 1)), Self.tag()],
      ],
      [
        [
          Self.run(with: ["MARTLET_COMMIT": "1", "MARTLET_DATE": "2026-01-01", "MARTLET_CI": "true", "A": "b"]),
          Self.tag(),
        ],
        [
          Self.run(with: ["MARTLET_COMMIT": "2", "MARTLET_PROJECT": "x", "MARTLET_CI": "false", "A": "b"]), Self.tag(),
        ],
      ],
      [
        [Self.push(), Self.tag()], [Self.push(expected: .first), Self.tag()], [Self.push(atomic: false), Self.tag()],
      ],
      [
        [Self.export(.file("/here/a.tar")), Self.tag()], [Self.export(.file("/there/it/is/a.tar")), Self.tag()],
        [Self.export(.file("/here/a.tar"), of: .commit(.existing(Self.other))), Self.tag()],
        [Self.export(.file("/here/a.tar"), of: .tree(Self.other)), Self.tag()],
      ],
      [[Self.secretFile("a"), Self.tag()], [Self.secretFile("b"), Self.tag()]],
    ]
    for plans in same { #expect(Set(plans.map { PlanDigest(of: $0) }).count == 1, "\(plans)") }
  }

  /// A change of the form needs a new version, and then a change here.
  @Test("is stable")
  func stable() {
    let plan = [Effect.writeFile(Self.write), Self.commit(), Self.tag()]
    #expect(
      "\(PlanDigest(of: plan))" == "sha256:8b7e7669187e4eb64b9d5f73ede60859e34f5d61d11e2d0013dff426e48712d5")
  }

  @Test("is the same after printing and coding")
  func spelling() throws {
    let digest = PlanDigest(of: [Self.tag()])
    #expect(PlanDigest("\(digest)") == digest)
    #expect(try JSONDecoder().decode(PlanDigest.self, from: JSONEncoder().encode(digest)) == digest)
    #expect(PlanDigest(trailerOf: Array("Cool\n\nRelease-Plan: \(digest)\n".utf8)) == digest)
    for text in ["", "sha256:", "\(digest)0", "sha1\("\(digest)".dropFirst(6))", "\(digest)".uppercased()] {
      #expect(PlanDigest(text) == nil, "\(text)")
      #expect(PlanDigest(trailerOf: Array("Cool\n\nRelease-Plan: \(text)\n".utf8)) == nil, "\(text)")
    }
  }

  @Test("is in the message of a tag, unless the user has set one")
  func tracing() throws {
    guard case .createTag(let tag) = Self.tag(signed: true) else { return }
    let digest = PlanDigest(of: [Self.commit(), .createTag(tag)])
    let traced = try #require(tag.tracing([Self.commit()]))
    #expect(traced.message == "Cool\n\nRelease-Plan: \(digest)\n")
    #expect((traced.name, traced.isSigned, traced.plan) == (tag.name, true, digest))
    #expect(traced.target == tag.target)
    #expect(traced.tracing([]) == nil)
  }

  @Test("keeps files and tags of older journals readable")
  func journals() throws {
    let write = try JSONEncoder().encode(Self.write)
    let old = String(decoding: write, as: UTF8.self).replacing("\"isHidden\":false", with: "\"x\":0")
    #expect(try JSONDecoder().decode(FileWrite.self, from: Data(old.utf8)) == Self.write)
    #expect(try JSONDecoder().decode(FileWrite.self, from: JSONEncoder().encode(Self.program)) == Self.program)
  }
}
