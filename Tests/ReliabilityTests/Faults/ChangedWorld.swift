import Foundation
import Processes
import TestSupport

/// A project, a second clone of it, and their remote, in which a lane is killed, something is changed, and another command is given.
///
/// Copies replace each other at the same path, because a run belongs to its folder.
final class ChangedWorld {
  let lane: SweptLane
  private let sandbox: GitSandbox
  private let server: ForgeServer?
  private var environment: [String: String]
  /// What everybody types, in order, with the answers.
  private(set) var log: [String] = []
  /// Whether the user has ended the run with `undo --keep`.
  private(set) var hasEndedRun = false

  private static let files = [
    "VERSION": "1.4.2\n", "package.json": "{\"version\": \"1.4.2\"}\n", "deep/er/.env.version": "VERSION=1.4.2\n",
    "notes": "a\n", "mine": "b\n", ".gitignore": "dist\n",
  ]

  init(_ lane: SweptLane) throws {
    self.lane = lane
    sandbox = try GitSandbox()
    try sandbox.folder.makeFolder("at/forge/owner")
    server = lane.isOnForge ? try ForgeServer(repositories: "\(sandbox.folder.path)/at/forge") : nil
    environment = sandbox.environment.merging(["CI": "true", "MARTLET_TRUSTED": "true", "GITHUB_TOKEN": "write-token"])
    { $1 }
    if let server { environment.allow("GITHUB_TOKEN", at: server.address) }
    try sandbox.commit("First", Self.files)
    try sandbox.git("tag", "-a", "-m", "Cool 1.4.2", "1.4.2")
    // So that the last commit can be amended and rebased.
    try sandbox.commit("Second", ["notes": "b\n", "Releasefile": releasefile])
    for (name, body) in SweptLane.scripts {
      try sandbox.folder.writeScript("at/bin/\(name)", Self.script(name, body))
    }
    for hook in ["pre-receive", "post-receive"] {
      try sandbox.folder.writeScript("hooks/\(hook)", Self.hook(hook, world: "\(sandbox.folder.path)/at"))
    }
    let origin = "\(sandbox.folder.path)/at/forge/owner/tool.git"
    let address = server?.remote("owner/tool") ?? "file://\(origin)"
    try sandbox.shell(
      """
      git clone -q --bare . \(origin)
      git --git-dir=\(origin) config http.receivepack true
      git --git-dir=\(origin) config receive.autogc false
      cp ../hooks/* \(origin)/hooks
      git remote add origin \(address)
      git fetch -q
      git branch -q -u origin/main
      git clone -q \(address) ../at/second
      cd ../home
      mv ../work ../at
      cp -a ../at ../first
      mkdir ../work
      """)
  }

  private var releasefile: String {
    """
    project: Cool
    version: {tag: "${version}"}
    manifests: [{plain: VERSION}, {json: package.json, key: version}, {text: deep/er/.env.version, pattern: "VERSION=${version}"}]
    forge: {kind: github}
    lanes:
      release:
        steps:
    \((["ensure: {branch: main}"] + lane.steps).map { "      - \($0)\n" }.joined())
    """
  }

  /// A command that kills the program before or after its work if a file says so, and does what a user does meanwhile.
  private static func script(_ name: String, _ body: String) -> String {
    """
    [ ! -e ../before-\(name) ] || { rm ../before-\(name); kill -9 $PPID; exit; }
    [ ! -e ../live-\(name) ] || { mv ../live-\(name) ../live; sh ../live > /dev/null 2>&1; }
    \(body)
    [ ! -e ../after-\(name) ] || { rm ../after-\(name); kill -9 $PPID; }
    """
  }

  /// A hook of the server that kills the program at the push with the number in the file.
  private static func hook(_ name: String, world: String) -> String {
    """
    file=\(world)/\(name)
    [ -e $file ] || exit 0
    number=$(cat $file)
    if [ $number = 0 ]; then rm $file; kill -9 $(cat \(world)/pid); else echo $((number - 1)) > $file; fi
    exit 0
    """
  }

  // MARK: What happens

  /// Makes the world as it was at first.
  func restore(for act: Act = Act.all[0]) throws {
    (log, hasEndedRun) = ([], false)
    try shell("rm -rf ../at; cp -a ../first ../at", in: "home")
    if act.removesWorkTree { try shell("git switch -q -c side; git worktree add -q ../tree main", in: "at/work") }
    environment["SOURCE_DATE_EPOCH"] = "\(Act.all[0].time)"
    try server?.forgetRequests()
    try server?.forgetReleases()
  }

  /// Runs the lane, which is killed at that moment.
  ///
  /// - Returns: False if the lane has not come so far.
  func kill(at moment: Moment, for act: Act) throws -> Bool {
    var launcher: [String] = []
    switch moment {
    case .operation(let operation): launcher = Fault.killed.launcher(at: operation, trace: trace)
    case .request(let number, let isAfter):
      try server?.add(
        fault: """
          {"kind": "kill", "after": \(isAfter), "skip": \(number), "pid_file": "\(sandbox.folder.path)/at/pid"}
          """)
    case .push(let hook, let number): try sandbox.folder.write("at/\(hook)", "\(number)\n")
    case .command(let name, let isAfter): try sandbox.folder.write("at/\(isAfter ? "after" : "before")-\(name)", "")
    }
    let result = try martlet(["run", "release", "--yes"], in: folder(of: act), by: launcher)
    try server?.forgetRequests()
    try shell("rm -f pre-receive post-receive before-* after-*", in: "at")
    return [.killed(signal: 9), .exited(status: 137)].contains(result.termination)
  }

  /// Runs the lane, during whose command the user acts.
  func run(doing act: Act, during command: String) throws -> CommandResult {
    try sandbox.folder.write("at/live-\(command)", act.script)
    return try martlet(["run", "release", "--yes"], in: "work")
  }

  func perform(_ act: Act) throws {
    log.append("(\(act.name))")
    _ = try attempt(act.script, in: folder(of: act))
    if act.deletesDrafts { try server?.deleteDrafts() }
    if act.removesWorkTree { try shell("rm -rf ../tree; git worktree prune; git switch -q main", in: "at/work") }
    environment["SOURCE_DATE_EPOCH"] = "\(act.time)"
  }

  func prepare(_ place: Place) throws { try shell(place.script, in: "at/work") }

  /// Where the run of the lane is.
  private func folder(of act: Act) -> String { act.removesWorkTree ? "tree" : "work" }

  /// Runs the program and waits for what it has started. The server reads its process id for faults that kill it.
  func martlet(_ words: [String], in place: String, by launcher: [String] = []) throws -> CommandResult {
    let all = ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"] + launcher + [try MartletProgram.path()] + words
    let result = try Command(
      all[0], Array(all.dropFirst()), environment: environment, directory: "\(sandbox.folder.path)/at/\(place)"
    ).run()
    if words.starts(with: ["undo", "--keep"]), result.succeeded { hasEndedRun = true }
    try ProcessTable.wait(forProcessesIn: "\(sandbox.folder.path)/at/")
    log.append(
      "\(place)$ martlet \(words.joined(separator: " ")) → \(result.termination)\n\(result.outputText)\(result.errorText)"
    )
    return result
  }

  /// Runs a command of a hint, and returns whether it succeeded.
  func follow(_ command: String, in place: String) throws -> Bool {
    let result = try attempt(command, in: place)
    log.append("\(place)$ \(command) → \(result.termination)\n\(result.outputText)\(result.errorText)")
    return result.succeeded
  }

  private func attempt(_ script: String, in place: String) throws -> CommandResult {
    try Command("sh", ["-c", script], environment: environment, directory: "\(sandbox.folder.path)/at/\(place)").run()
  }

  @discardableResult
  private func shell(_ script: String, in folder: String) throws -> String {
    let result = try Command(
      "sh", ["-eu", "-c", script], environment: environment, directory: "\(sandbox.folder.path)/\(folder)"
    ).run()
    guard result.succeeded else {
      throw FaultWorld.Failure(description: "\(script)\n\(result.outputText)\n\(result.errorText)")
    }
    return result.outputText
  }

  // MARK: What can be seen

  /// All moments at which the lane can be killed: its file operations, and its requests, pushes and commands.
  func moments() throws -> (operations: [Moment], effects: [Moment]) {
    try restore()
    let start = try trace(of: ["--version"])
    try restore()
    let operations = Fault.operations(in: try trace(of: ["run", "release", "--yes"]), after: start).map(
      Moment.operation)
    let requests = try server?.requests().count ?? 0
    let pushes = [SweptLane.plain, .staged].contains(lane) ? 1 : 7
    let effects =
      (0..<requests).flatMap { number in [false, true].map { Moment.request(number, isAfter: $0) } }
      + ["pre-receive", "post-receive"].flatMap { hook in (0..<pushes).map { .push(hook: hook, $0) } }
      + lane.commands.flatMap { name in [false, true].map { .command(name, isAfter: $0) } }
    return (operations, effects)
  }

  private var trace: String { "\(sandbox.folder.path)/trace" }

  private func trace(of words: [String]) throws -> String {
    _ = try martlet(words, in: "work", by: Fault.killed.tracer(trace))
    return sandbox.folder.read("trace") ?? ""
  }

  /// What other users can see.
  func look() throws -> PublicState {
    let text = try shell(
      """
      git for-each-ref --format='reference %(refname) %(objectname)' refs/heads refs/tags
      for name in $(git for-each-ref --format='%(refname)' refs/martlet); do
        git show $name:record.jsonl 2>&1 | tail -n 1 | grep -q '"event":{"ended"' || git for-each-ref --format='reference %(refname) %(objectname)' $name
      done
      if git rev-parse -q --verify 'refs/tags/1.5.0^{commit}' > /dev/null; then
        git diff --name-only 1.5.0^ 1.5.0 | sed 's/^/changed /'
        for file in VERSION package.json deep/er/.env.version; do git show 1.5.0:$file 2>&1 | sed 's/^/content /'; done
        git merge-base --is-ancestor 1.5.0 main || echo 'behind main'
        git log --format='later %s' 1.5.0..main
      fi
      [ ! -e ../../../effects ] || sed 's/^/effect /' ../../../effects
      """, in: "at/forge/owner/tool.git")
    return PublicState(text, releases: try server?.state() ?? "{}")
  }

  /// Whether the user's line is in a file, a commit or a stash.
  func hasWork() throws -> Bool {
    try attempt("grep -rqs MINE --exclude-dir=.git . || git log --all --reflog -p -m | grep -q MINE", in: "work")
      .succeeded
  }

  /// Locks, temporary files and damage.
  func debris(in place: String) throws -> String {
    try shell(
      """
      find . -name '*.lock' -o -name '.martlet-*' | grep -v /martlet/ || true
      git fsck --strict --no-dangling 2>&1; git --git-dir=../forge/owner/tool.git fsck --strict --no-dangling 2>&1
      """, in: "at/\(place)")
  }
}

/// A moment of a run at which it can be killed.
enum Moment: Hashable {
  case operation(Fault.Operation)
  /// A request to the forge, before it is performed or before it is answered.
  case request(Int, isAfter: Bool)
  /// A push, before or after the server accepts it.
  case push(hook: String, Int)
  case command(String, isAfter: Bool)
}
