import Foundation
import Processes
import TestSupport
import Testing

/// Thirty repositories with sixty dependencies, and lanes that are killed at random.
@Suite("A train of repositories")
struct TrainTests {
  /// Repositories `p0` … in one folder, each with its remote in `origins`, and a list of all of them.
  private struct World {
    let sandbox: GitSandbox
    let count: Int
    /// The numbers of the repositories that each one depends on, which are lower.
    private(set) var dependencies: [[Int]]
    /// Whether the repository has changes since its release 1.0.0.
    let hasChanges: [Bool]

    /// Kills Martlet before the tag, or after the push, in the repositories with such a file; `train` also kills the
    /// train.
    private static let releasefile = """
      version: {source: tag}
      lanes:
        release:
          steps:
            - bump: auto
            - run: {shell: "sh ../kill.sh before"}
            - tag
            - push
            - run: {shell: "sh ../kill.sh after"}
            - run: {shell: "basename \\"$PWD\\" >> ../order"}

      """

    private static let kill = """
      name=$(basename "$PWD")
      for victim in "$1" "$1-train"; do
        if [ -e "../$victim-$name" ]; then
          rm "../$victim-$name"
          [ "$victim" = "$1" ] || kill -9 "$(ps -o ppid= -p $PPID)"
          kill -9 $PPID
        fi
      done

      """

    init(count: Int, edges: Int, seed: UInt64) throws {
      var generator = SeededGenerator(seed: seed)
      self.count = count
      var dependencies = [[Int]](repeating: [], count: count)
      var left = edges
      while left > 0 {
        let number = Int.random(in: 1..<count, using: &generator)
        let other = Int.random(in: 0..<number, using: &generator)
        guard !dependencies[number].contains(other) else { continue }
        dependencies[number].append(other)
        left -= 1
      }
      self.dependencies = dependencies
      hasChanges = (0..<count).map { _ in Bool.random(using: &generator) }
      sandbox = try GitSandbox()
      try sandbox.folder.write("work/kill.sh", Self.kill)
      try sandbox.folder.write(
        "work/repositories.txt", "# all\n" + (0..<count).map { "p\($0)\n" }.shuffled(using: &generator).joined())
      for number in 0..<count { try make(number) }
    }

    private func make(_ number: Int) throws {
      let packages = dependencies[number].map {
        ".package(url: \"https://example.com/org/p\($0).git\", from: \"1.0.0\")"
      }
      try sandbox.folder.write(
        "work/p\(number)/Package.swift",
        "// swift-tools-version: 6.0\nlet package = Package(name: \"p\(number)\", dependencies: [\(packages.joined(separator: ", "))])\n"
      )
      try sandbox.folder.write("work/p\(number)/Releasefile", Self.releasefile)
      let change = hasChanges[number] ? "git commit -q --allow-empty -m 'feat: more'" : ":"
      try sandbox.shell(
        """
        git init -q --bare -b main ../origins/p\(number).git
        cd p\(number); git init -q -b main; git add -A; git commit -q -m First; git tag 1.0.0; \(change)
        git remote add origin ../../origins/p\(number).git; git push -q -u origin main 1.0.0
        """)
    }

    func train(_ words: String...) throws -> CommandResult {
      try sandbox.run(MartletProgram.path(), ["train", "repositories.txt"] + words)
    }

    /// Whether the repository, or one that it depends on, has changes.
    func isOpen(_ number: Int) -> Bool { hasChanges[number] || dependencies[number].contains(where: isOpen) }

    func version(_ number: Int) -> String { hasChanges[number] ? "1.1.0" : isOpen(number) ? "1.0.1" : "1.0.0" }
  }

  @Test(
    "is released whole, each repository once and after its dependencies, however often it is killed and repeated",
    arguments: [1, 3])
  func killed(jobs: Int) throws {
    let world = try World(count: 30, edges: 60, seed: UInt64(jobs))
    var generator = SeededGenerator(seed: 7)
    for number in (0..<world.count).filter(world.isOpen).shuffled(using: &generator).prefix(6) {
      let moment = ["before", "after", "before-train", "after-train"].randomElement(using: &generator) ?? ""
      try world.sandbox.write("\(moment)-p\(number)", "")
    }
    var attempts = 1
    var result = try world.train("--yes", "--jobs", "\(jobs)")
    while !result.succeeded, attempts < 20 {
      attempts += 1
      result = try world.train("--yes", "--jobs", "\(jobs)")
    }
    #expect(result.succeeded, "\(result.outputText)\n\(result.errorText)")
    #expect(attempts > 1)
    let order = (world.sandbox.read("order") ?? "").split(separator: "\n").map(String.init)
    #expect(order.count == Set(order).count)
    #expect(Set(order) == Set((0..<world.count).filter(world.isOpen).map { "p\($0)" }))
    for number in 0..<world.count {
      let name = "p\(number)"
      let tags = try world.sandbox.git("-C", name, "ls-remote", "--tags", "--refs", "origin").split(separator: "\n")
        .count
      #expect(tags == (world.isOpen(number) ? 2 : 1), "\(name)")
      let version = world.version(number)
      #expect(try world.sandbox.git("-C", name, "describe", "--tags", "--exact-match") == version)
      let remote = try world.sandbox.git(
        "-C", name, "ls-remote", "origin", "refs/heads/main", "refs/tags/\(version)^{}")
      let head = try world.sandbox.git("-C", name, "rev-parse", "HEAD")
      #expect(remote.split(separator: "\n").allSatisfy { $0.hasPrefix(head) }, "\(name): \(remote)")
      #expect(try world.sandbox.git("-C", name, "status", "--porcelain") == "")
      let package = world.sandbox.read("\(name)/Package.swift") ?? ""
      for dependency in world.dependencies[number] {
        #expect(package.contains("p\(dependency).git\", from: \"\(world.version(dependency))\""), "\(name)")
        guard let own = order.firstIndex(of: name), let other = order.firstIndex(of: "p\(dependency)") else { continue }
        #expect(other < own, "\(name) before p\(dependency)")
      }
    }
    let again = try world.train("--yes", "--detailed-exit")
    #expect(again.termination == .exited(status: 10), "\(again.errorText)")
  }

  @Test("releases one repository of the list without the clones of the others, whose releases are read from their tags")
  func only() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("repositories.txt", "core\napp\n")
    try sandbox.write(
      "app/Releasefile", "version: {source: tag}\nlanes:\n  release: {steps: [ensure: clean, bump: auto, tag, push]}\n")
    let origins = "\(sandbox.folder.path)/origins"
    func package(_ version: String) -> String {
      "let package = Package(name: \"App\", dependencies: [.package(url: \"\(origins)/core.git\", from: \"\(version)\")])\n"
    }
    try sandbox.write("app/Package.swift", package("1.0.0"))
    try sandbox.shell(
      """
      git init -q core; cd core; git commit -q --allow-empty -m First
      git tag 1.0.0; git tag v1.10.0; git tag 1.9.0; git tag 2.0.0-beta.1; git tag release/3.0.0
      git clone -q --bare . ../../origins/core.git; cd ..; rm -rf core
      git init -q --bare -b main ../origins/app.git
      cd app; git init -q -b main; git add -A; git commit -q -m First; git tag 1.0.0
      git remote add origin ../../origins/app.git; git push -q -u origin main 1.0.0
      """)
    func train() throws -> CommandResult {
      try sandbox.run(
        MartletProgram.path(), ["train", "repositories.txt", "--only", "app", "--yes", "--detailed-exit"])
    }
    let result = try train()
    #expect(result.succeeded, "\(result.errorText)")
    #expect(sandbox.read("app/Package.swift") == package("1.10.0"))
    #expect(
      try sandbox.git("-C", "app", "log", "-1", "--format=%s %D")
        == "fix: require core 1.10.0 HEAD -> main, tag: 1.0.1, origin/main")
    #expect(try train().termination == .exited(status: 10))
  }
}
