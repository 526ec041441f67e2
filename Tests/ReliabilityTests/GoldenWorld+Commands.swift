import Foundation
import Processes
import TestSupport
import Testing

extension GoldenWorld {
  /// A project with a file `VERSION` of 1.0.0, and a Releasefile with these lanes, indented by two blanks.
  static func plain(lanes: String, files: [String: String] = [:]) throws -> GoldenWorld {
    let base = ["VERSION": "1.0.0\n", "Releasefile": "manifests: [{plain: VERSION}]\nlanes:\n\(lanes)"]
    return try GoldenWorld(example: nil, files: base.merging(files) { $1 }.mapValues { Data($0.utf8) })
  }

  /// The result of `martlet` with the arguments `line`, separated by blanks.
  func run(_ line: String, _ words: [String] = [], changes: [String] = []) throws -> CommandResult {
    try martlet(line.split(separator: " ").map(String.init) + words, changes: changes).run()
  }

  /// The same through a shell script, in which `martlet` is the program.
  func shell(_ script: String, changes: [String] = []) throws -> CommandResult {
    var command = try martlet([], changes: changes)
    command.environment["MARTLET"] = command.program
    command.program = "/bin/sh"
    command.arguments = ["-c", script.replacing("martlet ", with: "\"$MARTLET\" ")]
    return try command.run()
  }
}

/// Read-only commands for the sample app.
let readCommands = [
  "version", "version --build", "version --sites", "check", "plan --list", "plan release --diff",
  "plan release --json", "plan release_version --answer version=2.0.0", "run release --dry-run", "bump minor --dry-run",
  "help steps", "schema",
]
