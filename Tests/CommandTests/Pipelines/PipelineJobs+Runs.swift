import Foundation
import TestSupport
import Testing

// Whole pipelines, run by `Tests/PipelineRunner` as the CI system runs them: it evaluates triggers, conditions, needs and
// outputs, and each job has a new machine, a clone of the declared depth, and a token with the declared permissions.
extension PipelineJobs {
  struct JobResult: Decodable {
    /// `success`, `failure`, `skipped`, or `manual` for a job that a user can start.
    let result: String
    let outputs: [String: String]
    /// Everything that its scripts printed.
    let log: String
  }

  /// Why a pipeline runs.
  enum Start {
    /// A branch or a tag was pushed.
    case push(String)
    /// A user starts a job for a branch, with the values of its form.
    case manual(String, [String: String], branch: String = "main")

    static let change = Start.push("refs/heads/main")
  }

  /// Runs the pipeline of a project on a forge.
  ///
  /// - Parameters:
  ///   - certificate: The certificate of the server that jobs install Martlet from; nil: the machines have Martlet.
  ///   - secrets: The secrets of the project.
  /// - Returns: the results by the names of the jobs.
  func results(
    of start: Start, installingWith certificate: String? = nil, secrets: [String: String] = [:]
  ) throws -> [String: JobResult] {
    let server = try #require(server)
    var command = try world.martlet([])
    command.environment["MARTLET_PROGRAM"] = certificate == nil ? command.program : nil
    command.environment["PATH"] = "\(world.root)/bin:\(command.environment["PATH"] ?? "")"
    var variables = host == .gitlab ? ["GITLAB_TOKEN": "write-token"] : [:]
    if host == .gitlab { variables.allow("GITLAB_TOKEN", at: server.address) }
    command.environment["CURL_CA_BUNDLE"] = certificate
    let request: [String: Any] = [
      "kind": host.rawValue, "path": host.path, "name": repository, "repository": "\(world.root)/CoolApp.git",
      "remote": server.remote(repository), "server": server.address, "event": host.event(of: start),
      "environment": command.environment, "folder": "\(world.root)/machines",
      "variables": variables, "secrets": secrets,
    ]
    let script = host == .gitlab ? "gitlab.py" : "github.py"
    (command.program, command.arguments) = ("python3", ["-B", "\(ProjectFolder.path)/Tests/PipelineRunner/\(script)"])
    // Only jobs have tokens; the other clones of the tests have none.
    try server.set(#"{"needs_token_for_git": true}"#)
    defer { try? server.set(#"{"needs_token_for_git": false}"#) }
    command.input = .bytes(Array(try JSONSerialization.data(withJSONObject: request)))
    let run = try command.run()
    try #require(run.succeeded, "\(run.errorText)")
    return try JSONDecoder().decode([String: JobResult].self, from: Data(run.output))
  }

  /// The number of releases on the forge.
  func releases() throws -> Int {
    try #require(server).state().components(separatedBy: "\"tag_name\"").count - 1
  }
}

extension PipelineHost {
  /// The event in a request to `Tests/PipelineRunner`.
  fileprivate func event(of start: PipelineJobs.Start) -> [String: Any] {
    switch (self, start) {
    case (.gitlab, .push(let reference)): return ["source": "push", "ref": reference]
    case (.gitlab, .manual(let job, let values, let branch)):
      let variables = Dictionary(uniqueKeysWithValues: values.map { ($0.uppercased(), $1) })
      return ["source": "push", "ref": "refs/heads/\(branch)", "play": [job: variables]]
    case (_, .push(let reference)): return ["name": "push", "ref": reference]
    case (_, .manual(let flow, let values, let branch)):
      let inputs = values.merging(["flow": flow]) { $1 }
      return ["name": "workflow_dispatch", "ref": "refs/heads/\(branch)", "inputs": inputs]
    }
  }
}
